// The canvas face: size, frames, pointer, wheel, keys, text input and lost contexts, each handed to the module (ui/app/exports.hpp).
// Nothing is captured outside the canvas: no listener on the window takes a key, the wheel or the focus of the page around it.

const LEAVE_BROWSER = new Set(['F5', 'F11', 'F12']);
const BROWSER_COMBINATIONS = new Set(['c', 'v', 'x', 'l', 'r', 't', 'w', 'n', 'p']);
const MAX_DPR = 3;

export class CanvasFace {
  // `module` is the WebAssembly module's wrapper (main.js), `onChange` is called after anything that may have changed the view.
  constructor(module, canvas, agent, onChange) {
    Object.assign(this, { module, canvas, agent, onChange, raf: 0, timer: 0, running: false, lost: false });
  }

  start() {
    const { width, height, dpr } = this.size();
    this.resizeBacking(width, height, dpr);
    if (!this.module.call('app_start_canvas', 'number', ['number', 'number', 'number'], [width, height, dpr])) return false;
    this.listenSize();
    this.listenPointer();
    this.listenKeys();
    this.listenText();
    this.listenContext();
    const coarse = matchMedia('(pointer: coarse)');
    const touch = () => this.module.call('app_set_touch', null, ['number'], [coarse.matches ? 1 : 0]);
    coarse.addEventListener('change', touch);
    touch();
    this.show(true);
    return true;
  }

  show(visible) {
    this.running = visible;
    if (visible) this.resized();
    else this.stop();
  }

  // ---------------------------------------------------------------- frames: none while nothing changes
  wake() {
    this.module.call('app_wake', null, [], []);
    this.schedule(0);
  }

  schedule(delay) {
    if (!this.running || this.lost || document.hidden || delay < 0) return;
    clearTimeout(this.timer);
    if (delay > 0) {
      this.timer = setTimeout(() => this.schedule(0), delay);
    } else if (!this.raf) {
      this.raf = requestAnimationFrame((now) => this.frame(now));
    }
  }

  frame(now) {
    this.raf = 0;
    if (!this.running || this.lost) return;
    const next = this.module.call('app_frame', 'number', ['number'], [now]);
    this.frames = (this.frames || 0) + 1;
    this.placeAgent();
    this.onChange();
    if (this.module.call('app_wants_leave', 'number', [], [])) document.activeElement?.blur();
    this.schedule(next);
  }

  stop() {
    cancelAnimationFrame(this.raf);
    clearTimeout(this.timer);
    this.raf = 0;
  }

  // ---------------------------------------------------------------- size
  size() {
    const box = this.canvas.parentElement.getBoundingClientRect();
    return { width: Math.max(1, box.width || innerWidth), height: Math.max(1, box.height || innerHeight), dpr: Math.min(devicePixelRatio || 1, MAX_DPR) };
  }

  resizeBacking(width, height, dpr) {
    this.canvas.width = Math.round(width * dpr);
    this.canvas.height = Math.round(height * dpr);
  }

  resized() {
    const { width, height, dpr } = this.size();
    this.resizeBacking(width, height, dpr);
    this.module.call('app_resize', null, ['number', 'number', 'number'], [width, height, dpr]);
    this.schedule(0);
  }

