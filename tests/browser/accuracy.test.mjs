// The accuracy page: both languages, readable and whole, its figures those of assets/accuracy.json.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import AxeBuilder from '@axe-core/playwright';
import { open } from './site.mjs';
import { quantile, statistics } from '../../web/accuracy_summary.mjs';

let site;
before(async () => (site = await open({ graphics: false })));
after(() => site.close());

const summary = JSON.parse(readFileSync(new URL('../../assets/accuracy.json', import.meta.url), 'utf8'));

for (const [name, lang] of [['accuracy.html', 'en'], ['accuracy-zh.html', 'zh']]) {
  test(`${name}: whole, in its language, WCAG 2.2 AA, nothing cut`, async () => {
    for (const [width, colorScheme] of [[1280, 'light'], [360, 'dark']]) {
      const context = await site.browser.newContext({ viewport: { width, height: 900 }, colorScheme, locale: 'en-US' });
      const page = await context.newPage();
      await page.goto(`${site.url}${name}`);
      assert.equal(await page.locator('html').getAttribute('lang'), lang);
      assert.equal(await page.getByText(/undefined|NaN|\{\{/).count(), 0);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
      assert.equal(await page.locator('.worst').count(), Object.keys(summary).length);
      const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
      assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes[0].target}`), []);
      await context.close();
    }
  });

  test(`${name}: the first table shows the summary's figures`, async () => {
    const page = await (await site.browser.newContext()).newPage();
    await page.goto(`${site.url}${name}`);
    const first = summary.train.quantities[0];
    const cells = await page.locator('table').first().locator('tbody tr').first().locator('td').allTextContents();
    assert.equal(cells[0], String(first.rows));
    assert.equal(cells[2].replace(' ', ''), `${(100 * first.median).toFixed(1)}%`);
  });
}

test('sources count alike, whatever their rows', () => {
  const line = (source, estimate) => ({ source, weight: 1, measured: 1, estimate, low: estimate, high: estimate });
  const lines = [line('a', 1), line('a', 1), line('a', 1), line('b', 2)];
  assert.equal(statistics(lines).inside, 0.5);
  assert.equal(quantile([[1, 1], [3, 1]], 0.5), 2);
});
