// The text view by role and name: the default answer, editing, errors that keep what was typed, languages, links, accessibility.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import AxeBuilder from '@axe-core/playwright';
import { open, viewOf } from './site.mjs';

const TEXT = '?view=text';
let site;
before(async () => (site = await open()));
after(() => site.close());

async function field(page, label, value) {
  const input = page.getByLabel(label, { exact: true });
  await input.fill(value);
  await input.press('Tab');
}

test('the page already holds the default answer before WebAssembly', async () => {
  const context = await site.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(site.url);
  assert.match(await page.locator('#answer').innerText(), /Fits/);
  assert.ok((await page.locator('#ranking tbody tr').count()) > 5);
  await context.close();
});

test('an answer by role and name, without a console error', async () => {
  const page = await site.page({ query: TEXT });
  assert.match(await page.title(), /GPU Selector/);
  await page.getByRole('heading', { name: /Ranking/ }).waitFor();
  assert.match(await page.locator('#answer .chip').innerText(), /Fits/);
  assert.deepEqual(page.errors, []);
});

test('every list shows the choice in force, over the short list the page came with', async () => {
  const page = await site.page({ query: TEXT });
  const lists = await page.locator('select').evaluateAll((all) =>
    all.filter((s) => s.querySelector('option[selected]')).map((s) => ({ id: s.id, shown: s.value, chosen: s.querySelector('option[selected]').value })));
  assert.ok(lists.length > 8, String(lists.length));
  assert.deepEqual(lists.filter((l) => l.shown !== l.chosen), []);
  const recompute = page.getByLabel('Recompute', { exact: true });
  assert.equal(await recompute.locator('option:checked').innerText(), 'Full');
  await recompute.selectOption({ label: 'None' });
  await page.getByRole('button', { name: 'Undo' }).first().click();
  assert.equal(await recompute.locator('option:checked').innerText(), 'Full');
});

test('a changed field changes the answer, the link and can be undone', async () => {
  const page = await site.page({ query: TEXT });
  const first = await viewOf(page);
  await field(page, 'Sequence length', '4096');
  const second = await viewOf(page);
  assert.match(second.permalink, /4096/);
  assert.notEqual(second.memory.interval_label, first.memory.interval_label);
  assert.equal(new URL(page.url()).hash, second.permalink);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  assert.equal((await viewOf(page)).permalink, first.permalink);
});

test('a refused value keeps what was typed and the last answer', async () => {
  const page = await site.page({ query: TEXT });
  const before = await viewOf(page);
  await field(page, 'Micro-batch', '-3');
  const input = page.getByLabel('Micro-batch', { exact: true });
  assert.equal(await input.inputValue(), '-3');
  assert.equal(await input.getAttribute('aria-invalid'), 'true');
  const after = await viewOf(page);
  assert.equal(after.answer.device, before.answer.device);
  assert.notEqual(after.answer.stale, '');
});

test('an unknown model names the nearest one', async () => {
  const page = await site.page({ query: TEXT });
  await field(page, 'Model', 'meta-llama/Meta-Lama-3-8B');
  assert.match(await page.locator('#needs .error').first().innerText(), /Meta-Llama-3-8B/);
});

test('a link restores its scenario', async () => {
  const page = await site.page({ query: TEXT });
  await page.locator('label.segment', { hasText: /^Serve$/ }).click();
  const served = await viewOf(page);
  const again = await site.page({ query: TEXT, hash: served.permalink });
  assert.equal((await viewOf(again)).answer.device, served.answer.device);
});

test('a hostile link says what is wrong and the page stays whole', async () => {
  for (const hash of ['#v1&model=%E0%A4%A', '#v1&model=<script>alert(1)</script>', '#' + 'x'.repeat(20000), '#v1&train.micro_batch=1e300']) {
    const page = await site.page({ query: TEXT, hash });
    assert.ok((await page.locator('#ranking tbody tr').count()) > 5, hash.slice(0, 40));
    assert.match(await page.locator('#result .error').first().innerText(), /\S/);
    assert.deepEqual(page.errors, []);
  }
});

test('Chinese from the browser and from the button, without reload', async () => {
  const page = await site.page({ query: TEXT, locale: 'zh-CN' });
  assert.equal(await page.locator('html').getAttribute('lang'), 'zh');
  assert.match(await page.locator('#answer .chip').innerText(), /放得下/);
  await page.getByRole('button', { name: 'English' }).click();
  assert.match(await page.locator('#answer .chip').innerText(), /Fits/);
});

test('any number opens its Why and gives the focus back', async () => {
  const page = await site.page({ query: TEXT });
  const number = page.locator('#answer .number').first();
  const id = await number.getAttribute('id');
  await number.click();
  await page.getByRole('heading', { name: /^Why .*\?$/ }).waitFor();
  assert.ok((await page.locator('#why tbody tr').count()) >= 3);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#why').count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement.id), id);
});

test('the same scenario gives the same view in the page as twice in a row', async () => {
  const [one, two] = [await site.page({ query: TEXT }), await site.page({ query: TEXT })];
  assert.deepEqual({ ...(await viewOf(one)), revision: 0 }, { ...(await viewOf(two)), revision: 0 });
});

for (const { name, options } of [
  { name: 'English, light', options: {} },
  { name: 'Chinese, dark, phone', options: { locale: 'zh-CN', dark: true, width: 390, height: 844 } },
]) {
  test(`WCAG 2.2 AA by axe: ${name}`, async () => {
    const page = await site.page({ query: TEXT, ...options });
    const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
    assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target).join(' ')}`), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'no sideways scroll');
  });
}
