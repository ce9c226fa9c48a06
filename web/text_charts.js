// Charts of the text view: the same marks that the canvas draws, as SVG, with a sentence and a table of every value beside them.
import { action, escape, scrolling } from './html.js';

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
    case 'diamond':
      return `<path d="M${p[0]} ${p[1] - p[2]}L${p[0] + p[2]} ${p[1]}L${p[0]} ${p[1] + p[2]}L${p[0] - p[2]} ${p[1]}Z" ${paint}${opacity}/>`;
    case 'triangle_down':
      return `<path d="M${p[0]} ${p[1] + p[2]}L${p[0] + p[2]} ${p[1] - p[2]}H${p[0] - p[2]}Z" ${paint}${opacity}/>`;
    case 'cross':
      return `<path d="M${p[0] - p[2]} ${p[1] - p[2]}l${2 * p[2]} ${2 * p[2]}m0 ${-2 * p[2]}l${-2 * p[2]} ${2 * p[2]}" ${stroke} fill="none"${opacity}/>`;
    default:
      return `<text x="${p[0]}" y="${p[1]}" font-size="${mark.size}" text-anchor="${mark.anchor}" class="fill-${mark.color}${mark.strong ? ' strong' : ''}">${escape(mark.text)}</text>`;
  }
}

// What the chart draws, where the person can choose.
function optionsHtml(chart) {
  const options = chart.options.map((o) => {
    const id = `option-${o.id.replace(/\W/g, '-')}`;
    const choices = o.choices.map((c) => `<option value="${escape(c.value)}"${c.value === o.value ? ' selected' : ''}>${escape(c.label)}</option>`).join('');
    return `<div class="field"><label for="${id}">${escape(o.label)}</label><select id="${id}" data-option="${escape(o.id)}">${choices}</select></div>`;
  });
  return options.length ? `<div class="options">${options.join('')}</div>` : '';
}

function tableHtml(chart, text) {
  const head = chart.table_head.map((h) => `<th scope="col">${escape(h)}</th>`).join('');
  const rows = chart.table_rows.map((r) => `<tr>${r.map((c, i) => (i === 0 ? `<th scope="row">${escape(c)}</th>` : `<td>${escape(c)}</td>`)).join('')}</tr>`).join('');
  const table = `<table><caption class="hidden">${escape(chart.title)}</caption><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table>`;
  return `<details><summary>${escape(text('chart.table'))}<span class="hidden">: ${escape(chart.title)}</span></summary>${scrolling(chart.title, table)}</details>`;
}

function picturesHtml(chart, text) {
  const one = (type) => {
    const label = text('chart.save').replace('{x}', type.toUpperCase());
    return `<button type="button" class="link" id="picture-${escape(chart.id)}-${type}"${action({ kind: 'ask_page', text: type, path: chart.id })} aria-label="${escape(`${label}: ${chart.title}`)}">${escape(label)}</button>`;
  };
  return `<p class="pictures">${one('svg')} ${one('png')}</p>`;
}

export function chartHtml(chart, size, text) {
  const options = optionsHtml(chart);
  if (chart.empty) return `<section class="chart" id="chart-${escape(chart.id)}"><h3>${escape(chart.title)}</h3>${options}<p>${escape(chart.empty)}</p></section>`;
  const label = `${chart.title}: ${chart.summary}`;
  const remarks = chart.remarks.length ? `<ul class="remarks">${chart.remarks.map((r) => `<li>${escape(r)}</li>`).join('')}</ul>` : '';
  return (
    `<section class="chart" id="chart-${escape(chart.id)}"><h3>${escape(chart.title)}</h3>${options}<figure>` +
    `<svg viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" role="img" aria-label="${escape(label)}">${chart.marks.map(markSvg).join('')}</svg>` +
    `<figcaption>${escape(chart.summary)}</figcaption></figure>${remarks}${tableHtml(chart, text)}${picturesHtml(chart, text)}</section>`
  );
}
