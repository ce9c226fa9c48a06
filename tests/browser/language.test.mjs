// The Chinese strings and fonts come with the language: not before, all at once, and from then on without a network.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isFirefox, open, settled, viewOf } from './site.mjs';

let site;
before(async () => {
  site = await open();
});
after(() => site.close());

const LANGUAGE_FILES = /zh\.json|ui-zh-/;
const fetched = (page) => page.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name.replace(/.*\//, '')));
const languageFiles = async (page) => (await fetched(page)).filter((name) => LANGUAGE_FILES.test(name)).sort();
const inChinese = (page) => page.waitForFunction(() => document.documentElement.lang === 'zh' && /显存/.test(document.getElementById('text').innerText));
const workerTookOver = (page) => page.waitForFunction(() => navigator.serviceWorker.controller);

test('an English page fetches nothing Chinese until the language is asked for', async () => {
  const page = await site.page({ query: '?view=text' });
  assert.deepEqual(await languageFiles(page), []);
  await page.getByRole('button', { name: '中文' }).click();
  await inChinese(page);
  assert.deepEqual(await languageFiles(page), ['zh.json']);
  await page.getByRole('button', { name: 'English' }).click();
  await page.waitForFunction(() => document.documentElement.lang === 'en');
  assert.deepEqual(page.errors, []);
});

test('the canvas switches once strings and signs are there', async () => {
  const page = await site.page();
  await settled(page);
  await page.evaluate(() => gpuSelector.dispatch({ kind: 'set_language', text: 'zh' }));
  assert.equal((await viewOf(page)).lang, 'en');
  await inChinese(page);
  assert.deepEqual(await languageFiles(page), ['ui-zh-400.ttf', 'ui-zh-600.ttf', 'zh.json']);
  assert.deepEqual(page.errors, []);
});

test('a Chinese browser starts in Chinese', async () => {
  const page = await site.page({ query: '?view=text', locale: 'zh-CN' });
  assert.equal((await viewOf(page)).lang, 'zh');
  assert.match(await page.locator('#answer').innerText(), /放得下/);
});

test('Chinese works offline once it was read', { skip: isFirefox }, async () => {
  const page = await site.page({ query: '?view=text&lang=zh' });
  await workerTookOver(page);
  const kept = async () => Boolean(await caches.match('ui-zh-600.ttf')) && Boolean(await caches.match('zh.json'));
  await page.waitForFunction(kept);
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForFunction(() => document.body.dataset.ready === 'true');
  assert.equal((await viewOf(page)).lang, 'zh');
});

test('a language that cannot be fetched is said, and the page stays as it is', { skip: isFirefox }, async () => {
  const page = await site.page({ query: '?view=text' });
  await workerTookOver(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: '中文' }).click();
  await page.waitForFunction(() => /online/.test(document.getElementById('status').textContent));
  assert.equal((await viewOf(page)).lang, 'en');
});
