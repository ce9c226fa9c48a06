// The card that other sites put into their pages: one scenario's answer, its height and result told to the host page, new scenarios
// taken from it. It captures no key, wheel or focus, stores nothing, and needs no permission but scripts.
import { allowedOrigins, readMessage } from './embed_message.js';
import { renderCard } from './embed_view.js';
import { loadModule } from './module.js';
import { morph } from './morph.js';

const root = document.documentElement;
const card = document.getElementById('card');
const allowed = allowedOrigins(location.search);
const framed = parent !== self;
const MOST_WAITING = 16;

// With a list, only its origins hear; the answer of a scenario is no secret, so without one every frame owner does.
function tell(message) {
  if (!framed) return;
  const direct = location.ancestorOrigins ? [location.ancestorOrigins[0]] : allowed;
  const targets = allowed ? allowed.filter((origin) => direct.includes(origin)) : ['*'];
  for (const origin of targets) parent.postMessage(message, origin);
}

class Card {
  constructor() {
    this.waiting = []; // what the host said before the module was there
    this.applied = Promise.resolve();
  }

  async start() {
    addEventListener('message', (event) => this.received(event));
    try {
      this.module = await loadModule({ lang: root.lang, onTrap: () => this.stopped() });
    } catch (error) {
      this.stopped(error.message);
      return;
    }
    this.module.call('app_init', 'number', ['string', 'string', 'string'], [root.lang, root.dataset.theme, location.hash]);
    this.show();
    this.ready = true;
    for (const set of this.waiting.splice(0)) this.enqueue(set);
    addEventListener('hashchange', () => this.load(location.hash));
    new ResizeObserver(() => this.tellHeight()).observe(card);
    document.body.dataset.ready = 'true';
  }

  show(id) {
    const view = this.module.view();
    root.lang = view.lang;
    const link = new URL(`./?lang=${view.lang}${view.permalink}`, location.href).href;
    document.title = `${view.answer.device} · ${this.module.text('app.name')}`;
    morph(card, renderCard(view, (key) => this.module.text(key), link));
    card.removeAttribute('aria-busy');
    this.tellHeight();
    if (view.error) tell({ type: 'gpusel:error', id, code: 'refused-state', message: view.error, pointer: '/state' });
    else tell(this.result(view, id));
  }

  result(view, id) {
    this.module.dispatch({ kind: 'copy_json' });
    const json = this.module.clipboard();
    const { fits, device, verdict, reason, reason_strong, reason_detail, figures } = view.answer;
    return {
      type: 'gpusel:result', version: 1, id, state: view.permalink, lang: view.lang, fits, device, verdict,
      reason: [reason, reason_strong + reason_detail].filter(Boolean).join(' '),
      figures: figures.map(({ id: name, label, value, unit, interval }) => ({ id: name, label, value, unit, interval })),
      report: json ? JSON.parse(json) : null,
    };
  }

  load(text, id) {
    this.module.dispatch({ kind: 'load_scenario', text });
    this.show(id);
  }

  received(event) {
    if (!framed || event.source !== parent || (allowed && !allowed.includes(event.origin))) return;
    const message = readMessage(event.data);
    if (!message) return;
    if (message.error) {
      tell({ type: 'gpusel:error', ...message.error });
      return;
    }
    if (this.ready) this.enqueue(message.set);
    else if (this.waiting.length < MOST_WAITING) this.waiting.push(message.set);
  }

  // In the order they came: a language may have to be fetched first.
  enqueue(set) {
    this.applied = this.applied.then(() => this.apply(set));
  }

  async apply({ state, lang, theme, id }) {
    if (theme) root.dataset.theme = theme === 'auto' ? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') : theme;
    if (lang && (await this.module.learn(lang))) this.module.dispatch({ kind: 'set_language', text: lang });
    if (state === undefined) this.show(id);
    else this.load(state, id);
  }

  tellHeight() {
    const height = Math.ceil(card.getBoundingClientRect().height);
    if (height === this.height) return;
    this.height = height;
    tell({ type: 'gpusel:resize', height });
  }

  stopped(reason = '') {
    const text = root.lang === 'zh' ? '计算中断。' : 'The calculation stopped.';
    card.textContent = reason ? `${text} ${reason}` : text;
    card.removeAttribute('aria-busy');
    tell({ type: 'gpusel:error', code: 'stopped', message: reason || 'the calculation stopped', pointer: '' });
  }
}

globalThis.gpuSelector = new Card(); // for tests and the console
gpuSelector.start();
