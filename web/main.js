// The page: loads the module, keeps the text view and the canvas in step with one session, the permalink in the hash, and says
// plainly what is missing. The text view is always a full equal; the canvas is shown where WebGL2 and the person allow it.
import { CanvasFace } from './canvas.js';
import { loadModule } from './module.js';
import { adapterName, savePicture, saveText, standaloneSvg } from './download.js';
import { morph } from './morph.js';
import * as saved from './saved.js';
import { TextFace } from './text_face.js';
import { renderTextView } from './text_view.js';

const CHART = { width: 640, height: 400 }; // what the packer drew them for; a phone's are narrower
const NARROW_CHART = { least: 288, height: 320 };
const CHINESE_FONTS = ['ui-zh-400.ttf', 'ui-zh-600.ttf']; // regular, bold
const QUIET = 150; // milliseconds after which the text behind the canvas follows
const root = document.documentElement;
const element = (id) => document.getElementById(id);
const query = new URLSearchParams(location.search);

// ---------------------------------------------------------------- the page
function progress(share) {
  const status = element('status');
  if (share >= 1) status.replaceChildren();
  else if (!status.firstChild) {
    const bar = document.createElement('progress');
    bar.max = 1;
    status.append(bar);
  }
  if (status.firstChild && share < 1) status.firstChild.value = share;
}

class Page {
  constructor() {
    this.canvas = null;
    this.revision = -1;
    this.announced = null;
    this.texts = new Map();
    this.textFace = new TextFace(this, element('text'));
    this.chart = CHART;
  }

  async start() {
    if (root.lang === 'zh') this.showPrerendered('zh');
    try {
      this.module = await loadModule({ lang: root.lang, canvas: element('canvas'), onTrap: (error) => this.trapped(error), onProgress: progress });
    } catch (error) {
      this.say(`${error.message}. ${root.lang === 'zh' ? '文本内容仍可阅读，请刷新重试。' : 'The text stays readable; reload to try again.'}`);
      return;
    }
    if (!this.module.call('app_init', 'number', ['string', 'string', 'string'], [root.lang, root.dataset.theme, location.hash])) {
      this.say('The catalogue could not be read.');
      return;
    }
    this.sizeCharts();
    if (saved.settings().letters === false) this.module.dispatch({ kind: 'show_option', path: 'letters', value: false });
    this.showSaved();
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const systemTheme = () => this.module.call('app_set_system_dark', null, ['number'], [dark.matches ? 1 : 0]);
    dark.addEventListener('change', systemTheme);
    systemTheme();
    this.listen();
    this.update();
    await this.chooseFace();
    this.goOffline();
    document.body.dataset.ready = 'true';
  }

  // A language that came before the service worker is fetched once more through it, so that it is kept.
  goOffline() {
    if (!('serviceWorker' in navigator) || self !== top || location.protocol === 'file:') return;
    const keep = () => this.module.spoken && ['zh.json', ...CHINESE_FONTS].forEach((name) => fetch(name).catch(() => {}));
    navigator.serviceWorker.addEventListener('controllerchange', keep);
    navigator.serviceWorker.register('sw.js').catch(() => {});
  }

  showPrerendered(lang) {
    const template = element(`text-${lang}`);
    if (template) element('text').replaceChildren(template.content.cloneNode(true));
  }

  text(key) {
    const id = `${this.lang}/${key}`;
    if (!this.texts.has(id)) this.texts.set(id, this.module.call('app_text', 'string', ['string'], [key]));
    return this.texts.get(id);
  }

  dispatch(action) {
    if (action.kind === 'set_language') this.speak(action.text);
    else this.send(action);
  }

  send(action) {
    this.module.call('app_dispatch_json', null, ['string'], [JSON.stringify(action)]);
    this.afterAction(action);
    this.update();
    if (this.canvas) this.canvas.wake();
  }

  // What the language needs comes before the switch, so that no sign is missing.
  async speak(lang) {
    const [known] = await Promise.all([this.module.learn(lang), this.loadFonts(lang)]);
    if (known) this.send({ kind: 'set_language', text: lang });
    else this.say(this.text('err.language'));
  }

  afterAction(action) {
    if (/^copy_/.test(action.kind)) this.copy();
    if (action.kind === 'set_view') this.setFace(action.text);
    if (action.kind === 'ask_page') this.ask(action.text, action.path);
  }

