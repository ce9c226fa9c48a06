// What stands around the answer in the text view: Why, starting points, comparison, what one device can run, take-aways, saved scenarios.
import { action, attribute, button, escape, memoryBar, scrolling, statusIcon } from './html.js';

export function whyHtml(view, text) {
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

export function startsHtml(view, text) {
  if (view.starts.length === 0) return '';
  return `<nav id="starts" class="card" aria-labelledby="starts-title"><h2 id="starts-title">${escape(text('start.title'))}</h2><ul class="starts">${view.starts.map((b) => `<li>${button(b)}</li>`).join('')}</ul></nav>`;
}

const checkbox = (id, label, checked, path) =>
  `<span class="check"><input type="checkbox" id="${id}" data-switch="${path}"${checked ? ' checked' : ''}><label for="${id}">${escape(label)}</label></span>`;

// ---------------------------------------------------------------- how to start the plan
export function launchHtml(view, text) {
  const l = view.launch;
  if (!l) return '';
  const tools = l.tools.map((t) => `<option value="${escape(t.value)}"${t.value === l.tool ? ' selected' : ''}>${escape(t.label)}</option>`).join('');
  const notes = l.notes.map((n) => `<li>${escape(n)}</li>`).join('');
  return (
    `<section id="launch" class="card why" aria-labelledby="launch-title" tabindex="-1"><h2 id="launch-title">${escape(l.title)} <span class="when">${escape(l.version)}</span></h2>` +
    `<div class="field"><label for="f-tool">${escape(text('launch.tool'))}</label><select id="f-tool" data-tool="1">${tools}</select></div>` +
    (notes ? `<ul class="notes">${notes}</ul>` : '') +
    `<pre class="scroll" tabindex="0" role="region" aria-label="${escape(l.file)}">${escape(l.text)}</pre>` +
    `<p class="actions">${button(l.copy)} ${button(l.save)} <button type="button" id="launch-close" class="button"${action({ kind: 'show_option', path: 'launch', text: '' })}>${escape(text('act.close'))}</button></p></section>`
  );
}

// ---------------------------------------------------------------- search, take-aways, saved scenarios
export function searchHtml(view, text) {
  const found = view.search_results.map((c) => `<li><button type="button" class="link" id="found-${escape(c.value)}" data-found="${escape(c.value)}">${escape(c.label)}</button></li>`).join('');
  const list = view.search_query ? `<ul class="found" id="found">${found || `<li>${escape(text('search.none'))}</li>`}</ul>` : '';
  return (
    `<div role="search" class="search"><label class="hidden" for="f-search">${escape(text('top.search'))}</label>` +
    `<input id="f-search" type="search" data-search="1" value="${escape(view.search_query)}" placeholder="${escape(text('top.search'))}" autocomplete="off" aria-keyshortcuts="Control+K">${list}</div>`
  );
}

export function exportsHtml(view, text) {
  const items = view.exports.map((b) => `<li>${button(b)}</li>`).join('');
  return `<section id="exports" class="card" aria-labelledby="exports-title"><h2 id="exports-title">${escape(text('act.export'))}</h2><ul class="buttons">${items}</ul></section>`;
}

const ask = (what, path) => action({ kind: 'ask_page', text: what, path });

export function savedHtml(view, text) {
  const rows = view.saved.map(
    (s, i) =>
      `<li><a href="${escape(s.value)}">${escape(s.label)}</a><button type="button" class="link" id="saved-delete-${i}"${ask('delete', s.label)} aria-label="${escape(text('saved.delete'))}: ${escape(s.label)}">${escape(text('saved.delete'))}</button></li>`,
  );
  return (
    `<details id="saved" class="card"><summary>${escape(text('top.saved'))}</summary><div class="save"><label for="f-save">${escape(text('saved.name'))}</label><input id="f-save" type="text" maxlength="120" autocomplete="off">` +
    `<button type="button" class="button" id="saved-save" data-save="1">${escape(text('saved.save'))}</button></div>` +
    (rows.length ? `<ul class="saved">${rows.join('')}</ul>` : `<p>${escape(text('saved.none'))}</p>`) +
    `<div class="buttons"><button type="button" class="button" id="saved-export"${ask('export')}${rows.length ? '' : ' disabled'}>${escape(text('saved.export'))}</button>` +
    `<label class="button file">${escape(text('saved.import'))}<input id="saved-import" type="file" accept=".json,application/json" data-saved-file="1"></label></div></details>`
  );
}

export function keysHtml(view, text) {
  if (!view.keys.length) return '';
  const rows = view.keys.map((k) => `<tr><th scope="row"><kbd>${escape(k.value)}</kbd></th><td>${escape(k.label)}</td></tr>`).join('');
  return `<details id="keys" class="card"><summary>${escape(text('top.keys'))}</summary><table><caption class="hidden">${escape(text('top.keys'))}</caption><tbody>${rows}</tbody></table>${checkbox('f-letters', text('keys.letters'), view.letters, 'letters')}</details>`;
}

// ---------------------------------------------------------------- one device, several devices
// `choice` is the list of every device, for whoever's browser does not tell or tells wrong.
export function cardHtml(view, choice) {
  const card = view.card;
  if (!card || !card.title) return '';
  const near = card.cards.map((b) => `<li>${button(b)}</li>`).join('');
  return `<section id="card" class="card" aria-labelledby="card-title"><h2 id="card-title">${escape(card.title)}</h2>${near ? `<ul class="buttons">${near}</ul>` : ''}${choice}</section>`;
}

export function largestHtml(view, text) {
  if (!view.largest.length) return '';
  const take = (l) => (l.take && l.take.label ? button(l.take, attribute('aria-label', `${l.take.label}: ${l.label}`)) : '');
  const rows = view.largest.map((l) => `<tr><th scope="row">${escape(l.label)}</th><td class="numeric">${escape(l.about)}</td><td class="numeric">${escape(l.value)}</td><td>${take(l)}</td></tr>`);
  const heads = ['largest.about', 'largest.sure'].map((key) => `<th scope="col" class="numeric">${escape(text(key))}</th>`).join('');
  return `<table class="largest"><caption>${escape(text('largest.title'))}</caption><thead><tr><td></td>${heads}<td></td></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

const MARKERS = { 1: 'M5 1a4 4 0 1 0 .01 0z', 2: 'M1 1h8v8H1z', 3: 'M5 1l4 8H1z', 4: 'M5 0l5 5-5 5-5-5z', 5: 'M5 9L1 1h8z', 6: 'M1 3l2-2 2 2 2-2 2 2-2 2 2 2-2 2-2-2-2 2-2-2 2-2z' };
const marker = (series) => `<svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><path class="fill-series${series}" d="${MARKERS[series]}"/></svg>`;

function compareHead(column, text) {
  const unpin = text('act.unpin');
  return (
    `<th scope="col">${marker(column.series)}${escape(column.device)}${column.layout ? `<small>${escape(column.layout)}</small>` : ''}<small class="status-${column.fits}">${statusIcon(column.fits)}${escape(column.verdict)}</small>` +
    `<button type="button" class="link" id="unpin-${escape(column.key)}" aria-label="${escape(unpin)}: ${escape(column.device)}"${action({ kind: 'unpin', text: column.key })}>${escape(unpin)}</button></th>`
  );
}

function compareTable(c, text) {
  const number = (x, id, key, of) =>
    x.why ? `<button type="button" class="number" id="why-${escape(`${id}-${key}`)}" aria-label="${escape(`${of}: ${x.value} ${x.unit}`)}"${action({ kind: 'open_why', path: key, text: x.why })}>${escape(x.value)}</button>` : escape(x.value);
  const cell = (x, i, r) => `<td>${number(x, r.id, c.columns[i].key, c.columns[i].device)}${x.unit ? ` <span class="unit">${escape(x.unit)}</span>` : ''}${x.best ? ` <strong class="best">${escape(text('cmp.best'))}</strong>` : ''}${x.beside ? `<small>${escape(x.beside)}</small>` : ''}</td>`;
  const bars = `<tr><th scope="row">${escape(c.bar_label)}<small>${escape(c.bar_range)}</small></th>${c.columns.map((x) => `<td>${memoryBar(x.memory)}</td>`).join('')}</tr>`;
  const rows = c.rows.map((r) => `<tr><th scope="row">${escape(r.label)}</th>${r.cells.map((x, i) => cell(x, i, r)).join('')}</tr>`).join('');
  return scrolling(c.title, `<table class="compare"><caption class="hidden">${escape(c.title)}</caption><thead><tr><td></td>${c.columns.map((x) => compareHead(x, text)).join('')}</tr></thead><tbody>${bars}${rows}</tbody></table>`);
}

export function compareHtml(view, text) {
  const c = view.compare;
  if (view.mode !== 'compare' || !c) return '';
  const baseline = c.columns.find((x) => x.baseline);
  const choices = c.columns.map((x) => `<option value="${escape(x.key)}"${x === baseline ? ' selected' : ''}>${escape(x.device)}</option>`).join('');
  const controls =
    `<div class="options"><div class="field"><label for="f-baseline">${escape(text('cmp.baseline'))}</label><select id="f-baseline" data-baseline="1">${choices}</select></div>` +
    `${checkbox('f-intervals', text('cmp.interval'), c.intervals, 'compare.intervals')}${checkbox('f-differs', text('cmp.differs'), c.differs, 'compare.differs')}</div>`;
  return (
    `<section id="compare" class="card" aria-labelledby="compare-title" tabindex="-1"><h2 id="compare-title">${escape(c.title)} <span class="when">${escape(c.subtitle)}</span></h2>` +
    `<button type="button" id="compare-close" class="button"${action({ kind: 'set_mode', text: '' })}>${escape(text('act.close'))}</button>` +
    (c.empty ? `<p>${escape(c.empty)}</p>` : controls + compareTable(c, text)) +
    `</section>`
  );
}

// The seventh pin asks which of the six makes room.
export function replaceHtml(view) {
  const c = view.compare;
  if (!c || !c.full) return '';
  return `<section id="replace" class="card" role="alertdialog" aria-labelledby="replace-title"><h2 id="replace-title">${escape(c.full)}</h2><ul class="buttons">${c.replace.map((b) => `<li>${button(b)}</li>`).join('')}</ul></section>`;
}
