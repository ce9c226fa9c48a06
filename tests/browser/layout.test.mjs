// Nothing overlaps, overflows or is cut, from a small phone to a 4K screen, in both languages; letters keep a readable size.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import AxeBuilder from '@axe-core/playwright';
import { open } from './site.mjs';

const SERVE = '#v1&model=meta-llama/Meta-Llama-3-70B&task=serve&serve.weights=fp8&serve.concurrency=32';
let site;
before(async () => (site = await open()));
after(() => site.close());

// Runs in the page: what sticks out of its card, what lies over its neighbour, what is too small to read.
function faults() {
  const found = [];
  const visible = (e) => e.checkVisibility() && !e.closest('.hidden, .scroll, svg, .found');
  for (const card of document.querySelectorAll('#text .card')) {
    const box = card.getBoundingClientRect();
    for (const e of card.querySelectorAll('*')) {
      if (!visible(e)) continue;
      const r = e.getBoundingClientRect();
      if (r.width && (r.right > box.right + 1 || r.left < box.left - 1)) found.push(`sticks out: ${card.id} ${e.tagName} ${e.textContent.slice(0, 40)}`);
    }
  }
  const cards = [...document.querySelectorAll('#text .card')].filter((c) => c.checkVisibility());
  for (const a of cards)
    for (const b of cards) {
      const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
      if (a !== b && !a.contains(b) && !b.contains(a) && p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1) found.push(`overlap: ${a.id} ${b.id}`);
    }
  for (const t of document.querySelectorAll('#charts svg text')) {
    const r = t.getBoundingClientRect();
    const svg = t.ownerSVGElement.getBoundingClientRect();
    if (r.right > svg.right + 2 || r.left < svg.left - 2) found.push(`chart text cut: ${t.textContent}`);
    if (r.height < 11) found.push(`chart text small: ${t.textContent} ${r.height}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push('sideways scroll');
  return [...new Set(found)].slice(0, 10);
}

for (const width of [320, 360, 390, 768, 1024, 1280, 1920, 3840])
  test(`the text view at ${width} pixels`, async () => {
    for (const [locale, hash] of [['en-US', ''], ['zh-CN', SERVE]]) {
      const page = await site.page({ query: '?view=text', width, height: 900, locale, hash, dark: width % 3 === 0 });
      assert.deepEqual(await page.evaluate(faults), [], locale);
      await page.context().close();
    }
  });

test('forced colours show the text view, whole', async () => {
  const context = await site.browser.newContext({ viewport: { width: 1280, height: 800 }, forcedColors: 'active', locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(site.url);
  await page.waitForFunction(() => document.body.dataset.ready === 'true', null, { timeout: 60000 });
  assert.equal(await page.evaluate(() => document.body.dataset.view), 'text');
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).disableRules(['color-contrast']).analyze();
  assert.deepEqual(violations.map((v) => v.id), []);
  // The parts of the bar differ by more than the system's two colours: their edges are drawn.
  assert.notEqual(await page.locator('.bar .gap').first().evaluate((e) => getComputedStyle(e).stroke), 'none');
});
