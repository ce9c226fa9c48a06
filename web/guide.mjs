// The guide's pages: prose (web/guide/guide.LANG.html) with worked examples put in. {{example NAME rows=N rejected=N}} is a scenario
// of assets/examples/guide.json as the core answers it now, {{rent NAME}} when buying its device pays, {{variants}} the three H100 from the catalogue, {{fact ID link}} one of its
// figures. Nothing here computes but unit prefixes and the ridge (peak / bandwidth); texts and numbers are the view model's.
import { article } from './article.mjs';
import { escape, memoryBar, statusIcon } from './html.js';

const VARIANTS = ['h100-sxm5-80gb', 'h100-pcie-80gb', 'h100-nvl-94gb'];
const OTHER = { en: ['zh', 'guide-zh.html', '中文'], zh: ['en', 'guide.html', 'English'] };
const WORDS = {
  en: {
    open: 'Open in the app', caption: 'The first of the ranking', rejected: 'Not taken:', variant: 'Variant', memory: 'Memory, GB', bandwidth: 'Bandwidth, TB/s', peak: 'bf16 dense, TFLOP/s',
    link: 'Link each way, GB/s', power: 'Power, W', ridge: 'Ridge, FLOP/byte', tpot: 'Time a token', variants: 'The H100 variants (datasheets; catalogue checked {date})', up_to: '{x} GB/s', title: 'How to choose an accelerator',
  },
  zh: {
    open: '在应用中打开', caption: '排名前几位', rejected: '未入选：', variant: '型号', memory: '显存，GB', bandwidth: '带宽，TB/s', peak: 'bf16 稠密，TFLOP/s', link: '互联（单向），GB/s', power: '功率，W',
    ridge: '拐点，FLOP/byte', tpot: '每 token 用时', variants: 'H100 的各个型号（数据手册；目录核对日期 {date}）', up_to: '{x} GB/s', title: '如何选择加速卡',
  },
};

const cells = (tag, list) => list.map((c) => `<${tag}>${escape(c)}</${tag}>`).join('');

function figureHtml(f) {
  const unit = f.unit ? ` <span class="unit">${escape(f.unit)}</span>` : '';
  return `<div class="figure"><dt>${escape(f.label)}</dt><dd><span class="value">${escape(f.value)}</span>${unit}<span class="interval">${escape(f.interval || f.note)}</span></dd></div>`;
}

function rankingHtml(view, count, words) {
  const head = view.table.columns.map((c) => `<th scope="col" class="${c.numeric ? 'numeric' : ''}">${escape(c.label)}</th>`).join('');
  const rows = view.table.rows.slice(0, count).map((r) => {
    const device = `<th scope="row">${statusIcon(r.fits)}${escape(r.device)}<span class="hidden"> ${escape(r.verdict)}</span></th>`;
    return `<tr><td class="numeric">${escape(r.rank)}</td>${device}${[r.memory, ...r.cells].map((c) => `<td class="numeric">${escape(c)}</td>`).join('')}</tr>`;
  });
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escape(view.scenario_name)}: ${escape(words.caption)}"><table><caption>${escape(words.caption)}: ${escape(view.table.count)}</caption><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function exampleHtml(name, view, { rows = 5, rejected = 0 }, lang) {
  const words = WORDS[lang];
  const a = view.answer;
  const lost = view.table.rejected.slice(0, rejected).map((r) => `<li>${statusIcon('no')}${escape(r.device)}: ${escape(r.reason)}</li>`).join('');
  const link = `./?lang=${lang}${view.permalink}`;
  return (
    `<section class="card example" id="example-${name}" aria-labelledby="title-${name}"><p id="title-${name}"><strong>${escape(view.scenario_name)}</strong> · ${escape(view.summary_line)}</p>` +
    `<p class="head"><strong>${escape(a.device)}</strong><span class="chip status-${a.fits}">${statusIcon(a.fits)}${escape(a.verdict)}</span><span class="kicker">${escape(a.kicker)}</span></p>` +
    `<dl class="figures">${a.figures.map(figureHtml).join('')}</dl><figure>${memoryBar(view.memory)}<figcaption>${escape(view.memory.summary)}</figcaption></figure>` +
    rankingHtml(view, rows, words) +
    (lost ? `<div class="rejected-list"><p>${escape(words.rejected)}</p><ul>${lost}</ul></div>` : '') +
    `<a class="open" href="${escape(link)}">${escape(words.open)}</a></section>`
  );
}

const linkSpeed = (accelerator, words) => words.up_to.replace('{x}', accelerator.link.gb_s);

// Time a token of each variant, from the rows of the example that asks all three.
function variantsHtml(accelerators, view, lang) {
  const words = WORDS[lang];
  const tpot = view.table.columns.findIndex((c) => c.id === 'tpot');
  const label = view.table.columns[tpot]?.label ?? words.tpot;
  const rows = VARIANTS.map((id) => {
    const a = accelerators.get(id);
    const row = view.table.rows.find((r) => r.key === `${id}/1`);
    const ridge = Math.round((a.peak_tflops.bf16 * 1000) / a.bandwidth_gb_s);
    const values = [a.memory_gb, (a.bandwidth_gb_s / 1000).toFixed(2), a.peak_tflops.bf16, a.link.gb_s, a.power_w, ridge, row ? row.cells[tpot - 3] : '–'];
    return `<tr><th scope="row">${escape(a.name.replace('NVIDIA ', ''))}</th>${cells('td', values)}</tr>`;
  });
  const date = VARIANTS.map((id) => accelerators.get(id).checked).sort().at(-1);
  const caption = words.variants.replace('{date}', date);
  const head = [words.variant, words.memory, words.bandwidth, words.peak, words.link, words.power, words.ridge, label];
  return `<div class="scroll variants" tabindex="0" role="region" aria-label="${escape(caption)}"><table><caption>${escape(caption)}</caption><thead><tr>${head.map((h) => `<th scope="col">${escape(h)}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

const optionsOf = (words) => Object.fromEntries(words.map((w) => w.split('=')).map(([key, value]) => [key, Number(value)]));

// `examples` are the views by name, `accelerators` the catalogue's rows, `text(key)` the interface's strings. Returns the page.
export function guidePage(lang, prose, examples, accelerators, text) {
  const byId = new Map(accelerators.map((a) => [a.id, a]));
  const body = prose.replace(/\{\{(\w+) ?([^}]*)\}\}/g, (_, kind, rest) => {
    const [name, ...words] = rest.split(' ');
    if (kind === 'example') return exampleHtml(name, examples[name], optionsOf(words), lang);
    if (kind === 'variants') return variantsHtml(byId, examples['h100-variants'], lang);
    if (kind === 'rent') return `<strong>${escape(examples[name].charts.find((c) => c.id === 'rent').summary)}</strong>`;
    if (kind === 'fact') return linkSpeed(byId.get(name), WORDS[lang]);
    throw new Error(`guide: {{${kind}}} is unknown`);
  });
  const [other, other_page, other_name] = OTHER[lang];
  const foot = `<p class="foot">${escape(examples['own-lora'].foot)}</p>`;
  return article(`${body}\n${foot}`, { lang, other, other_page, other_name, heading: WORDS[lang].title, description: text('app.tagline'), app: text('app.name'), language: text('top.language') }, ['guide.css']);
}