  listenSize() {
    new ResizeObserver(() => this.running && this.resized()).observe(this.canvas.parentElement);
    const watch = () =>
      matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => (this.running && this.resized(), watch()), { once: true });
    watch();
    document.addEventListener('visibilitychange', () => this.wake());
  }

  // ---------------------------------------------------------------- pointer and wheel
  pointer(type, event) {
    const box = this.canvas.getBoundingClientRect();
    this.module.call('app_pointer', null, ['number', 'number', 'number', 'number', 'number'],
      [type, event.clientX - box.left, event.clientY - box.top, event.button, event.pointerType === 'touch' ? 1 : 0]);
    this.schedule(0);
  }

  listenPointer() {
    const canvas = this.canvas;
    canvas.addEventListener('pointermove', (e) => this.pointer(0, e));
    canvas.addEventListener('pointerdown', (e) => {
      canvas.setPointerCapture(e.pointerId);
      canvas.classList.add('by-pointer');
      if (document.activeElement !== this.agent) canvas.focus({ preventScroll: true });
      this.pointer(1, e);
    });
    canvas.addEventListener('pointerup', (e) => {
      this.pointer(2, e);
      if (e.pointerType === 'touch') this.pointer(3, e);
      // Phones open their keyboard only inside a gesture: draw once now, so that the module knows what was tapped.
      this.frame(performance.now());
      this.focusAgent();
    });
    canvas.addEventListener('pointerleave', (e) => this.pointer(3, e));
    canvas.addEventListener('pointercancel', (e) => this.pointer(3, e));
    canvas.addEventListener('wheel', (e) => {
      const box = canvas.getBoundingClientRect();
      const unit = e.deltaMode === 1 ? 16 : e.deltaMode === 2 ? box.height : 1;
      const used = this.module.call('app_wheel', 'number', ['number', 'number', 'number', 'number'],
        [e.clientX - box.left, e.clientY - box.top, e.deltaX * unit, e.deltaY * unit]);
      if (used) e.preventDefault();
      this.schedule(0);
    }, { passive: false });
  }

  // ---------------------------------------------------------------- keys
  key(down, event) {
    if (event.isComposing || event.keyCode === 229 || LEAVE_BROWSER.has(event.key)) return;
    const command = event.ctrlKey || event.metaKey;
    const letter = event.key.toLowerCase();
    const typing = document.activeElement === this.agent;
    const used = this.module.call('app_key', 'number', ['number', 'string', 'string', 'number', 'number', 'number', 'number'],
      [down ? 1 : 0, event.code, event.key, event.shiftKey, event.ctrlKey, event.altKey, event.metaKey].map((v) => (typeof v === 'boolean' ? Number(v) : v)));
    const plainText = typing && !command && event.key.length === 1;
    if (used && !plainText && !(command && BROWSER_COMBINATIONS.has(letter))) event.preventDefault();
    this.schedule(0);
  }

  listenKeys() {
    for (const element of [this.canvas, this.agent]) {
      element.addEventListener('keydown', (e) => this.key(true, e));
      element.addEventListener('keyup', (e) => this.key(false, e));
      element.addEventListener('focus', () => this.focused(true));
      element.addEventListener('blur', () => this.focused(false));
      element.addEventListener('keydown', () => this.canvas.classList.remove('by-pointer'));
    }
  }

  focused(has) {
    this.module.call('app_focus', null, ['number'], [has ? 1 : 0]);
    this.schedule(0);
  }

  // ---------------------------------------------------------------- text: an input that follows the caret (IME, phones, paste)
  listenText() {
    const agent = this.agent;
    const commit = (text) => {
      agent.value = '';
      if (!text) return;
      this.module.call('app_text_input', null, ['string'], [text]);
      this.wake();
    };
    agent.addEventListener('compositionstart', () => agent.classList.add('composing'));
    agent.addEventListener('compositionend', (e) => {
      agent.classList.remove('composing');
      commit(e.data);
    });
    agent.addEventListener('input', (e) => {
      if (e.isComposing) return;
      if (e.inputType === 'deleteContentBackward') {
        for (const down of [1, 0]) this.module.call('app_key', 'number', ['number', 'string', 'string', 'number', 'number', 'number', 'number'], [down, 'Backspace', 'Backspace', 0, 0, 0, 0]);
        this.wake();
      } else if (e.inputType !== 'insertFromPaste') commit(agent.value);
      agent.value = '';
    });
    for (const element of [agent, this.canvas])
      element.addEventListener('paste', (e) => {
        e.preventDefault();
        commit(e.clipboardData.getData('text/plain'));
      });
  }

  focusAgent() {
    const wants = this.module.call('app_wants_text', 'number', [], []);
    if (wants && document.activeElement !== this.agent) this.agent.focus({ preventScroll: true });
    else if (!wants && document.activeElement === this.agent) this.canvas.focus({ preventScroll: true });
  }

  placeAgent() {
    const hasFocus = document.activeElement === this.canvas || document.activeElement === this.agent;
    if (!hasFocus) return;
    this.focusAgent();
    if (document.activeElement !== this.agent) return;
    const [x, y, height] = JSON.parse(this.module.call('app_caret', 'string', [], []));
    Object.assign(this.agent.style, { left: `${x}px`, top: `${y}px`, height: `${height}px` });
  }

  // ---------------------------------------------------------------- lost contexts
  listenContext() {
    this.canvas.addEventListener('webglcontextlost', (e) => {
      e.preventDefault();
      this.lost = true;
      this.stop();
      this.module.call('app_context_lost', null, [], []);
      this.onContext(false);
    });
    this.canvas.addEventListener('webglcontextrestored', () => {
      this.lost = false;
      this.module.call('app_context_restored', null, [], []);
      this.onContext(true);
      this.resized();
      this.wake();
    });
  }
}
