// The page's pictures, kept small in references/, from a phone to a 4K screen in both themes: a new picture must have its content in
// the same places and the same colours. Words and numbers may change; a blank page or a broken layout may not pass.
//   GPUSEL_REFERENCES=write node --test tests/browser/references.test.mjs    takes them anew: look at each before committing it
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { open, settled } from './site.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), 'references');
const write = process.env.GPUSEL_REFERENCES === 'write';
const SIZES = [[360, 740], [768, 1024], [1280, 800], [1920, 1080], [3840, 2160]];
const LEAST_SAME = 0.7; // of the cells that hold something in either picture, those that do in both
const MOST_OFF = 10; // mean difference of a cell's colour, of 255
const MOST_BYTES = 40000;
let site, desk;
before(async () => {
  site = await open();
  desk = await (await site.browser.newContext()).newPage();
});
after(() => site.close());

// Runs in a blank page (the product's own policy forbids data: addresses). Scaled to 640 pixels at most, then cells of 8 x 8.
async function work({ picture, other, flip }) {
  const load = async (data) => createImageBitmap(await (await fetch(`data:image/webp;base64,${data}`)).blob());
  const small = async (data) => {
    const bitmap = await load(data), scale = Math.min(1, 640 / Math.max(bitmap.width, bitmap.height));
    const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return { canvas, context };
  };
  const cells = ({ canvas, context }) => {
    const out = [];
    for (let y = 0; y + 8 <= canvas.height; y += 8)
      for (let x = 0; x + 8 <= canvas.width; x += 8) {
        const { data } = context.getImageData(x, y, 8, 8);
        const mean = [0, 0, 0];
        let least = 255, most = 0;
        for (let i = 0; i < data.length; i += 4) {
          const light = 0.3 * data[i] + 0.59 * data[i + 1] + 0.11 * data[i + 2];
          least = Math.min(least, light), most = Math.max(most, light);
          for (const c of [0, 1, 2]) mean[c] += data[i + c] / 64;
        }
        out.push({ mean, holds: most - least > 24 });
      }
    return out;
  };
  const now = await small(picture);
  if (!other) {
    const blob = await now.canvas.convertToBlob({ type: 'image/webp', quality: 0.75 });
    return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
  }
  const then = await small(other);
  if (flip) {
    now.context.scale(-1, 1);
    now.context.drawImage(now.canvas, -now.canvas.width, 0);
    now.context.setTransform(1, 0, 0, 1, 0, 0);
  }
  const [a, b] = [cells(now), cells(then)];
  let both = 0, either = 0, off = 0;
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    both += a[i].holds && b[i].holds;
    either += a[i].holds || b[i].holds;
    for (const c of [0, 1, 2]) off += Math.abs(a[i].mean[c] - b[i].mean[c]) / 3;
  }
  return { size: a.length === b.length, same: either ? both / either : 0, off: off / Math.max(1, a.length) };
}

for (const [width, height] of SIZES)
  for (const dark of [true, false])
    test(`${width} x ${height}, ${dark ? 'dark, English' : 'light, Chinese'}`, async (t) => {
      const file = join(folder, `${width}-${dark ? 'dark-en' : 'light-zh'}.webp`);
      const page = await site.page({ width, height, dark, locale: dark ? 'en-US' : 'zh-CN', touch: width < 600 });
      await page.waitForFunction(() => document.body.dataset.view === 'canvas');
      await settled(page);
      const picture = (await page.screenshot()).toString('base64');
      await page.context().close();
      if (write) {
        mkdirSync(folder, { recursive: true });
        writeFileSync(file, Buffer.from(await desk.evaluate(work, { picture }), 'base64'));
      }
      const kept = readFileSync(file);
      assert.ok(kept.length < MOST_BYTES, `${file}: ${kept.length} bytes`);
      const other = kept.toString('base64');
      const { size, same, off } = await desk.evaluate(work, { picture, other });
      t.diagnostic(`same places ${same.toFixed(2)}, colours off by ${off.toFixed(1)}`);
      assert.ok(size && same >= LEAST_SAME && off <= MOST_OFF, `size ${size}, same places ${same.toFixed(2)}, colours off by ${off.toFixed(1)}`);
      // The measure itself tells a layout from its mirror image.
      assert.ok((await desk.evaluate(work, { picture, other, flip: true })).same < LEAST_SAME);
    });
