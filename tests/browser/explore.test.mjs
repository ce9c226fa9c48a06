// What the text view offers beyond one answer: devices side by side, one device's models, chart choices, columns, the inverse
// answers, files. Each through its control, as a person would.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import AxeBuilder from '@axe-core/playwright';
import { open, viewOf } from './site.mjs';

const TEXT = '?view=text';
let site;
before(async () => (site = await open()));
after(() => site.close());

const violations = async (page) => {
  const found = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
  return found.violations.map((v) => `${v.id}: ${v.nodes[0].target}`);
};

test('two cards side by side: baseline, intervals, only what differs, and back', async () => {
  const page = await site.page({ query: TEXT });
  await page.getByRole('button', { name: 'Compare two cards' }).click();
  const table = page.getByRole('table', { name: /^Compare/ });
  assert.equal(await table.locator('thead th').count(), 2);
  const rows = await table.locator('tbody tr').count();
  await page.getByLabel('90% interval').check();
  assert.equal((await viewOf(page)).compare.intervals, true);
  await page.getByLabel('Only rows that differ').check();
  assert.ok((await table.locator('tbody tr').count()) <= rows);
  await page.getByLabel('Compared with').selectOption({ index: 1 });
  assert.equal((await viewOf(page)).compare.columns[1].baseline, true);
  assert.deepEqual(await violations(page), []);
  await page.locator('#compare-close').click();
  await page.getByRole('heading', { name: /Ranking/ }).waitFor();
});

test('what can my GPU run: the question, and the models of a card', async () => {
  const page = await site.page({ query: TEXT });
  await page.getByRole('button', { name: 'What can my GPU run?' }).click();
  await page.waitForFunction(() => gpuSelector.view.mode === 'runnable');
  assert.ok((await page.locator('#ranking tbody tr').count()) > 10);
  assert.match(await page.locator('#card').innerText(), /\S/);
  // Whatever the browser tells, every card can be chosen where the question stands.
  await page.locator('#card').getByLabel('Device').selectOption({ label: 'RTX 3060 12GB' });
  const view = await viewOf(page);
  assert.match(view.table.title, /RTX 3060/);
  assert.equal(view.mode, 'runnable');
  assert.deepEqual(page.errors, []);
  assert.deepEqual(await violations(page), []);
});

test('a sweep over another field, a column more, the longest sequence, a file', async () => {
  const page = await site.page({ query: TEXT });
  const options = page.locator('#chart-sweep select');
  await options.nth(0).selectOption({ index: 1 });
  const sweep = (await viewOf(page)).charts.find((c) => c.id === 'sweep');
  assert.equal(sweep.options[0].value, sweep.options[0].choices[1].value);
  await page.locator('.columns-choice summary').click();
  const shown = (await viewOf(page)).table.columns.length;
  const hidden = page.locator('[data-column]:not(:checked)').first();
  const id = await hidden.getAttribute('data-column');
  await hidden.check();
  const more = await viewOf(page);
  assert.equal(more.table.columns.length, shown + 1);
  assert.ok(more.table.columns.some((c) => c.id === id));
  assert.match(more.permalink, /ui\.columns=/);
  const under = page.getByLabel('Filter: Price, $');
  await under.fill('1k');
  await under.press('Tab');
  const cheap = await viewOf(page);
  assert.ok(cheap.table.rows.length > 0 && cheap.table.rows.length < more.table.rows.length);
  assert.equal(await page.locator('#ranking tbody tr').count(), cheap.table.rows.length);
  await under.fill('cheap');
  await under.press('Tab');
  assert.equal(await under.getAttribute('aria-invalid'), 'true');
  assert.equal(await under.inputValue(), 'cheap');
  await under.fill('');
  await under.press('Tab');
  await page.getByRole('button', { name: 'Try: Longest sequence' }).click();
  assert.match((await viewOf(page)).permalink, /train\.sequence_length=\d+/);
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#file-csv').click()]);
  assert.equal(download.suggestedFilename(), 'gpu-selector.csv');
  assert.match(readFileSync(await download.path(), 'utf8'), /RTX 4090/);
  assert.deepEqual(page.errors, []);
});
