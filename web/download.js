// Files out of the page: text as it is, a chart's SVG as a picture. No server is asked, nothing leaves the browser.

const TYPES = { md: 'text/markdown', csv: 'text/csv', json: 'application/json', svg: 'image/svg+xml' };
const PICTURE_SCALE = 2; // a chart's pixels for print and slides

function saveBlob(name, blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export const saveText = (name, content) => saveBlob(name, new Blob([content], { type: `${TYPES[name.split('.').pop()] ?? 'text/plain'};charset=utf-8` }));

// A drawing that stands alone: the page's colours are written into it, since its style sheet does not travel along.
export function standaloneSvg(svg, title) {
  const copy = svg.cloneNode(true);
  const [, , width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
  const inherit = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'font-size', 'font-weight', 'text-anchor'];
  const [from, to] = [svg.querySelectorAll('*'), copy.querySelectorAll('*')];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of inherit) to[i].setAttribute(name, style.getPropertyValue(name));
    to[i].removeAttribute('class');
  });
  const body = getComputedStyle(document.body);
  const background = getComputedStyle(svg.closest('.card') ?? document.body).backgroundColor;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', width);
  copy.setAttribute('height', height);
  copy.setAttribute('font-family', body.fontFamily);
  copy.removeAttribute('class');
  const make = (name, text) => Object.assign(document.createElementNS('http://www.w3.org/2000/svg', name), { textContent: text });
  const paper = make('rect', '');
  for (const [name, value] of Object.entries({ width, height, fill: background })) paper.setAttribute(name, value);
  copy.prepend(make('title', title), paper);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

export async function savePicture(name, { text, width, height }) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * PICTURE_SCALE;
  canvas.height = height * PICTURE_SCALE;
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, 'image/png'));
  if (blob) saveBlob(name, blob);
}

// What the browser calls the graphics adapter, by WebGPU where there is one, else by WebGL; '' where neither tells.
export async function adapterName() {
  try {
    const info = (await navigator.gpu?.requestAdapter())?.info;
    if (info?.description) return info.description;
  } catch {
    /* WebGL may still tell */
  }
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return '';
  const extension = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(extension ? extension.UNMASKED_RENDERER_WEBGL : gl.RENDERER) ?? '');
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return name;
}
