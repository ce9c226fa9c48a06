// Every task of the text view with the keyboard alone, no trap anywhere, and a live region that speaks once a change.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { open, viewOf } from './site.mjs';

const TEXT = '?view=text';
let site;
before(async () => (site = await open()));
after(() => site.close());

const focused = (page) =>
  page.evaluate(() => {
    const e = document.activeElement;
    const name = e.getAttribute('aria-label') || e.labels?.[0]?.textContent || e.textContent || '';
    return { id: e.id, tag: e.tagName, name: name.trim() };
  });
// Presses Tab until the focus is where `wanted` says; a trap or a missing control fails after the whole page.
async function tabTo(page, wanted, most = 250) {
  for (let i = 0; i < most; i += 1) {
    await page.keyboard.press('Tab');
    if (wanted(await focused(page))) return;
  }
  assert.fail(`not reached with Tab: ${wanted}`);
}

test('Tab walks the whole text view, every stop is visible and named, and leaves it', async () => {
  const page = await site.page({ query: TEXT });
  const seen = [];
  for (let i = 0; i < 250; i += 1) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const e = document.activeElement;
      if (e === document.body) return null;
      const box = (e.type === 'radio' || e.type === 'file' ? e.parentElement : e).getBoundingClientRect();
      const name = e.getAttribute('aria-label') || e.getAttribute('aria-labelledby') || e.labels?.[0]?.textContent || e.textContent || '';
      return { id: e.id, name: name.trim(), visible: box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight };
    });
    if (!at) break;
    assert.ok(at.visible, `out of sight: ${JSON.stringify(at)}`);
    assert.ok(at.name, `without a name: ${JSON.stringify(at)}`);
    seen.push(at.id);
  }
  assert.ok(seen.length > 40 && seen.length < 250, String(seen.length));
  assert.equal(seen[0], 'skip');
  for (const id of ['f-search', 'copy-link', 'f-model', 'f-train-micro-batch', 'f-filter']) assert.ok(seen.includes(id), id);
});

test('from the first key to a changed answer, its Why, a fix and undo', async () => {
  const page = await site.page({ query: TEXT });
  const first = await viewOf(page);
  await tabTo(page, (f) => f.id === 'f-train-sequence-length');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('8k');
  await page.keyboard.press('Tab');
  assert.match((await viewOf(page)).permalink, /sequence_length=(8000|8192)/);
  await tabTo(page, (f) => /^why-/.test(f.id));
  const opener = (await focused(page)).id;
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Why .*\?$/ }).waitFor();
  assert.equal((await focused(page)).id, 'why');
  await page.keyboard.press('Escape');
  assert.equal((await focused(page)).id, opener);
  await tabTo(page, (f) => f.tag === 'BUTTON' && /^Try/.test(f.name));
  const before = (await viewOf(page)).permalink;
  await page.keyboard.press('Enter');
  assert.notEqual((await viewOf(page)).permalink, before);
  await page.keyboard.press('Control+Z');
  assert.equal((await viewOf(page)).permalink, before);
  await page.keyboard.press('Control+Z');
  assert.equal((await viewOf(page)).permalink, first.permalink);
});

test('a starting point, a row, a pin, a sort, a filter and the language', async () => {
  const page = await site.page({ query: TEXT });
  await tabTo(page, (f) => f.id === 'start-serve70');
  await page.keyboard.press('Enter');
  assert.match((await viewOf(page)).permalink, /task=serve/);
  await tabTo(page, (f) => f.id === 'f-filter');
  await page.keyboard.type('h200');
  assert.ok((await viewOf(page)).table.rows.every((r) => /H200/i.test(r.device)));
  await tabTo(page, (f) => /^sort-/.test(f.id) && f.id !== 'sort-rank');
  await page.keyboard.press('Enter');
  assert.notEqual((await viewOf(page)).table.sorted_by, '');
  await tabTo(page, (f) => /^row-/.test(f.id));
  await page.keyboard.press('Enter');
  assert.match(await page.locator('#answer-title').innerText(), /H200/);
  await tabTo(page, (f) => /^pin-/.test(f.id));
  await page.keyboard.press('Space');
  assert.equal((await viewOf(page)).pinned, 1);
  await page.keyboard.press('Control+K');
  assert.equal((await focused(page)).id, 'f-search');
  await tabTo(page, (f) => f.id === 'language');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.documentElement.lang === 'zh');
  assert.equal((await focused(page)).id, 'language');
});

