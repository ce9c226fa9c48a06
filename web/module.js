// Loads the WebAssembly module and wraps its exports (ui/app/exports.hpp), for the page and for the embedded card. A trap is
// reported once; after it every call answers nothing, so that what is on the screen stays readable.

const SLOW_AFTER = 500; // milliseconds before a progress bar is worth showing

export class Module {
  constructor(instance, onTrap) {
    this.instance = instance;
    this.onTrap = onTrap;
    this.dead = false;
  }
  call(name, result, types, values) {
    if (this.dead) return result === 'string' ? '' : 0;
    try {
      return this.instance.ccall(name, result, types, values);
    } catch (error) {
      this.dead = true;
      this.onTrap(error);
      return result === 'string' ? '' : 0;
    }
  }
  bytes(name, data, types, values) {
    const at = this.instance._malloc(data.length);
    this.instance.HEAPU8.set(data, at);
    const result = this.call(name, 'number', ['number', 'number', ...types], [at, data.length, ...values]);
    this.instance._free(at);
    return result;
  }
  dispatch(action) {
    this.call('app_dispatch_json', null, ['string'], [JSON.stringify(action)]);
  }
  view() {
    return JSON.parse(this.call('app_view_json', 'string', [], []));
  }
  // English is in the module; the Chinese strings come when they are first asked for.
  async learn(lang, strings = fetchStrings(lang)) {
    if (lang !== 'zh' || this.spoken) return true;
    const bytes = await strings;
    this.spoken = Boolean(bytes) && this.bytes('app_add_strings', bytes, [], []) === 1;
    return this.spoken;
  }
  text(key) {
    return this.call('app_text', 'string', ['string'], [key]);
  }
  // What the last copy action left.
  clipboard() {
    return this.call('app_take_clipboard', 'string', [], []);
  }
}

async function fetchStrings(lang) {
  const response = lang === 'zh' && (await fetch('zh.json').catch(() => null));
  return response?.ok ? new Uint8Array(await response.arrayBuffer()) : null;
}

// The module holds the Latin face for the canvas; the HTML takes the same bytes.
function addLatinFaces(module) {
  for (const [bold, weight] of [[0, '400'], [1, '600']]) {
    const at = module.call('app_latin_font', 'number', ['number'], [bold]);
    const size = module.call('app_latin_font_size', 'number', ['number'], [bold]);
    document.fonts.add(new FontFace('Plex', module.instance.HEAPU8.slice(at, at + size), { weight }));
  }
}

async function fetchWithProgress(url, onProgress) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const total = Number(response.headers.get('content-length')) || 0;
  if (!total || !response.body) return response.arrayBuffer();
  const chunks = [];
  let received = 0;
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    received += value.length;
    onProgress(Math.min(received / total, 0.99));
  }
  const all = new Uint8Array(received);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all.buffer;
}

function loadScript(url) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${url} did not load`));
    document.head.append(script);
  });
}

export async function loadModule({ lang, canvas, onTrap, onProgress = () => {} }) {
  const slow = setTimeout(() => onProgress(0), SLOW_AFTER);
  const strings = fetchStrings(lang);
  try {
    const [wasmBinary] = await Promise.all([fetchWithProgress('gpu-selector.wasm', onProgress), loadScript('gpu-selector.js')]);
    const instance = await globalThis.GpuSelector({ wasmBinary, canvas, onAbort: (reason) => onTrap(new Error(String(reason))) });
    const module = new Module(instance, onTrap);
    addLatinFaces(module);
    await module.learn(lang, strings);
    return module;
  } finally {
    clearTimeout(slow);
    onProgress(1);
  }
}