  // What the canvas asks the page for (its own buttons dispatch inside the module).
  update() {
    this.answerCanvas();
    const revision = this.module.call('app_revision', 'number', [], []);
    if (revision === this.revision || this.module.dead) return;
    this.revision = revision;
    const copied = this.module.clipboard();
    if (copied) this.writeClipboard(copied);
    // Behind the canvas the text may lag a drag; in front it follows at once.
    clearTimeout(this.following);
    if (document.body.dataset.view === 'canvas' && this.view) this.following = setTimeout(() => this.follow(), QUIET);
    else this.follow();
  }

  follow() {
    const view = this.module.view();
    this.lang = view.lang;
    root.lang = view.lang;
    if (view.theme === 'dark' || view.theme === 'light') root.dataset.theme = view.theme;
    saved.saveSettings({ lang: view.lang, theme: root.dataset.theme, letters: view.letters });
    document.title = `${view.answer.device} · ${this.text('app.name')}`;
    const canvas = element('canvas');
    canvas.setAttribute('aria-label', `${this.text('app.name')}: ${view.answer.device}. ${view.answer.verdict}. ${this.text('skip.text')}`);
    // A refused link stays in the address bar, so that nothing that was typed is lost.
    if (view.permalink && !view.error && view.permalink !== location.hash) history.replaceState(null, '', view.permalink);
    element('skip').textContent = this.text('skip.text');
    this.view = view;
    this.showText();
    this.tellCard(view);
    this.announce(view.announcement);
    this.loadFonts(view.lang);
    if (view.face && view.face !== document.body.dataset.view) this.setFace(view.face);
  }

  showText() {
    const html = renderTextView(this.view, (key) => this.text(key), this.chart);
    this.textFace.keepFocus(() => morph(element('text'), html));
    this.sizeCharts(); // another mode may give them another width
  }

  // Charts are laid out for the width they get, so that their letters stay readable on a phone.
  sizeCharts() {
    const room = document.querySelector('.chart figure')?.clientWidth || root.clientWidth - 66;
    const inner = Math.min(CHART.width, Math.max(NARROW_CHART.least, Math.floor(room)));
    const height = inner < CHART.width ? NARROW_CHART.height : CHART.height;
    if (this.sized && inner === this.chart.width) return;
    this.sized = true;
    this.chart = { width: inner, height };
    this.module.call('app_set_chart_size', null, ['number', 'number'], [inner, height]);
    if (this.view) this.follow();
  }

  // The question "which card is it?" is asked once, with what the browser tells.
  async tellCard(view) {
    if (view.mode !== 'runnable' || this.cardTold) return;
    this.cardTold = true;
    this.dispatch({ kind: 'my_card', text: await adapterName() });
  }

  announce(sentence) {
    clearTimeout(this.announcing);
    this.announced ??= sentence; // the first answer is no change
    this.announcing = setTimeout(() => {
      if (sentence && sentence !== this.announced) element('live').textContent = sentence;
      this.announced = sentence;
    }, 600);
  }

  // ---------------------------------------------------------------- faces
  async chooseFace() {
    const wanted = query.get('view') || saved.settings().view || (matchMedia('(forced-colors: active)').matches ? 'text' : 'canvas');
    if (wanted === 'canvas') await this.setFace('canvas', false);
  }

  async setFace(face, remember = true) {
    if (remember) saved.saveSettings({ view: face });
    if (face === 'canvas' && !this.canvas) {
      const probe = document.createElement('canvas').getContext('webgl2');
      if (!probe) {
        this.say(this.text('err.webgl'));
        return;
      }
      probe.getExtension('WEBGL_lose_context')?.loseContext();
      document.body.dataset.view = 'canvas';
      const canvas = new CanvasFace(this.module, element('canvas'), element('agent'), () => this.update());
      canvas.onContext = (restored) => {
        document.body.dataset.view = restored ? 'canvas' : 'text';
        this.say(restored ? '' : this.text('err.lost'));
      };
      if (!canvas.start()) {
        document.body.dataset.view = 'text';
        this.say(this.text('err.webgl'));
        return;
      }
      this.canvas = canvas;
      await this.loadFonts(this.lang);
    }
    document.body.dataset.view = face;
    if (this.canvas) this.canvas.show(face === 'canvas');
    if (face !== 'text') return;
    this.sizeCharts();
    element('text').focus({ preventScroll: true });
  }

