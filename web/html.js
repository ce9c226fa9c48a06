// The small pieces that every HTML face of the product is made of: escaping, attributes, icons, buttons, tables, the memory bar.
// Pure strings; nothing here knows a view's parts or computes anything but positions in percent.

export const escape = (text) =>
  String(text ?? '').replace(/[&<>"']/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c]);

export const attribute = (name, value) => (value === undefined || value === null || value === false ? '' : ` ${name}="${escape(value)}"`);
export const action = (value) => attribute('data-action', JSON.stringify(value));
export const idOf = (text) => 'f-' + text.replace(/[^a-zA-Z0-9]+/g, '-');
const STATUS_ICON = {
  yes: '<circle cx="8" cy="8" r="6.5"/><path d="M5 8.2l2.2 2.2L11 6.2"/>',
  tight: '<path d="M8 2l6.5 11.5h-13z"/><path d="M8 6.2v3.6M8 11.4v.4"/>',
  no: '<path d="M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3z"/><path d="M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8"/>',
};
export const statusIcon = (fits) => `<svg class="icon status-${fits}" viewBox="0 0 16 16" aria-hidden="true">${STATUS_ICON[fits]}</svg>`;

export const button = (b, extra = '') =>
  `<button type="button" id="${escape(b.id)}" class="button${b.primary ? ' primary' : ''}"${action(b.action)}${extra}>${escape(b.label)}</button>`;

// A table that scrolls sideways on its own, reachable with the keyboard, named for those who do not see it.
export const scrolling = (label, table, name = '') => `<div class="scroll${name ? ` ${name}` : ''}" tabindex="0" role="region" aria-label="${escape(label)}">${table}</div>`;

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

