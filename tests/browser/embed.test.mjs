// The embedded card: as an iframe (sandboxed) and as an element, its messages, and what a hostile page can say to it.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import AxeBuilder from '@axe-core/playwright';
import { readMessage, allowedOrigins } from '../../web/embed_message.js';
import { open } from './site.mjs';

const STATE = '#v1&model=meta-llama/Meta-Llama-3-8B&task=train&train.tokens=20000000&hardware.accelerator=rtx-4090';
const SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';
let site, host;

// A page of another origin that holds what a test gives it and keeps every message it hears.
before(async () => {
  site = await open();
  const server = createServer((request, response) => {
    const body = new URL(request.url, 'http://localhost').searchParams.get('body') ?? '';
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><title>host</title><script>heard=[];addEventListener('message',e=>heard.push(e.data))</script><body>${body}`);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  host = { url: `http://localhost:${server.address().port}/`, close: () => new Promise((done) => (server.closeAllConnections(), server.close(done))) };
});
after(async () => {
  await site.close();
  await host.close();
});

async function hostPage(body) {
  const page = await (await site.browser.newContext({ viewport: { width: 800, height: 700 } })).newPage();
  page.errors = [];
  page.on('pageerror', (error) => page.errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && page.errors.push(message.text()));
  await page.goto(`${host.url}?body=${encodeURIComponent(body)}`);
  return page;
}
const frame = (query, state = STATE) => `<iframe id="card" title="card" sandbox="${SANDBOX}" width="360" height="266" src="${site.url}embed.html${query}${state}"></iframe>`;
const heard = (page, type) => page.evaluate((wanted) => heard.filter((m) => m.type === wanted), type);
const say = (page, message) => page.evaluate((m) => document.getElementById('card').contentWindow.postMessage(m, '*'), message);
async function nextMessage(page, type, action) {
  const before = (await heard(page, type)).length;
  await action();
  await page.waitForFunction(([wanted, n]) => heard.filter((m) => m.type === wanted).length > n, [type, before], { timeout: 60000 });
  return (await heard(page, type)).at(-1);
}
const first = (page) => page.waitForFunction(() => heard.some((m) => m.type === 'gpusel:result'), null, { timeout: 60000 });

test('a sandboxed iframe answers its state, tells its height and result', async () => {
  const page = await hostPage(frame('?lang=en'));
  await first(page);
  const [result] = await heard(page, 'gpusel:result');
  assert.match(result.device, /4090/);
  assert.equal(result.fits, 'yes');
  assert.ok(result.report.memory.device_bytes.estimate > 15e9);
  assert.equal(result.figures.length, 4);
  const card = page.frameLocator('#card');
  assert.match(await card.locator('.chip').innerText(), /Fits/);
  assert.match(await card.getByRole('link', { name: 'Open and change' }).getAttribute('href'), /#v1&model=/);
  const { height } = (await heard(page, 'gpusel:resize')).at(-1);
  assert.ok(height > 220 && height < 400, String(height));
  assert.deepEqual(page.errors, []);
});

test('the page can set state, language and theme, and gets its id back', async () => {
  const page = await hostPage(frame('?lang=en'));
  await first(page);
  const state = { version: 1, model: 'meta-llama/Meta-Llama-3-70B', task: 'train', train: { method: 'full' }, hardware: { accelerator: 'rtx-4090' } };
  const result = await nextMessage(page, 'gpusel:result', () => say(page, { type: 'gpusel:set', state, lang: 'zh', theme: 'dark', id: 'a1' }));
  assert.equal(result.id, 'a1');
  assert.equal(result.fits, 'no');
  assert.match(result.verdict, /放不下/);
  assert.equal(await page.frames()[1].evaluate(() => document.documentElement.dataset.theme), 'dark');
});

test('a message sent before the module is there is not lost', async () => {
  const page = await hostPage(frame('?lang=en'));
  await page.frames()[1].waitForLoadState('domcontentloaded');
  await page.waitForTimeout(50);
  const result = await nextMessage(page, 'gpusel:result', async () => {
    await say(page, { type: 'gpusel:set', lang: 'zh', id: 'early' });
    await page.waitForFunction(() => heard.some((m) => m.id === 'early'), null, { timeout: 60000 });
  });
  assert.equal(result.lang, 'zh');
});

test('hostile messages are refused with a clear error and the card stays whole', async () => {
  const page = await hostPage(frame('?lang=en'));
  await first(page);
  const cases = [
    [{ type: 'gpusel:run' }, 'unknown-type'],
    [{ type: 'gpusel:set' }, 'empty'],
    [{ type: 'gpusel:set', state: 7 }, 'wrong-type'],
    [{ type: 'gpusel:set', state: 'x'.repeat(70000) }, 'too-long'],
    [{ type: 'gpusel:set', lang: '<b>' }, 'wrong-value'],
    [{ type: 'gpusel:set', theme: 'red', lang: 'en' }, 'wrong-value'],
    [{ type: 'gpusel:set', state: STATE, onclick: 'alert(1)' }, 'unknown-field'],
    [{ type: 'gpusel:set', state: '#v1&model=<img src=x onerror=alert(1)>' }, 'refused-state'],
    [{ type: 'gpusel:set', state: { version: 1, model: 'meta-llama/Meta-Llama-3-8B', task: 'train', train: { micro_batch: 1e300 } } }, 'refused-state'],
    [{ type: 'gpusel:set', state: '{"__proto__": {"polluted": 1}, "model": []}' }, 'refused-state'],
  ];
  for (const [message, code] of cases) {
    const error = await nextMessage(page, 'gpusel:error', () => say(page, message));
    assert.equal(error.code, code, JSON.stringify(message).slice(0, 80));
    assert.match(error.message, /\S/);
  }
  for (const message of [null, 1, 'gpusel:set', [1], { type: 5 }, { type: 'other:set', state: '#' }]) await say(page, message);
  const result = await nextMessage(page, 'gpusel:result', () => say(page, { type: 'gpusel:set', state: STATE, id: 'last' }));
  assert.equal(result.id, 'last');
  assert.match(await page.frameLocator('#card').locator('#device').innerText(), /4090/);
  assert.equal(await page.frameLocator('#card').locator('img[src="x"]').count(), 0);
  assert.deepEqual(page.errors, []);
});

test('with a list of origins only they are heard and answered', async () => {
  const stranger = await hostPage(frame('?lang=en&origin=https://example.org'));
  await stranger.frameLocator('#card').locator('.chip').waitFor({ timeout: 60000 });
  await say(stranger, { type: 'gpusel:set', lang: 'zh' });
  await stranger.waitForTimeout(300);
  assert.deepEqual(await stranger.evaluate(() => heard), []);
  assert.match(await stranger.frameLocator('#card').locator('.chip').innerText(), /Fits/);
  const friend = await hostPage(frame(`?lang=en&origin=https://example.org&origin=${host.url}`));
  await first(friend);
});

test('the element grows to its card, reports, and follows its attributes', async () => {
  const page = await hostPage(`<gpu-selector lang="en" state="${STATE.replaceAll('&', '&amp;')}" style="width: 340px"></gpu-selector><script src="${site.url}embed.js"></script>`);
  await page.waitForFunction(() => document.querySelector('gpu-selector').result, null, { timeout: 60000 });
  const height = await page.locator('gpu-selector iframe').evaluate((f) => f.getBoundingClientRect().height);
  const inner = await page.frameLocator('gpu-selector iframe').locator('#card').evaluate((c) => c.getBoundingClientRect().height);
  assert.ok(Math.abs(height - inner) <= 1, `${height} ${inner}`);
  await page.evaluate(() => document.querySelector('gpu-selector').setAttribute('lang', 'zh'));
  await page.waitForFunction(() => document.querySelector('gpu-selector').result.lang === 'zh');
  assert.deepEqual(page.errors, []);
});

for (const width of [280, 320, 360, 480])
  test(`the card at ${width} pixels: nothing cut, WCAG 2.2 AA`, async () => {
    for (const query of ['?lang=en&theme=dark', '?lang=zh&theme=light']) {
      const page = await (await site.browser.newContext({ viewport: { width, height: 480 } })).newPage();
      await page.goto(`${site.url}embed.html${query}${STATE}`);
      await page.waitForFunction(() => document.body.dataset.ready === 'true', null, { timeout: 60000 });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, query);
      const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
      assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes[0].target}`), []);
    }
  });

test('messages are read with distrust, whatever they are', () => {
  const cycle = { type: 'gpusel:set', state: {} };
  cycle.state.self = cycle;
  assert.equal(readMessage(cycle).error.code, 'wrong-type');
  assert.equal(readMessage({ type: 'gpusel:set', state: { a: 1n } }).error.code, 'wrong-type');
  assert.equal(readMessage({ type: 'gpusel:set', lang: 'en', id: {} }).error.pointer, '/id');
  assert.equal(readMessage(undefined), null);
  assert.deepEqual(readMessage({ type: 'gpusel:set', lang: 'en' }), { set: { id: undefined, lang: 'en' } });
  assert.equal(allowedOrigins('?lang=en'), null);
  assert.deepEqual(allowedOrigins('?origin=javascript:alert(1)&origin=https://a.example/path&origin=nonsense'), ['https://a.example']);
});
