// Turns the children of `target` into those of `html` with as few changes as possible, so that focus, selection, scroll positions
// and what is being typed survive a new answer. Elements are matched by id, else by position and tag.

const keyOf = (node) => (node.nodeType === Node.ELEMENT_NODE && node.id ? node.id : null);
const sameKind = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

function syncAttributes(from, to) {
  for (const { name } of [...from.attributes]) if (!to.hasAttribute(name)) from.removeAttribute(name);
  for (const { name, value } of to.attributes) if (from.getAttribute(name) !== value) from.setAttribute(name, value);
}

// A field keeps what the person is typing; everything else follows the view.
function syncState(from, to) {
  if (from.nodeName === 'INPUT' && (from.type === 'checkbox' || from.type === 'radio')) from.checked = to.checked;
  else if ((from.nodeName === 'INPUT' || from.nodeName === 'TEXTAREA') && from !== document.activeElement) from.value = to.value;
}

function morphNode(from, to) {
  if (from.nodeType === Node.TEXT_NODE) {
    if (from.data !== to.data) from.data = to.data;
    return;
  }
  const open = from.nodeName === 'DETAILS' ? from.open : null;
  syncAttributes(from, to);
  if (open !== null && !to.hasAttribute('open')) from.open = open;
  // Read before its options move over.
  const chosen = from.nodeName === 'SELECT' ? to.value : null;
  morphChildren(from, to);
  if (chosen !== null) from.value = chosen;
  syncState(from, to);
}

function morphChildren(from, to) {
  const keyed = new Map();
  for (const child of from.childNodes) if (keyOf(child)) keyed.set(keyOf(child), child);
  let current = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const key = keyOf(wanted);
    let match = key ? keyed.get(key) : current && sameKind(current, wanted) ? current : null;
    if (match && !sameKind(match, wanted)) match = null;
    if (match) {
      if (match !== current) from.insertBefore(match, current);
      else current = current.nextSibling;
      morphNode(match, wanted);
    } else {
      from.insertBefore(wanted, current);
    }
  }
  while (current) {
    const next = current.nextSibling;
    current.remove();
    current = next;
  }
}

export function morph(target, html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  morphChildren(target, template.content);
}
