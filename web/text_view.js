// The text view: the whole product as semantic HTML, from the same ViewModel that the canvas draws (ui/view/view_model.hpp).
// Pure: view in, HTML string out. The page morphs it into the document (morph.js); the packer renders the default answer into
// index.html with it, so the page reads before WebAssembly arrives. Nothing here computes, formats or translates.

export const escape = (text) =>
  String(text ?? '').replace(/[&<>"']/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c]);

const attribute = (name, value) => (value === undefined || value === null || value === false ? '' : ` ${name}="${escape(value)}"`);
const action = (value) => attribute('data-action', JSON.stringify(value));
const idOf = (text) => 'f-' + text.replace(/[^a-zA-Z0-9]+/g, '-');
const STATUS_ICON = {
  yes: '<circle cx="8" cy="8" r="6.5"/><path d="M5 8.2l2.2 2.2L11 6.2"/>',
  tight: '<path d="M8 2l6.5 11.5h-13z"/><path d="M8 6.2v3.6M8 11.4v.4"/>',
  no: '<path d="M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3z"/><path d="M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8"/>',
};
export const statusIcon = (fits) => `<svg class="icon status-${fits}" viewBox="0 0 16 16" aria-hidden="true">${STATUS_ICON[fits]}</svg>`;

const button = (b, extra = '') =>
  `<button type="button" id="${escape(b.id)}" class="button${b.primary ? ' primary' : ''}"${action(b.action)}${extra}>${escape(b.label)}</button>`;

// ---------------------------------------------------------------- needs
function choiceField(field, id) {
  const describedBy = field.error ? `${id}-error` : null;
  if (field.segmented) {
    const options = field.choices
      .map(
        (c) =>
          `<label class="segment"><input type="radio" name="${id}" value="${escape(c.value)}" data-field="${escape(field.id)}"` +
          `${c.value === field.input ? ' checked' : ''}><span>${escape(c.label)}</span></label>`,
      )
      .join('');
    return `<fieldset class="field segmented" id="${id}"><legend>${escape(field.label)}</legend><div class="segments">${options}</div></fieldset>`;
  }
  const options = field.choices
    .map((c) => `<option value="${escape(c.value)}"${c.value === field.input ? ' selected' : ''}>${escape(c.label)}</option>`)
    .join('');
  return (
    `<div class="field"><label for="${id}">${escape(field.label)}</label>` +
    `<select id="${id}" data-field="${escape(field.id)}"${attribute('aria-describedby', describedBy)}>${options}</select>${errorOf(field, id)}</div>`
  );
}

function errorOf(field, id) {
  return field.error ? `<p class="error" id="${id}-error">${statusIcon('no')}${escape(field.error)}</p>` : '';
}

function textField(field, id, list = '') {
  const unit = field.unit ? `<span class="unit" id="${id}-unit">${escape(field.unit)}</span>` : '';
  const describedBy = [field.unit && `${id}-unit`, field.help && `${id}-help`, field.error && `${id}-error`].filter(Boolean).join(' ');
  const numeric = field.type !== 'model' && field.type !== 'names' && field.type !== 'accelerator';
  const help = field.help ? `<small id="${id}-help">${escape(field.help)}</small>` : '';
  return (
    `<div class="field${field.is_default ? '' : ' changed'}${field.type === 'model' ? ' wide' : ''}"><label for="${id}">${escape(field.label)}</label><span class="entry">` +
    `<input id="${id}" type="text" data-field="${escape(field.id)}" value="${escape(field.input)}" autocomplete="off" spellcheck="false"` +
    `${numeric ? ' inputmode="decimal"' : ''}${attribute('placeholder', field.placeholder)}${list ? ` list="${list}"` : ''}` +
    `${attribute('aria-describedby', describedBy || null)}${field.error ? ' aria-invalid="true"' : ''}>${unit}</span>${help}${errorOf(field, id)}</div>`
  );
}

function fieldHtml(field) {
  const id = idOf(field.id);
  if (field.type === 'boolean') {
    return (
      `<div class="field check"><input id="${id}" type="checkbox" data-field="${escape(field.id)}"${field.input === 'true' ? ' checked' : ''}>` +
      `<label for="${id}">${escape(field.label)}</label>${errorOf(field, id)}</div>`
    );
  }
  return field.choices && field.choices.length > 0 ? choiceField(field, id) : textField(field, id);
}

function modelField(view, field) {
  const id = idOf(field.id);
  const options = view.model.found.map((c) => `<option value="${escape(c.value)}">${escape(c.label)}</option>`).join('');
  const withError = { ...field, error: field.error || view.model_error, input: view.model.query || field.input, help: view.model.subtitle };
  return textField(withError, id, 'models') + `<datalist id="models">${options}</datalist>`;
}

function groupHtml(view, group) {
  const shown = group.fields.map((f) => (f.type === 'model' ? modelField(view, f) : fieldHtml(f))).join('');
  const more =
    group.more.length === 0
      ? ''
      : `<details class="more"${view.more_open ? ' open' : ''}><summary>${escape(group.more_label)}</summary>${group.more.map(fieldHtml).join('')}</details>`;
  return `<fieldset class="group" id="group-${escape(group.id)}"><legend>${escape(group.label)}</legend>${shown}${more}</fieldset>`;
}

function needsHtml(view, text) {
  return (
    `<form id="needs" class="card needs" aria-labelledby="needs-title"><h2 id="needs-title">${escape(text('nav.needs'))}</h2>` +
    view.needs.map((g) => groupHtml(view, g)).join('') +
    `<p class="foot">${escape(view.foot)} · <a href="${view.lang === 'zh' ? 'accuracy-zh.html' : 'accuracy.html'}">${escape(text('foot.accuracy'))}</a></p></form>`
  );
}

// ---------------------------------------------------------------- result
function figureHtml(figure) {
  const value = `<span class="value">${escape(figure.value)}</span>${figure.unit ? ` <span class="unit">${escape(figure.unit)}</span>` : ''}`;
  const open = figure.why
    ? `<button type="button" class="number" id="why-${escape(figure.why)}"${action({ kind: 'open_why', text: figure.why })}>${value}</button>`
    : value;
  return (
    `<div class="figure"><dt>${escape(figure.label)}</dt><dd>${open}` +
    `${figure.interval ? `<span class="interval">${escape(figure.interval)}</span>` : ''}` +
    `${figure.note ? `<span class="note">${escape(figure.note)}</span>` : ''}</dd></div>`
  );
}

function answerHtml(view) {
  const a = view.answer;
  const notes = a.notes.length ? `<ul class="notes">${a.notes.map((n) => `<li>${escape(n)}</li>`).join('')}</ul>` : '';
  return (
    `<section id="answer" class="card answer" aria-labelledby="answer-title"><div class="subject"><p class="kicker">${escape(a.kicker)}` +
    `${a.stale ? ` <span class="stale">${escape(a.stale)}</span>` : ''}${a.stepper ? ` <span class="stepper">${escape(a.stepper)}</span>` : ''}</p>` +
    `<h2 id="answer-title">${escape(a.device)}</h2>${a.layout ? `<p class="layout">${escape(a.layout)}</p>` : ''}` +
    `<p class="chip status-${a.fits}">${statusIcon(a.fits)}${escape(a.verdict)}</p>` +
    `<p class="actions">${a.buttons.map((b) => button(b)).join(' ')}</p></div>` +
    `<div class="numbers"><dl class="figures">${a.figures.map(figureHtml).join('')}</dl>` +
    `<p class="reason">${escape(a.reason)} <strong>${escape(a.reason_strong)}</strong></p></div>${notes}</section>`
  );
}

// The bar in percent of its width, so that lines, dots and letters keep their size on a phone and on a wall. A part's name stands
// inside it where even a narrow bar leaves room.
export function memoryBar(memory) {
  const narrow = 320;
  const at = (fraction) => `${(fraction * 100).toFixed(2)}%`;
  const bars = memory.segments
    .map((s) => {
      const width = s.to - s.from;
      const label = `${s.label} ${s.value ?? ''}`.trim();
      const inside = width * narrow > 24 + 7.5 * label.length;
      return (
        `<rect class="fill-${s.color}" x="${at(s.from)}" y="4" width="${at(width)}" height="32" rx="2"/>` +
        (width * narrow > 4 ? `<line class="gap" x1="${at(s.to)}" x2="${at(s.to)}" y1="4" y2="36"/>` : '') +
        (inside ? `<text class="inside in-${s.color}" x="${at(s.from)}" dx="8" y="25">${escape(label)}</text>` : '')
      );
    })
    .join('');
  const vertical = (name, x, y1, y2) => `<line class="${name}" x1="${at(x)}" x2="${at(x)}" y1="${y1}" y2="${y2}"/>`;
  const over = Math.max(memory.usable, memory.low);
  return (
    `<svg class="bar" role="img" aria-label="${escape(memory.summary)}">` +
    `<rect class="card-outline" x="0" y="4" width="${at(memory.card)}" height="32" rx="3"/>${bars}${vertical('usable', memory.usable, 0, 40)}` +
    `<line class="whisker" x1="${at(memory.low)}" x2="${at(memory.high)}" y1="47" y2="47"/>` +
    (memory.high > memory.usable ? `<line class="whisker status-${memory.fits}" x1="${at(over)}" x2="${at(memory.high)}" y1="47" y2="47"/>` : '') +
    `${vertical('whisker', memory.low, 43, 51)}${vertical('whisker', memory.high, 43, 51)}<circle class="dot" cx="${at(memory.estimate)}" cy="47" r="3.5"/></svg>`
  );
}

function memoryHtml(view, text) {
  const m = view.memory;
  if (m.segments.length === 0) return '';
  const parts = m.segments
    .map((s) => `<div class="part"><dt><svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><rect class="fill-${s.color}" width="10" height="10" rx="2"/></svg>${escape(s.label)}</dt>` +
        `<dd>${s.why ? `<button type="button" class="number" id="why-${escape(s.why)}"${action({ kind: 'open_why', text: s.why })}>${escape(s.value)}</button>` : escape(s.value)}</dd></div>`)
    .join('');
  const kinds = m.kinds.map((k) => `<div class="part"><dt>${escape(k.label)}</dt><dd>${escape(k.value)}</dd></div>`).join('');
  return (
    `<section id="memory" class="card" aria-labelledby="memory-title"><h2 id="memory-title">${escape(m.title)} <span class="when">${escape(m.when)}</span></h2>` +
    `<figure>${memoryBar(m)}<figcaption>${[m.interval_label, m.free_label, m.usable_label, m.card_label].filter(Boolean).map((t) => `<span>${escape(t)}</span>`).join('')}</figcaption></figure>` +
    `<dl class="parts" aria-label="GiB">${parts}</dl>${kinds ? `<dl class="parts kinds" aria-label="${escape(text('mem.kinds'))}">${kinds}</dl>` : ''}</section>`
  );
}

function changesHtml(view) {
  const c = view.changes;
  const items = c.items
    .map((i) => `<li><span><strong>${escape(i.label)}</strong><small>${escape(i.effect)}</small></span>${button(i.button, attribute('aria-label', `${i.button.label}: ${i.label}`))}</li>`)
    .join('');
  return `<section id="changes" class="card" aria-labelledby="changes-title"><h2 id="changes-title">${escape(c.title)}</h2>${items ? `<ul class="changes">${items}</ul>` : `<p>${escape(c.empty)}</p>`}</section>`;
}

function sortState(table, column) {
  if (table.sorted_by !== column.id) return '';
  return ` aria-sort="${table.descending ? 'descending' : 'ascending'}"`;
}

function rowHtml(row, text) {
  const cells = row.cells.map((c) => `<td class="numeric">${escape(c)}</td>`).join('');
  const pin = row.pinned ? 'unpin' : 'pin';
  return (
    `<tr class="${row.selected ? 'selected' : ''}"${row.selected ? ' aria-current="true"' : ''}><td class="numeric">${escape(row.rank)}</td>` +
    `<th scope="row">${statusIcon(row.fits)}<button type="button" class="link" id="row-${escape(row.key)}"${action({ kind: 'select_row', text: row.key })}>${escape(row.device)}</button>` +
    `<span class="hidden"> ${escape(row.verdict)}</span></th><td class="numeric">${escape(row.memory)}</td>${cells}` +
    `<td><button type="button" class="link" id="pin-${escape(row.key)}" aria-pressed="${row.pinned}" aria-label="${escape(text('act.' + pin))}: ${escape(row.device)}"${action({ kind: pin, text: row.key })}>${escape(text('act.' + pin))}</button></td></tr>`
  );
}

function rankingHtml(view, text) {
  const t = view.table;
  const head = t.columns
    .map((c) => `<th scope="col" class="${c.numeric ? 'numeric' : ''}"${sortState(t, c)}><button type="button" class="link" id="sort-${escape(c.id)}"${action({ kind: 'sort', text: c.id })}>${escape(c.label)}</button></th>`)
    .join('');
  const rows = t.rows.map((r) => rowHtml(r, text)).join('');
  const rejected = t.rejected
    .map((r) => `<tr><th scope="row">${statusIcon('no')}${escape(r.device)}</th><td>${escape(r.reason)}</td><td>${r.fix ? button(r.fix, attribute('aria-label', `${r.fix.label}: ${r.device}`)) : ''}</td></tr>`)
    .join('');
  const filter = `<div class="field filter"><label for="f-filter">${escape(text('tbl.filter'))}</label><input id="f-filter" type="search" value="${escape(t.filter)}" data-filter="1"></div>`;
  return (
    `<section id="ranking" class="card" aria-labelledby="ranking-title"><h2 id="ranking-title">${escape(t.title)} <span class="when">${escape(t.count)}</span></h2>${filter}` +
    `<div class="scroll" tabindex="0" role="region" aria-labelledby="ranking-title"><table><caption class="hidden">${escape(t.title)}: ${escape(t.count)}</caption>` +
    `<thead><tr>${head}<th scope="col"><span class="hidden">${escape(text('act.pin'))}</span></th></tr></thead><tbody>${rows}</tbody></table></div>${t.empty ? `<p>${escape(t.empty)}</p>` : ''}` +
    (t.rejected_title
      ? `<h3>${escape(t.rejected_title)} ${t.show_all ? `<button type="button" class="link" id="show-rejected"${action({ kind: 'show_rejected', value: !t.all_rejected_shown })}>${escape(t.show_all)}</button>` : ''}</h3>` +
        `<div class="scroll" tabindex="0" role="region" aria-label="${escape(t.rejected_title)}"><table class="rejected"><caption class="hidden">${escape(t.rejected_title)}</caption><tbody>${rejected}</tbody></table></div>`
      : '') +
    `</section>`
  );
}

// ---------------------------------------------------------------- charts
function markSvg(mark) {
  const p = mark.xy;
  const stroke = `class="stroke-${mark.color}" stroke-width="${mark.width}"${mark.dashed ? ' stroke-dasharray="4 3"' : ''}`;
  const paint = mark.filled ? `class="fill-${mark.color}"` : `${stroke} fill="none"`;
  const opacity = mark.opacity < 1 ? ` opacity="${mark.opacity}"` : '';
  switch (mark.kind) {
    case 'line':
      return `<line x1="${p[0]}" y1="${p[1]}" x2="${p[2]}" y2="${p[3]}" ${stroke}${opacity}/>`;
    case 'polyline': {
      const points = [];
      for (let i = 0; i + 1 < p.length; i += 2) points.push(`${p[i]},${p[i + 1]}`);
      return `<polyline points="${points.join(' ')}" ${paint}${opacity}/>`;
    }
    case 'rect':
      return `<rect x="${p[0]}" y="${p[1]}" width="${p[2]}" height="${p[3]}" ${paint}${opacity}/>`;
    case 'circle':
      return `<circle cx="${p[0]}" cy="${p[1]}" r="${p[2]}" ${paint}${opacity}/>`;
    case 'square':
      return `<rect x="${p[0] - p[2]}" y="${p[1] - p[2]}" width="${2 * p[2]}" height="${2 * p[2]}" ${paint}${opacity}/>`;
    case 'triangle':
      return `<path d="M${p[0]} ${p[1] - p[2]}L${p[0] + p[2]} ${p[1] + p[2]}H${p[0] - p[2]}Z" ${paint}${opacity}/>`;
    default:
      return `<text x="${p[0]}" y="${p[1]}" font-size="${mark.size}" text-anchor="${mark.anchor}" class="fill-${mark.color}${mark.strong ? ' strong' : ''}">${escape(mark.text)}</text>`;
  }
}

function chartHtml(chart, size, text) {
  if (chart.empty) return `<section class="chart"><h3>${escape(chart.title)}</h3><p>${escape(chart.empty)}</p></section>`;
  const head = chart.table_head.map((h) => `<th scope="col">${escape(h)}</th>`).join('');
  const rows = chart.table_rows.map((r) => `<tr>${r.map((c, i) => (i === 0 ? `<th scope="row">${escape(c)}</th>` : `<td>${escape(c)}</td>`)).join('')}</tr>`).join('');
  return (
    `<section class="chart" id="chart-${escape(chart.id)}"><h3>${escape(chart.title)}</h3><figure><svg viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${escape(chart.title)}: ${escape(chart.summary)}">${chart.marks.map(markSvg).join('')}</svg>` +
    `<figcaption>${escape(chart.summary)}</figcaption></figure><details><summary>${escape(text('chart.table'))}</summary><div class="scroll" tabindex="0" role="region" aria-label="${escape(chart.title)}"><table><caption class="hidden">${escape(chart.title)}</caption><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div></details></section>`
  );
}

function whyHtml(view, text) {
  const w = view.why;
  if (!w) return '';
  const rows = w.rows
    .map((r) => `<tr class="depth-${Math.min(r.depth, 5)}"><th scope="row">${escape(r.label)}</th><td class="formula">${escape(r.formula)}${r.numbers ? `<br><span class="put-in">${escape(r.numbers)}</span>` : ''}</td><td class="numeric">${escape(r.value)}</td></tr>`)
    .join('');
  return (
    `<section id="why" class="card why" aria-labelledby="why-title" tabindex="-1"><h2 id="why-title">${escape(w.title)}</h2>` +
    `<button type="button" id="why-close" class="button"${action({ kind: 'close_why' })}>${escape(text('why.close'))}</button>` +
    `<div class="scroll" tabindex="0" role="region" aria-labelledby="why-title"><table><caption class="hidden">${escape(w.title)}</caption><thead><tr><th scope="col">${escape(text('why.part'))}</th><th scope="col">${escape(text('why.made_of'))}</th><th scope="col" class="numeric">${escape(w.total)}</th></tr></thead><tbody>${rows}</tbody></table></div>` +
    (w.interval_text ? `<h3>${escape(w.interval_title)}</h3><p>${escape(w.interval_text)}</p>` : '') +
    (w.source ? `<h3>${escape(w.source_title)}</h3><p>${escape(w.source)}</p>` : '') +
    (w.cheapest ? `<p>${escape(w.cheapest)}</p>` : '') +
    `</section>`
  );
}

function startsHtml(view, text) {
  if (view.starts.length === 0) return '';
  return `<nav id="starts" class="card" aria-labelledby="starts-title"><h2 id="starts-title">${escape(text('start.title'))}</h2><ul class="starts">${view.starts.map((b) => `<li>${button(b)}</li>`).join('')}</ul></nav>`;
}

function barHtml(view, text) {
  const other = view.lang === 'zh' ? 'en' : 'zh';
  const dark = view.theme === 'dark';
  const item = (id, label, act, extra = '') => `<button type="button" id="${id}" class="button"${action(act)}${extra}>${escape(label)}</button>`;
  return (
    `<header class="topbar"><h1><svg class="logo" viewBox="0 0 22 22" aria-hidden="true"><rect width="22" height="22" rx="4" class="fill-accentFill"/><path d="M5 17v-5h3v5zM9.5 17V8.5h3V17zM14 17V5h3v12z" class="on-accent"/></svg>${escape(text('app.name'))}</h1><p class="tagline">${escape(text('app.tagline'))}</p><nav aria-label="${escape(text('app.name'))}">` +
    item('undo', text('top.undo'), { kind: 'undo' }, view.can_undo ? '' : ' disabled') +
    item('redo', text('top.redo'), { kind: 'redo' }, view.can_redo ? '' : ' disabled') +
    item('copy-link', text('top.link'), { kind: 'copy_link' }) +
    `<a id="guide-link" class="button" href="${view.lang === 'zh' ? 'guide-zh.html' : 'guide.html'}">${escape(text('top.guide'))}</a>` +
    item('to-canvas', text('top.canvas_view'), { kind: 'set_view', text: 'canvas' }) +
    item('language', other === 'zh' ? '中文' : 'English', { kind: 'set_language', text: other }, ` lang="${other}"`) +
    item('theme', dark ? text('top.theme_light') : text('top.theme_dark'), { kind: 'set_theme', text: dark ? 'light' : 'dark' }) +
    `</nav></header>`
  );
}

// `text(key)` gives a fixed string of the interface; `size` is what the charts were laid out for.
export function renderTextView(view, text, size) {
  const error = view.error ? `<p class="error" role="alert">${statusIcon('no')}${escape(view.error)}</p>` : '';
  const charts = view.charts.map((c) => chartHtml(c, size, text)).join('');
  return (
    barHtml(view, text) +
    `<div class="columns">${needsHtml(view, text)}<div class="result" id="result">${error}${answerHtml(view)}${whyHtml(view, text)}${memoryHtml(view, text)}${changesHtml(view)}${startsHtml(view, text)}${rankingHtml(view, text)}` +
    (charts ? `<section id="charts" class="card" aria-labelledby="charts-title"><h2 id="charts-title">${escape(text('nav.charts'))}</h2>${charts}</section>` : '') +
    `</div></div>`
  );
}
