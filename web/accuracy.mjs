// The page "How accurate is this?" (accuracy.html, accuracy-zh.html) from assets/accuracy.json: errors and coverage with every
// source left out in turn, by method, framework, device family and source; verdicts; the worst rows with their reasons.
//   node web/accuracy.mjs dist     writes both pages and their look; pack.mjs calls writeAccuracy() alone.
// Nothing here computes: numbers are the summary's, formatted.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { WORDS } from './accuracy_words.mjs';
import { article } from './article.mjs';
import { escape } from './html.js';

const here = dirname(fileURLToPath(import.meta.url));
const read = (...path) => readFileSync(join(here, ...path), 'utf8');
const OTHER = { en: ['zh', 'accuracy-zh.html', '中文'], zh: ['en', 'accuracy.html', 'English'] };
const STATISTICS = ['rows', 'sources', 'median', 'p90', 'bias', 'inside', 'width'];
const GROUPS = ['method', 'framework', 'device', 'source'];

// U+2212 for minus; Chinese sets no space before the sign.
function percent(x, lang, sign = false) {
  const digits = (100 * x).toFixed(1).replace(/^-0\.0$/, '0.0');
  return `${sign && Number(digits) > 0 ? '+' : ''}${digits.replace('-', '−')}${lang === 'zh' ? '%' : ' %'}`;
}
const statistic = (s, name, lang) => (name === 'rows' || name === 'sources' ? String(s[name]) : percent(s[name], lang, name === 'bias'));

// Memory in GiB, times in ms, rates as they are: the unit follows the path's end.
function valueText(quantity, x) {
  if (quantity.endsWith('_bytes')) return `${(x / 2 ** 30).toFixed(1)} GiB`;
  if (quantity.endsWith('_seconds')) return x < 1 ? `${(1000 * x).toPrecision(3)} ms` : `${x.toPrecision(3)} s`;
  return Number(x.toPrecision(3)).toLocaleString('en-US');
}

function table(caption, head, rows) {
  const cells = (row) => row.map((c, i) => (i === 0 ? `<th scope="row">${escape(c)}</th>` : `<td class="numeric">${escape(c)}</td>`)).join('');
  const columns = head.map((h, i) => `<th scope="col"${i ? ' class="numeric"' : ''}>${escape(h)}</th>`).join('');
  return (
    `<div class="scroll variants" tabindex="0" role="region" aria-label="${escape(caption)}"><table class="figures-table"><caption>${escape(caption)}</caption>` +
    `<thead><tr>${columns}</tr></thead><tbody>${rows.map((r) => `<tr>${cells(r)}</tr>`).join('')}</tbody></table></div>`
  );
}

// Where speeds are compared, the data sheet's roofline stands beside them.
const columnsOf = (rows) => (rows.some((s) => s.naive !== undefined) ? [...STATISTICS, 'naive'] : STATISTICS);
const statisticRow = (name, s, columns, lang) => [name, ...columns.map((k) => (s[k] === undefined ? '–' : statistic(s, k, lang)))];

function quantitySection(q, words, lang) {
  const columns = columnsOf([q]);
  const head = (first) => [first, ...columns.map((k) => words.columns[k])];
  const name = words.quantities[q.quantity] ?? q.quantity;
  const groups = GROUPS.filter((g) => q.by[g].length > 1).map((g) => {
    const rows = q.by[g].map((s) => statisticRow(words.methods[s.name] ?? s.name, s, columns, lang));
    return table(words.by.replace('{x}', words.groups[g]), head(words.heads[g]), rows);
  });
  return groups.length ? `<h3>${escape(name)}</h3>${groups.join('')}` : '';
}

function verdictSection(v, words) {
  const total = (row) => row.yes + row.tight + row.no;
  if (total(v.oom) + total(v.ran) === 0) return '';
  const row = (name, r) => [name, r.yes, r.tight, r.no];
  const rows = [row(words.verdict.oom, v.oom), row(words.verdict.ran, v.ran)];
  const wrong = [...v.false_yes, ...v.false_no];
  const list = wrong.length ? `<p class="foot">${escape(words.verdict.wrong)} ${escape(wrong.join(', '))}</p>` : '';
  return `<h3>${escape(words.verdict.title)}</h3>${table(words.verdict.caption, ['', ...words.verdict.said], rows)}${list}`;
}