test('search finds a device by its nickname and a model in Chinese words', async () => {
  const page = await site.page({ query: TEXT });
  await page.keyboard.press('Tab');
  await tabTo(page, (f) => f.id === 'f-search');
  await page.keyboard.type('5090');
  await tabTo(page, (f) => /RTX 5090/.test(f.name));
  await page.keyboard.press('Enter');
  assert.match((await viewOf(page)).permalink, /accelerator=rtx-5090/);
  assert.equal((await focused(page)).id, 'f-search');
});

test('the live region speaks once a settled change, and not at the start', async () => {
  const page = await site.page({ query: TEXT });
  await page.evaluate(() => {
    globalThis.spoken = [];
    new MutationObserver(() => spoken.push(document.getElementById('live').textContent)).observe(document.getElementById('live'), { childList: true, characterData: true, subtree: true });
  });
  await page.waitForTimeout(900);
  assert.deepEqual(await page.evaluate(() => spoken), []);
  for (const value of ['1024', '3072', '4096']) {
    await page.getByLabel('Sequence length', { exact: true }).fill(value);
    await page.keyboard.press('Enter');
  }
  await page.waitForTimeout(1200);
  const spoken = await page.evaluate(() => spoken);
  assert.equal(spoken.length, 1, spoken.join(' | '));
  assert.match(spoken[0], /GiB/);
});

test('the canvas never traps the keyboard', async () => {
  const page = await site.page();
  await page.waitForFunction(() => document.body.dataset.view === 'canvas');
  await page.locator('#canvas').focus();
  let left = false;
  for (let i = 0; i < 200 && !left; i += 1) {
    await page.keyboard.press('Tab');
    left = await page.evaluate(() => !['canvas', 'agent'].includes(document.activeElement.id));
  }
  assert.ok(left, 'Tab past the last control leaves the canvas');
});

test('on a phone the line with the verdict leads to the answer and keeps the link', async () => {
  const page = await site.page({ query: TEXT, width: 390, height: 844 });
  const hash = new URL(page.url()).hash;
  await tabTo(page, (f) => f.tag === 'A' && /Fits/.test(f.name));
  await page.keyboard.press('Enter');
  assert.equal((await focused(page)).id, 'answer');
  assert.equal(new URL(page.url()).hash, hash);
  assert.equal((await viewOf(page)).error, '');
});

test('letters act in the text view, not while typing, and can be switched off for good', async () => {
  const page = await site.page({ query: TEXT });
  const first = await viewOf(page);
  const second = first.table.rows[1].key;
  await page.locator('#answer').focus();
  await page.keyboard.press(']');
  assert.equal((await viewOf(page)).table.rows.find((r) => r.selected).key, second);
  await page.keyboard.press('p');
  assert.equal((await viewOf(page)).pinned, 1);
  await page.keyboard.press('w');
  assert.ok((await viewOf(page)).why);
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  assert.equal((await focused(page)).id, 'f-search');
  await page.keyboard.type('pw[');
  assert.equal(await page.locator('#f-search').inputValue(), 'pw[');
  const typed = await viewOf(page);
  assert.equal(typed.pinned, 1);
  assert.equal(typed.why, undefined);
  assert.equal(typed.table.rows.find((r) => r.selected).key, second);
  await page.locator('#f-search').fill('');
  await page.locator('#answer').focus();
  await page.keyboard.press('?');
  assert.ok(await page.locator('#keys').evaluate((d) => d.open));
  await page.getByLabel('Keys without Ctrl act').uncheck();
  await page.locator('#answer').focus();
  await page.keyboard.press('p');
  assert.equal((await viewOf(page)).pinned, 1);
  await page.keyboard.press('Control+K');
  assert.equal((await focused(page)).id, 'f-search');
  await page.reload();
  await page.waitForFunction(() => document.body.dataset.ready === 'true');
  assert.equal((await viewOf(page)).letters, false);
});
