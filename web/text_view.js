// The text view: the whole product as semantic HTML, from the same ViewModel that the canvas draws (ui/view/view_model.hpp).
// Pure: view in, HTML string out. The page morphs it into the document (morph.js); the packer renders the default answer into
// index.html with it, so the page reads before WebAssembly arrives. Nothing here computes, formats or translates.
import { action, attribute, button, escape, idOf, memoryBar, statusIcon } from './html.js';
import { chartHtml } from './text_charts.js';
import { cardHtml, compareHtml, exportsHtml, keysHtml, largestHtml, launchHtml, savedHtml, replaceHtml, searchHtml, startsHtml, whyHtml } from './text_more.js';

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

// The same field as in the needs, where the question about the card is asked.
function cardChoice(view) {
  const field = view.needs.flatMap((g) => [...g.fields, ...g.more]).find((f) => f.id === 'hardware.accelerator');
  return field ? choiceField({ ...field, choices: field.choices.filter((c) => c.value) }, 'f-card') : '';
}

function modelField(view, field, text) {
  const id = idOf(field.id);
  const options = view.model.found.map((c) => `<option value="${escape(c.value)}">${escape(c.label)}</option>`).join('');
  const withError = { ...field, error: field.error || view.model_error, input: view.model.query || field.input, help: view.model.subtitle };
  return (
    textField(withError, id, 'models') +
    `<datalist id="models">${options}</datalist><label class="button file">${escape(text('form.file'))}<input id="f-file" type="file" accept=".json,.safetensors,.gguf" data-model-file="1"></label>`
  );
}

function groupHtml(view, group, text) {
  const shown = group.fields.map((f) => (f.type === 'model' ? modelField(view, f, text) : fieldHtml(f))).join('');
  const more =
    group.more.length === 0
      ? ''
      : `<details class="more"${view.more_open ? ' open' : ''}><summary>${escape(group.more_label)}</summary>${group.more.map(fieldHtml).join('')}</details>`;
  return `<fieldset class="group" id="group-${escape(group.id)}"><legend>${escape(group.label)}</legend>${shown}${more}</fieldset>`;
}