function orderSection(order, words, lang) {
  if (!order) return '';
  const share = (x) => percent(x / order.pairs, lang);
  return `<p>${escape(words.order.replace('{pairs}', order.pairs).replace('{right}', share(order.right)).replace('{naive}', share(order.naive_right)))}</p>`;
}

// What was never measured: how wrong, and how sure, answers are where a whole group was left out.
function groupSection(groups, words, lang) {
  const head = ['', ...words.left_out.columns, ...['rows', 'median', 'inside', 'width'].map((k) => words.columns[k])];
  const rows = groups.map((g) => [`${words.left_out.of[g.of]}: ${words.left_out.kinds[g.kind]}`, g.groups, ...['rows', 'median', 'inside', 'width'].map((k) => statistic(g, k, lang))]);
  return `<h3>${escape(words.left_out.title)}</h3>${table(words.left_out.caption, head, rows)}`;
}

function worstSection(rows, words, lang) {
  const head = words.worst.columns.map((h) => `<th scope="col">${escape(h)}</th>`).join('');
  const body = rows.map((r) => {
    const x = (v) => valueText(r.quantity, v);
    const cells = [words.quantities[r.quantity] ?? r.quantity, `${words.methods[r.method] ?? r.method}, ${r.framework}`, x(r.measured), x(r.estimate), `${x(r.low).split(' ')[0]} – ${x(r.high)}`, r.reason?.[lang] ?? '–'];
    return `<tr><th scope="row">${escape(r.id)}</th>${cells.map((c) => `<td>${escape(c)}</td>`).join('')}</tr>`;
  });
  return (
    `<h3>${escape(words.worst.title)}</h3><div class="scroll variants" tabindex="0" role="region" aria-label="${escape(words.worst.title)}"><table class="worst">` +
    `<thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
  );
}

function taskSection(task, summary, words, lang) {
  const columns = columnsOf(summary.quantities);
  const head = [words.columns.quantity, ...columns.map((k) => words.columns[k])];
  const rows = summary.quantities.map((q) => statisticRow(words.quantities[q.quantity] ?? q.quantity, q, columns, lang));
  return (
    `<h2 id="${task}">${escape(words.tasks[task])}</h2>` +
    table(words.all, head, rows) +
    orderSection(summary.order, words, lang) +
    verdictSection(summary.verdicts, words) +
    groupSection(summary.left_out, words, lang) +
    summary.quantities.map((q) => quantitySection(q, words, lang)).join('') +
    worstSection(summary.worst, words, lang)
  );
}

export function accuracyPage(lang, summary, text) {
  const words = WORDS[lang];
  const [other, other_page, other_name] = OTHER[lang];
  const intro = words.intro.map((p) => `<p>${escape(p)}</p>`).join('');
  const terms = `<ul>${words.terms.map((t) => `<li>${escape(t)}</li>`).join('')}</ul>`;
  const body = `<h1>${escape(words.title)}</h1>\n<p class="lead">${escape(words.lead)}</p>\n${intro}${terms}` + Object.keys(summary).map((task) => taskSection(task, summary[task], words, lang)).join('');
  return article(body, { lang, other, other_page, other_name, heading: words.title, description: words.lead, app: text('app.name'), language: text('top.language') }, ['guide.css', 'accuracy.css']);
}

export function writeAccuracy(out) {
  const summary = JSON.parse(read('..', 'assets', 'accuracy.json'));
  for (const [lang, name] of [['en', 'accuracy.html'], ['zh', 'accuracy-zh.html']]) {
    const strings = JSON.parse(read('..', 'assets', 'i18n', `${lang}.json`));
    writeFileSync(join(out, name), accuracyPage(lang, summary, (key) => strings[key] ?? key));
  }
}

// Alone, with the look it shares with the site, so that the page can be opened as a file.
function main(out) {
  mkdirSync(out, { recursive: true });
  for (const name of ['style.css', 'guide.css', 'accuracy.css', 'theme.js', 'icon.svg']) copyFileSync(join(here, name), join(out, name));
  writeAccuracy(out);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv[2] ?? 'dist');