  async loadFonts(lang) {
    if (lang !== 'zh' || !this.canvas || this.fonts) return;
    this.fonts = true;
    this.say(this.text('load.font'));
    for (const [bold, name] of CHINESE_FONTS.entries()) {
      const response = await fetch(name).catch(() => null);
      if (response?.ok) this.module.bytes('app_add_font', new Uint8Array(await response.arrayBuffer()), ['number'], [bold]);
      else this.fonts = false;
    }
    this.say('');
    this.canvas.wake();
  }

  // ---------------------------------------------------------------- events of the page around the faces
  listen() {
    this.textFace.listen();
    new ResizeObserver(() => this.sizeCharts()).observe(root);
    element('skip').addEventListener('click', (e) => {
      e.preventDefault();
      this.setFace('text', false);
    });
    addEventListener('hashchange', () => this.dispatch({ kind: 'load_scenario', text: location.hash }));
    for (const type of ['dragover', 'drop']) document.addEventListener(type, (e) => e.preventDefault());
    document.addEventListener('drop', (e) => this.importFile(e.dataTransfer.files[0]));
  }

  async importFile(file) {
    if (!file) return;
    // A header is enough: GGUF and safetensors put theirs first.
    const bytes = new Uint8Array(await file.slice(0, 64 << 20).arrayBuffer());
    this.module.bytes('app_import', bytes, ['string'], [file.name]);
    this.update();
    if (this.canvas) this.canvas.wake();
  }

  // ---------------------------------------------------------------- what a face asks of the page (view_model.hpp, ask_page)
  answerCanvas() {
    for (let ask; this.canvas && (ask = this.module.call('app_take_ask', 'string', [], [])); ) this.ask(...ask.split('\n'));
  }

  ask(what, path) {
    const [kind, copy] = what.split(':');
    if (kind === 'file') this.saveFile(path, copy);
    if (kind === 'svg' || kind === 'png') this.savePicture(kind, path);
    if (kind === 'print') print();
    if (kind === 'language') this.speak(path);
    if (kind === 'guide') open(element('guide-link').href, '_blank', 'noopener');
    if (kind === 'save') this.keep(saved.saveScenario(path, this.module.view().permalink));
    if (kind === 'delete') this.keep(saved.deleteScenario(path));
    if (kind === 'export') saveText('gpu-selector-scenarios.json', saved.scenariosFile());
    if (kind === 'import') this.pickSaved();
  }

  // The text of a copy action, as a file instead of on the clipboard.
  saveFile(name, copy) {
    this.module.dispatch({ kind: copy });
    saveText(name, this.module.clipboard());
  }

  async savePicture(type, chart) {
    this.follow();
    const section = element(`chart-${chart}`);
    const drawing = standaloneSvg(section.querySelector('figure svg'), section.querySelector('h3').textContent);
    if (type === 'svg') saveText(`gpu-selector-${chart}.svg`, drawing.text);
    else await savePicture(`gpu-selector-${chart}.png`, drawing);
  }

  keep(kept) {
    this.say(kept ? '' : this.text('saved.forbidden'));
    this.showSaved();
  }

  // Both faces list what the browser keeps.
  showSaved() {
    this.module.dispatch({ kind: 'set_saved', value: saved.scenarios() });
    this.update();
    this.canvas?.wake();
  }

  pickSaved() {
    const input = Object.assign(document.createElement('input'), { type: 'file', accept: '.json,application/json' });
    input.addEventListener('change', () => this.readSaved(input.files[0]));
    input.click();
  }

  async readSaved(file) {
    if (!file) return;
    const count = saved.readScenariosFile(await file.text());
    this.say(count > 0 ? '' : this.text(count < 0 ? 'saved.forbidden' : 'saved.bad'));
    this.showSaved();
  }

  // ---------------------------------------------------------------- clipboard and messages
  copy() {
    const copied = this.module.call('app_take_clipboard', 'string', [], []);
    if (copied) this.writeClipboard(copied);
  }

  async writeClipboard(content) {
    const absolute = content.startsWith('#') ? location.href.replace(/#.*$/, '') + content : content;
    try {
      await navigator.clipboard.writeText(absolute);
    } catch {
      const area = document.createElement('textarea');
      area.value = absolute;
      document.body.append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
    }
    this.say(this.text('top.link_done'));
    setTimeout(() => this.say(''), 2000);
  }

  say(message) {
    element('status').textContent = message;
  }

  trapped(error) {
    console.error(error);
    document.body.dataset.view = 'text';
    this.say(this.texts.get(`${this.lang}/err.core`) || 'The calculation stopped. Your input is in the link.');
  }
}

const page = new Page();
globalThis.gpuSelector = page; // for tests and the console
page.start();
