// What the page keeps and gives away: scenarios by name, their file, pictures of charts, the printed page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { open, viewOf } from './site.mjs';

const TEXT = '?view=text';
let site;
before(async () => (site = await open()));
after(() => site.close());

async function save(page, name) {
  await page.locator('#saved').evaluate((d) => (d.open = true));
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}
async function fileOf(page, button) {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

test('a scenario is kept by name, opens, travels as a file and is deleted', async () => {
  const page = await site.page({ query: TEXT });
  await page.getByRole('button', { name: 'Serve a 70B' }).click();
  const { permalink } = await viewOf(page);
  await save(page, 'seventy <b>');
  const link = page.getByRole('link', { name: 'seventy <b>' });
  assert.equal(await link.getAttribute('href'), permalink);
  const { name, content } = await fileOf(page, page.getByRole('button', { name: 'Save all to a file' }));
  assert.equal(name, 'gpu-selector-scenarios.json');
  await page.getByRole('button', { name: 'Delete: seventy <b>' }).click();
  assert.equal(await link.count(), 0);
  await page.locator('#saved-import').setInputFiles({ name, mimeType: 'application/json', buffer: content });
  await page.getByRole('button', { name: 'Undo' }).first().click();
  assert.notEqual((await viewOf(page)).permalink, permalink);
  await link.click();
  await page.waitForFunction((hash) => gpuSelector.view.permalink === hash, permalink);
  assert.equal((await viewOf(page)).permalink, permalink);
  await page.reload();
  await page.waitForFunction(() => document.body.dataset.ready === 'true');
  await page.locator('#saved').evaluate((d) => (d.open = true));
  assert.equal(await link.count(), 1);
});

test('a hostile file or storage brings nothing in', async () => {
  const page = await site.page({ query: TEXT });
  await page.locator('#saved').evaluate((d) => (d.open = true));
  const files = ['not json', '{}', '{"gpu-selector":1,"scenarios":[{"name":"x","link":"javascript:alert(1)"},{"name":{},"link":"#v1"},null]}', '{"gpu-selector":1,"scenarios":{"length":1e9}}'];
  for (const content of files) {
    await page.locator('#saved-import').setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(content) });
    await page.waitForFunction(() => /no scenarios/.test(document.getElementById('status').textContent));
    assert.equal(await page.locator('.saved li').count(), 0, content);
    await page.evaluate(() => gpuSelector.say(''));
  }
  await page.evaluate(() => localStorage.setItem('gpu-selector-scenarios', '[{"name":"a","link":"https://evil.example"}]'));
  await page.reload();
  await page.waitForFunction(() => document.body.dataset.ready === 'true');
  assert.equal(await page.locator('.saved li').count(), 0);
  assert.deepEqual(page.errors, []);
});

test('a chart is saved as SVG that stands alone and as PNG', async () => {
  const page = await site.page({ query: TEXT, dark: true });
  const svg = (await fileOf(page, page.locator('#picture-pareto-svg'))).content.toString();
  assert.match(svg, /^<svg [^>]*xmlns=/);
  assert.match(svg, /RTX 4090/);
  assert.doesNotMatch(svg, /var\(|class=/);
  const png = (await fileOf(page, page.locator('#picture-pareto-png'))).content;
  assert.equal(png.subarray(1, 4).toString(), 'PNG');
  assert.ok(png.length > 5000 && png.readUInt32BE(16) === 1280);
});

test('the report prints on one light page with its link, whatever the face', async () => {
  for (const query of [TEXT, '?view=canvas']) {
    const page = await site.page({ query, dark: true });
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    assert.equal(pdf.match(/\/Type ?\/Page[^s]/g).length, 1, query);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    assert.match(await page.locator('.report-foot').textContent(), /#v1&model=.*2\d\d\d/);
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'light');
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  }
});

// What the canvas asks, as its buttons do (tests/panels/saved_test.cpp presses those).
const asked = (page, ask) =>
  page.evaluate((lines) => {
    const { module } = gpuSelector;
    const call = module.call.bind(module);
    const asks = [lines];
    module.call = (name, ...rest) => (name === 'app_take_ask' && asks.length ? asks.shift() : call(name, ...rest));
    gpuSelector.update();
    module.call = call;
  }, ask);

test('the canvas saves the answer, its charts and its scenarios, as the text view does', async () => {
  const page = await site.page({ query: '?view=canvas', dark: true });
  await page.waitForFunction(() => document.body.dataset.view === 'canvas');
  const download = async (ask) => {
    const [file] = await Promise.all([page.waitForEvent('download'), asked(page, ask)]);
    return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
  };
  const csv = await download('file:copy_csv\ngpu-selector.csv');
  assert.equal(csv.name, 'gpu-selector.csv');
  assert.match(csv.content.toString(), /RTX 4090/);
  assert.match((await download('file:copy_markdown\na.md')).content.toString(), /\|.*RTX 4090/);
  assert.ok(JSON.parse((await download('file:copy_json\na.json')).content).memory);
  for (const chart of ['pareto', 'roofline', 'step', 'sweep']) {
    const svg = (await download(`svg\n${chart}`)).content.toString();
    assert.match(svg, /^<svg [^>]*xmlns=/, chart);
    assert.doesNotMatch(svg, /var\(|class=/, chart);
  }
  assert.equal((await download('png\nstep')).content.subarray(1, 4).toString(), 'PNG');
  await asked(page, 'save\nmine');
  assert.deepEqual((await viewOf(page)).saved.map((s) => s.label), ['mine']);
  assert.match((await download('export\n')).content.toString(), /"mine"/);
  await asked(page, 'delete\nmine');
  assert.deepEqual((await viewOf(page)).saved, []);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), asked(page, 'import\n')]);
  await chooser.setFiles({ name: 's.json', mimeType: 'application/json', buffer: csv.content });
  await page.waitForFunction(() => /no scenarios/.test(document.getElementById('status').textContent));
  const [guide] = await Promise.all([page.context().waitForEvent('page'), asked(page, 'guide\n')]);
  await guide.waitForURL(/guide\.html$/);
  assert.deepEqual(page.errors, []);
});

test('launch settings are read, copied and saved in the text view', async () => {
  const page = await site.page({ query: TEXT });
  const opener = page.locator('#answer-launch');
  await opener.click();
  const panel = page.locator('#launch');
  assert.match(await panel.locator('pre').innerText(), /\S{3,}/);
  const shown = (await viewOf(page)).launch;
  await panel.getByLabel('Tool').selectOption({ index: 1 });
  assert.notEqual((await viewOf(page)).launch.tool, shown.tool);
  const file = await fileOf(page, panel.locator('#launch-save'));
  const { launch } = await viewOf(page);
  assert.equal(file.name, launch.file);
  assert.equal(file.content.toString(), launch.text);
  await page.keyboard.press('Escape');
  assert.equal(await panel.count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'answer-launch');
});
