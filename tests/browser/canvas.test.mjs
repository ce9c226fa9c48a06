// The canvas: it draws, it rests, it survives a lost context, gives the keyboard back, works offline, and gives way to the text view.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { framesOf, open, settled, viewOf } from './site.mjs';

let site;
before(async () => (site = await open()));
after(() => site.close());

// How many different colours a coarse grid of the canvas shows: an empty canvas has one.
async function colours(page) {
  const shot = (await page.screenshot()).toString('base64');
  // Decoded in a blank page: the product's own security policy forbids it to read data: addresses.
  const blank = await page.context().newPage();
  return blank.evaluate(async (data) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const seen = new Set();
    for (let i = 0; i < pixels.length; i += 4 * 37) seen.add((pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2]);
    return seen.size;
  }, shot);
}

for (const options of [{}, { width: 1920, height: 1080, dark: true }, { width: 390, height: 844, touch: true, locale: 'zh-CN' }]) {
  test(`draws at ${options.width ?? 1280} pixels${options.dark ? ', dark' : ''}`, async () => {
    const page = await site.page(options);
    await page.waitForFunction(() => document.body.dataset.view === 'canvas');
    await settled(page);
    assert.ok((await colours(page)) > 20);
    assert.deepEqual(page.errors, []);
  });
}

test('no frame while nothing changes', async () => {
  const page = await site.page();
  const count = await settled(page);
  await page.waitForTimeout(1500);
  assert.equal(await framesOf(page), count);
});

test('a lost context shows the text view and a restored one the canvas', async () => {
  const page = await site.page();
  await settled(page);
  await page.evaluate(() => {
    globalThis.lose = document.getElementById('canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
    lose.loseContext();
  });
  await page.waitForFunction(() => document.body.dataset.view === 'text');
  await page.evaluate(() => lose.restoreContext());
  await page.waitForFunction(() => document.body.dataset.view === 'canvas');
  await settled(page);
  assert.ok((await colours(page)) > 20);
});

test('Escape gives the keyboard back, and the page keeps its own keys', async () => {
  const page = await site.page();
  await settled(page);
  await page.locator('#canvas').focus();
  for (let i = 0; i < 4; i += 1) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(150);
  }
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
});

test('the canvas names its answer and the way to the text', async () => {
  const page = await site.page();
  const view = await viewOf(page);
  assert.ok((await page.locator('#canvas').getAttribute('aria-label')).includes(view.answer.device));
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'skip');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.body.dataset.view === 'text');
});

test('reloads offline', async () => {
  const page = await site.page({ query: '?view=text' });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForFunction(() => document.body.dataset.ready === 'true');
  assert.match(await page.locator('#answer .chip').innerText(), /Fits/);
});

test('without WebGL2 the text view stands in and says so', async () => {
  const plain = await open({ graphics: false });
  try {
    const page = await plain.page();
    assert.equal(await page.evaluate(() => document.body.dataset.view), 'text');
    assert.match(await page.locator('#status').innerText(), /text view/);
    assert.ok((await page.locator('#ranking tbody tr').count()) > 5);
  } finally {
    await plain.close();
  }
});
