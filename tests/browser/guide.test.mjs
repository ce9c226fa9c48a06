// The guide: both languages, its numbers are the core's own, its links open the same scenario in the app.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import AxeBuilder from '@axe-core/playwright';
import { open, viewOf } from './site.mjs';

let site;
before(async () => (site = await open()));
after(() => site.close());

async function guide(name, { width = 1280, dark = false } = {}) {
  const context = await site.browser.newContext({ viewport: { width, height: 900 }, colorScheme: dark ? 'dark' : 'light', locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${site.url}${name}`);
  return page;
}

for (const [name, lang] of [['guide.html', 'en'], ['guide-zh.html', 'zh']]) {
  test(`${name}: whole, in its language, WCAG 2.2 AA, nothing cut`, async () => {
    for (const options of [{}, { width: 360, dark: true }]) {
      const page = await guide(name, options);
      assert.equal(await page.locator('html').getAttribute('lang'), lang);
      assert.equal(await page.locator('.example').count(), 7);
      assert.equal(await page.getByText(/undefined|NaN|\{\{/).count(), 0);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
      const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
      assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes[0].target}`), []);
    }
  });

  test(`${name}: every example opens in the app with the numbers it shows`, async () => {
    const page = await guide(name);
    const shown = await page.locator('.example').evaluateAll((cards) =>
      cards.map((c) => ({ link: c.querySelector('.open').getAttribute('href'), device: c.querySelector('.head strong').textContent, value: c.querySelector('.value').textContent })));
    const app = await site.page({ query: '?view=text', locale: lang === 'zh' ? 'zh-CN' : 'en-US' });
    for (const { link, device, value } of shown) {
      await app.evaluate((hash) => (location.hash = hash), link.slice(link.indexOf('#')));
      await app.waitForFunction((name) => document.querySelector('#answer-title').textContent === name, device);
      assert.equal((await viewOf(app)).answer.figures[0].value, value, link);
    }
  });
}

for (const [name, locale] of [['guide.html', 'en-US'], ['guide-zh.html', 'zh-CN']])
  test(`${name}: when buying pays is the number of the app's chart`, async () => {
    const page = await guide(name);
    const told = await page.locator('h2#cost ~ p strong').first().innerText();
    assert.match(told, /\d/);
    const link = await page.locator('#example-own-lora .open').getAttribute('href');
    const app = await site.page({ query: '?view=text', hash: link.slice(link.indexOf('#')), locale });
    assert.equal((await viewOf(app)).charts.find((c) => c.id === 'rent').summary, told);
  });

test('the H100 variants carry the catalogue\'s bandwidths, and the app links to the guide in its language', async () => {
  const page = await guide('guide.html');
  const rows = await page.locator('.variants tbody tr').allInnerTexts();
  assert.deepEqual(rows.map((r) => r.split('\t').filter((_, i) => i === 0 || i === 2).join(' ')), ['H100 SXM5 80GB 3.35', 'H100 PCIe 80GB 2.04', 'H100 NVL 94GB 3.94']);
  const app = await site.page({ query: '?view=text', locale: 'zh-CN' });
  await app.getByRole('link', { name: '选型指南' }).click();
  await app.waitForURL(/guide-zh\.html/);
});
