// Writes dist/: the page with the default answer already in it (both languages), the card for other sites, the guide, the module,
// fonts, the service worker.
//   node web/pack.mjs --module BUILD/web --prerender BUILD/web/prerender.js --fonts FOLDER --out dist
// `prerender` prints {"en": {view, examples, text}, "zh": ...}; the HTML is made by the page's own text_view.js.
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minify } from 'terser';
import { writeAccuracy } from './accuracy.mjs';
import { guidePage } from './guide.mjs';
import { escape } from './html.js';
import { renderTextView } from './text_view.js';

const here = dirname(fileURLToPath(import.meta.url));
const options = {};
for (let i = 2; i < process.argv.length; i += 2) options[process.argv[i].replace(/^--/, '')] = process.argv[i + 1];
for (const need of ['module', 'prerender', 'out']) if (!options[need]) throw new Error(`pack.mjs: --${need} is missing`);

const PAGE = ['style.css', 'theme.js', 'main.js', 'module.js', 'canvas.js', 'text_view.js', 'text_face.js', 'text_charts.js', 'text_more.js', 'html.js', 'saved.js', 'download.js', 'morph.js', 'manifest.webmanifest', 'icon.svg', 'icon-maskable.svg'];
const EMBED = ['embed.js', 'embed.css', 'embed_page.js', 'embed_view.js', 'embed_message.js'];
const GUIDE = ['guide.css', 'accuracy.css'];
const CHART = { width: 640, height: 400 };

const read = (...path) => readFileSync(join(here, ...path), 'utf8');
const guideScenarios = JSON.parse(read('..', 'assets', 'examples', 'guide.json'));

function textKeys() {
  const source = ['text_view.js', 'text_charts.js', 'text_more.js'].map((name) => read(name)).join('');
  return [...new Set([...source.matchAll(/text\('([a-z0-9_.]+)'\)/g)].map((m) => m[1]).concat(['act.pin', 'act.unpin', 'err.noscript', 'skip.text', 'load.app', 'top.language']))];
}

function prerendered() {
  const scenarios = Object.values(guideScenarios).map((scenario) => JSON.stringify(scenario));
  // Through a file: a pipe takes only part of so long an answer before Node leaves.
  const path = join(tmpdir(), `gpu-selector-prerender-${process.pid}.json`);
  const file = openSync(path, 'w');
  try {
    const program = ['--no-experimental-fetch', options.prerender, String(CHART.width), String(CHART.height), ...textKeys(), ...scenarios];
    execFileSync(process.execPath, program, { stdio: ['ignore', file, 'inherit'] });
    return JSON.parse(readFileSync(path, 'utf8'));
  } finally {
    closeSync(file);
    rmSync(path);
  }
}

const fill = (name, values) => read(name).replace(/\{\{(\w+)\}\}/g, (_, key) => values[key]);

// Before the module answers nothing can be pressed or chosen: the page that is read until then goes without the actions and the lists.
const untilReady = (html) => html.replace(/ data-action="[^"]*"/g, '').replace(/<option [^>]*">[^<]*<\/option>/g, '');

function writePages(languages) {
  // The first chart is enough until the module draws them all; the other language does without.
  const html = (l) => renderTextView({ ...languages[l].view, charts: l === 'en' ? languages[l].view.charts.slice(0, 1) : [] }, (key) => languages[l].text[key] ?? key, CHART);
  const text = (key) => escape(languages.en.text[key] ?? key);
  const values = {
    title: `${text('app.name')} · ${text('app.tagline')}`,
    tagline: text('app.tagline'),
    skip: text('skip.text'),
    noscript: text('err.noscript'),
    text: untilReady(html('en')),
    text_zh: untilReady(html('zh')),
  };
  writeFileSync(join(options.out, 'index.html'), fill('index.template.html', values));
  writeFileSync(join(options.out, 'embed.html'), fill('embed.template.html', { ...values, loading: text('load.app') }));
}

function writeGuide(languages) {
  const accelerators = JSON.parse(read('..', 'assets', 'data', 'accelerators.json'));
  const names = Object.keys(guideScenarios);
  for (const [lang, page] of [['en', 'guide.html'], ['zh', 'guide-zh.html']]) {
    const examples = Object.fromEntries(languages[lang].examples.map((view, i) => [names[i], view]));
    for (const [name, view] of Object.entries(examples)) if (view.error || !view.table.rows.length) throw new Error(`guide: ${name}: ${view.error || 'nothing fits'}`);
    const html = guidePage(lang, read('guide', `guide.${lang}.html`), examples, accelerators.accelerators ?? accelerators, (key) => languages[lang].text[key] ?? key);
    writeFileSync(join(options.out, page), html);
  }
}

const smallCss = (css) => css.replace(/\/\*[^]*?\*\//g, '').replace(/\s+/g, ' ').replace(/ ?([{};,>]) ?/g, '$1').replace(/: /g, ':');

// Scripts lose their comments and long names, style sheets their comments and spaces; everything else is copied as it is.
async function copySmall(from, to) {
  if (from.endsWith('.css')) return writeFileSync(to, smallCss(readFileSync(from, 'utf8')));
  if (!from.endsWith('.js')) return copyFileSync(from, to);
  const source = readFileSync(from, 'utf8');
  const { code } = await minify(source, { module: /^\s*(import|export)\b/m.test(source), ecma: 2020 });
  return writeFileSync(to, code);
}

const out = options.out;
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const name of [...PAGE, ...EMBED, ...GUIDE]) await copySmall(join(here, name), join(out, name));
for (const name of ['gpu-selector.js', 'gpu-selector.wasm']) await copySmall(join(options.module, name), join(out, name));
if (options.fonts) for (const name of readdirSync(options.fonts)) if (/\.(woff2|ttf)$/.test(name)) copyFileSync(join(options.fonts, name), join(out, name));
writeFileSync(join(out, 'zh.json'), JSON.stringify(JSON.parse(read('..', 'assets', 'i18n', 'zh.json'))));
const languages = prerendered();
writePages(languages);
writeGuide(languages);
writeAccuracy(out);
writeFileSync(join(out, '.nojekyll'), '');

const files = readdirSync(out).filter((name) => name !== '.nojekyll').sort();
const hash = createHash('sha256');
for (const name of files) hash.update(name).update(readFileSync(join(out, name)));
const build = `gpu-selector-${hash.digest('hex').slice(0, 12)}`;
// Chinese strings and fonts are fetched with the language, the guide's with the guide: the service worker keeps them then; at
// installation only where the browser's own languages have Chinese. The accuracy page is for reading on line.
const later = files.filter((name) => /zh|woff2/.test(name));
const precache = files.filter((name) => !later.includes(name) && !/^accuracy/.test(name));
const worker = read('sw.template.js')
  .replace('{{build}}', build)
  .replace('{{files}}', JSON.stringify(['./', ...precache]))
  .replace('{{later}}', JSON.stringify(later));
writeFileSync(join(out, 'sw.js'), worker);
if (!existsSync(join(out, 'index.html'))) throw new Error('pack.mjs: no index.html written');
console.log(`${out}: ${files.length + 1} files, build ${build}`);
