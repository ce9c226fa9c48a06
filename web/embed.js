// <gpu-selector state="#v1&..." lang="zh" theme="dark">: the answer of one scenario as an element of any page.
//   <script src="https://HOST/embed.js" async></script>
// It is a sandboxed iframe of embed.html that grows to its content. Events: gpusel-result, gpusel-error (detail: the message).
// Property `result`: the last answer. Setting `state` (permalink or scenario object), `lang` or `theme` asks again.
// web/embedding.md describes the messages for pages that prefer a plain iframe.
(function () {
  const base = document.currentScript ? document.currentScript.src : location.href;
  const FIRST_HEIGHT = 266; // the card's natural height at 360 pixels, so that nothing jumps
  const MOST_HEIGHT = 2000;

  class GpuSelectorElement extends HTMLElement {
    static observedAttributes = ['state', 'lang', 'theme'];

    connectedCallback() {
      if (this.frame) return;
      const url = new URL('embed.html', base);
      const lang = this.getAttribute('lang');
      const theme = this.getAttribute('theme');
      if (lang) url.searchParams.set('lang', lang);
      if (theme) url.searchParams.set('theme', theme);
      url.searchParams.set('origin', location.origin);
      url.hash = this.getAttribute('state') || '';
      this.frame = document.createElement('iframe');
      this.frame.title = this.getAttribute('title') || 'GPU Selector';
      this.frame.loading = 'lazy';
      this.frame.setAttribute('sandbox', 'allow-scripts allow-popups allow-popups-to-escape-sandbox');
      Object.assign(this.frame.style, { width: '100%', height: `${FIRST_HEIGHT}px`, border: '0', display: 'block' });
      this.frame.src = url.href;
      if (!this.style.display) this.style.display = 'block';
      this.hear = (event) => event.source === this.frame.contentWindow && this.heard(event.data);
      addEventListener('message', this.hear);
      this.append(this.frame);
    }

    disconnectedCallback() {
      removeEventListener('message', this.hear);
      this.frame.remove();
      this.frame = null;
    }

    // The sandboxed frame has an opaque origin, so the window is what identifies it; the target must then be "*".
    attributeChangedCallback(name, before, value) {
      if (this.frame && before !== value && value !== null) this.send({ [name]: value });
    }
    get state() {
      return this.result ? this.result.state : this.getAttribute('state');
    }
    set state(state) {
      if (this.frame) this.send({ state });
      else this.setAttribute('state', state);
    }
    send(message) {
      this.frame.contentWindow.postMessage({ type: 'gpusel:set', ...message }, '*');
    }

    heard(data) {
      if (data === null || typeof data !== 'object') return;
      if (data.type === 'gpusel:resize' && Number.isFinite(data.height)) this.frame.style.height = `${Math.min(Math.max(data.height, 0), MOST_HEIGHT)}px`;
      if (data.type !== 'gpusel:result' && data.type !== 'gpusel:error') return;
      if (data.type === 'gpusel:result') this.result = data;
      this.dispatchEvent(new CustomEvent(data.type.replace(':', '-'), { detail: data, bubbles: true }));
    }
  }

  if (!customElements.get('gpu-selector')) customElements.define('gpu-selector', GpuSelectorElement);
})();