function needsHtml(view, text) {
  return (
    `<form id="needs" class="card needs" aria-labelledby="needs-title"><h2 id="needs-title">${escape(text('nav.needs'))}</h2>` +
    view.needs.map((g) => groupHtml(view, g, text)).join('') +
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
  const order = a.order.length ? `<h3 class="order-title">${escape(a.order_label)}</h3><ul class="notes">${a.order.map((n) => `<li>${escape(n)}</li>`).join('')}</ul>` : '';
  const notes = a.notes.length ? `<ul class="notes">${a.notes.map((n) => `<li>${escape(n)}</li>`).join('')}</ul>` : '';
  return (
    `<section id="answer" class="card answer" tabindex="-1" aria-labelledby="answer-title"><div class="subject"><p class="kicker">${escape(a.kicker)}` +
    `${a.stale ? ` <span class="stale">${escape(a.stale)}</span>` : ''}${a.stepper ? ` <span class="stepper">${escape(a.stepper)}</span>` : ''}</p>` +
    `<h2 id="answer-title">${escape(a.device)}</h2>${a.layout ? `<p class="layout">${escape(a.layout)}</p>` : ''}` +
    `<p class="chip status-${a.fits}">${statusIcon(a.fits)}${escape(a.verdict)}</p>` +
    `<p class="actions">${a.buttons.map((b) => button(b)).join(' ')}</p></div>` +
    `<div class="numbers"><dl class="figures">${a.figures.map(figureHtml).join('')}</dl>` +
    `<p class="reason">${escape(a.reason)} <strong>${escape(a.reason_strong)}</strong>${escape(a.reason_detail)}</p></div>${order}${notes}</section>`
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

function changesHtml(view, text) {
  const c = view.changes;
  const items = c.items
    .map((i) => `<li><span>${i.label ? `<strong>${escape(i.label)}</strong>` : ''}<small>${escape(i.effect)}</small></span>${i.button.label ? button(i.button, attribute('aria-label', `${i.button.label}: ${i.label || i.effect}`)) : ''}</li>`)
    .join('');
  return `<section id="changes" class="card" aria-labelledby="changes-title"><h2 id="changes-title">${escape(c.title)}</h2>${items ? `<ul class="changes">${items}</ul>` : `<p>${escape(c.empty)}</p>`}${largestHtml(view, text)}</section>`;
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

const checkHtml = (id, label, checked, column) =>
  `<span class="check"><input type="checkbox" id="${escape(id)}" data-column="${escape(column)}"${checked ? ' checked' : ''}><label for="${escape(id)}">${escape(label)}</label></span>`;

function rankingHtml(view, text) {
  const t = view.table;
  const head = t.columns
    .map((c) => `<th scope="col" class="${c.numeric ? 'numeric' : ''}"${sortState(t, c)}><button type="button" class="link" id="sort-${escape(c.id)}"${action({ kind: 'sort', text: c.id })}>${escape(c.label)}</button></th>`)
    .join('');
  const rows = t.rows.map((r) => rowHtml(r, text)).join('');
  const columns = t.choices.map((c) => checkHtml(`column-${c.id}`, c.label, c.shown, c.id)).join('');
  const rejected = t.rejected
    .map((r) => `<li><span>${statusIcon('no')}${escape(r.device)}</span><span class="lost">${escape(r.reason)}</span>${r.fix ? button(r.fix, attribute('aria-label', `${r.fix.label}: ${r.device}`)) : ''}</li>`)
    .join('');
  const under = t.columns.map((c) => (c.filter_hint ? `<td><input id="where-${escape(c.id)}" type="text" data-where="${escape(c.id)}" value="${escape(c.filter)}" placeholder="${escape(c.filter_hint)}" aria-label="${escape(`${text('tbl.filter')}: ${c.label}`)}" aria-describedby="where-help" autocomplete="off"${c.filter_bad ? ' aria-invalid="true"' : ''}></td>` : '<td></td>')).join('');
  const where = t.filter_help ? `<tr class="where">${under}<td></td></tr>` : '';
  const filter = `<div class="field filter"><label for="f-filter">${escape(text('tbl.filter'))}</label><input id="f-filter" type="search" value="${escape(t.filter)}" data-filter="1"></div>${columns ? `<details class="more columns-choice"><summary>${escape(text('tbl.columns'))}</summary>${columns}</details>` : ''}`;
  return (
    `<section id="ranking" class="card" aria-labelledby="ranking-title"><h2 id="ranking-title">${escape(t.title)} <span class="when">${escape(t.count)}</span></h2>${filter}` +
    `<div class="scroll" tabindex="0" role="region" aria-labelledby="ranking-title"><table><caption class="hidden">${escape(t.title)}: ${escape(t.count)}</caption>` +
    `<thead><tr>${head}<th scope="col"><span class="hidden">${escape(text('act.pin'))}</span></th></tr>${where}</thead><tbody>${rows}</tbody></table></div>${where ? `<p id="where-help" class="where-help">${escape(t.filter_help)}</p>` : ''}${t.empty ? `<p>${escape(t.empty)}</p>` : ''}` +
    (t.rejected_title
      ? `<h3>${escape(t.rejected_title)} ${t.show_all ? `<button type="button" class="link" id="show-rejected"${action({ kind: 'show_rejected', value: !t.all_rejected_shown })}>${escape(t.show_all)}</button>` : ''}</h3>` +
        `<ul class="rejected" aria-label="${escape(t.rejected_title)}">${rejected}</ul>`
      : '') +
    `</section>`
  );
}

function barHtml(view, text) {
  const other = view.lang === 'zh' ? 'en' : 'zh';
  const dark = view.theme === 'dark';
  const item = (id, label, act, extra = '') => `<button type="button" id="${id}" class="button"${action(act)}${extra}>${escape(label)}</button>`;
  return (
    `<header class="topbar"><h1><svg class="logo" viewBox="0 0 22 22" aria-hidden="true"><rect width="22" height="22" rx="4" class="fill-accentFill"/><path d="M5 17v-5h3v5zM9.5 17V8.5h3V17zM14 17V5h3v12z" class="on-accent"/></svg>${escape(text('app.name'))}</h1><p class="tagline">${escape(text('app.tagline'))}</p>${searchHtml(view, text)}<nav aria-label="${escape(text('app.name'))}">` +
    item('undo', text('top.undo'), { kind: 'undo' }, view.can_undo ? '' : ' disabled') +
    item('redo', text('top.redo'), { kind: 'redo' }, view.can_redo ? '' : ' disabled') +
    item('to-compare', text('top.pinned').replace('{n}', view.pinned), { kind: 'set_mode', text: view.mode === 'compare' ? '' : 'compare' }, ` aria-pressed="${view.mode === 'compare'}"`) +
    item('copy-link', text('top.link'), { kind: 'copy_link' }) +
    `<a id="guide-link" class="button" href="${view.lang === 'zh' ? 'guide-zh.html' : 'guide.html'}">${escape(text('top.guide'))}</a>` +
    item('to-canvas', text('top.canvas_view'), { kind: 'set_view', text: 'canvas' }) +
    item('language', other === 'zh' ? '中文' : 'English', { kind: 'set_language', text: other }, ` lang="${other}"`) +
    item('theme', dark ? text('top.theme_light') : text('top.theme_dark'), { kind: 'set_theme', text: dark ? 'light' : 'dark' }) +
    `</nav></header>`
  );
}

// On a narrow screen the needs come first and are long: one line keeps the verdict in sight.
function verdictLine(view) {
  const a = view.answer;
  return `<a class="verdict-line status-${a.fits}" href="#answer">${statusIcon(a.fits)}<strong>${escape(a.device)}</strong> <span>${escape(a.verdict)}</span></a>`;
}

// `text(key)` gives a fixed string of the interface, `size` is what the charts were laid out for.
export function renderTextView(view, text, size) {
  const error = view.error ? `<p class="error" role="alert">${statusIcon('no')}<span>${escape(view.error)}</span></p>` : '';
  const charts = view.charts.map((c) => chartHtml(c, size, text)).join('');
  const compare = compareHtml(view, text);
  const subject = `${answerHtml(view)}${whyHtml(view, text)}${launchHtml(view, text)}${memoryHtml(view, text)}${changesHtml(view, text)}${startsHtml(view, text)}${cardHtml(view, cardChoice(view))}${rankingHtml(view, text)}`;
  return (
    barHtml(view, text) +
    `<p class="report-head"><strong>${escape(view.scenario_name)}</strong> · ${escape(view.summary_line)}</p>` +
    verdictLine(view) +
    `<div class="columns">${needsHtml(view, text)}<div class="result" id="result">${error}${replaceHtml(view)}${compare ? compare + whyHtml(view, text) : subject}` +
    (charts ? `<section id="charts" class="card" aria-labelledby="charts-title"><h2 id="charts-title">${escape(text('nav.charts'))}</h2>${charts}</section>` : '') +
    `${exportsHtml(view, text)}${savedHtml(view, text)}${keysHtml(view, text)}<p class="report-foot"></p></div></div>`
  );
}
