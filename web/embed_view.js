// The embedded card as HTML, from the same ViewModel as the page. Pure: view in, HTML string out.
import { escape, memoryBar, statusIcon } from './html.js';

const SMALL_PART = 0.03; // of the bar: below it a part is counted as Other
const MOST_FIGURES = 3;

// Small parts together, in their order, as one part in the system's grey.
function merged(memory, text) {
  const width = (s) => s.to - s.from;
  const large = memory.segments.filter((s) => width(s) >= SMALL_PART && s.part !== 'workspace');
  let at = 0;
  const parts = large.map((s) => {
    const from = at;
    at += width(s);
    return { ...s, from, to: at };
  });
  const end = memory.segments.length ? memory.segments[memory.segments.length - 1].to : 0;
  if (end - at > 1e-6) parts.push({ part: 'other', label: text('part.other'), color: 'p_workspace', from: at, to: end });
  return parts;
}

function memoryHtml(view, text) {
  const parts = merged(view.memory, text);
  if (parts.length === 0) return '';
  const legend = parts
    .map((s) => `<li><svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><rect class="fill-${s.color}" width="10" height="10" rx="2"/></svg>${escape(s.label)}</li>`)
    .join('');
  return (
    `<figure><p class="usable-label">${escape(view.memory.usable_label)}</p>${memoryBar({ ...view.memory, segments: parts })}` +
    `<figcaption>${escape(view.memory.interval_label)}</figcaption></figure><ul class="legend">${legend}</ul>`
  );
}

// The bar's own line says already that intervals are of 90 %: on screen the numbers stand alone.
function interval(f) {
  const [, share, range] = /^(90%[:：]\s*)?(.*)$/.exec(f.interval || f.note);
  return `${share ? `<span class="hidden">${escape(share)}</span>` : ''}${escape(range)}`;
}

function figureHtml(f) {
  return (
    `<div><dt>${escape(f.label)}</dt><dd><span class="value">${escape(f.value)}</span>${f.unit ? ` <span class="unit">${escape(f.unit)}</span>` : ''}` +
    `<span class="interval">${interval(f)}</span></dd></div>`
  );
}

export function renderCard(view, text, link) {
  const a = view.answer;
  const figures = a.figures.filter((f) => f.id !== 'memory').slice(0, MOST_FIGURES);
  return (
    `<article aria-labelledby="device"><p class="line">${escape(`${view.scenario_name} · ${view.summary_line}`)}</p>` +
    `<div class="head"><h1 id="device">${escape(a.device)}</h1><p class="chip status-${a.fits}">${statusIcon(a.fits)}${escape(text(`verdict.word_${a.fits}`))}</p></div>` +
    (view.error ? `<p class="error" role="alert">${statusIcon('no')}<span>${escape(view.error)}</span></p>` : '') +
    `${memoryHtml(view, text)}<dl class="figures">${figures.map(figureHtml).join('')}</dl>` +
    `<footer><img class="logo" src="icon.svg" alt="" width="16" height="16"><span>${escape(text('app.name'))}</span>` +
    `<a href="${escape(link)}" target="_blank" rel="noopener">${escape(text('embed.open'))}</a></footer></article>`
  );
}
