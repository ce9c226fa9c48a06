// The five starting points, each by its name in both languages, from the first page to its answer, to undo, and back by its link.
// Run in Chromium and, with GPUSEL_BROWSER=firefox, in Firefox.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { open, viewOf } from './site.mjs';

const TEXT = '?view=text';
let site;
before(async () => (site = await open()));
after(() => site.close());

const WORDS = {
  en: {
    locale: 'en-US', undo: 'Undo', fits: /Fits/, task: { lora: 'Fine-tune', serve70: 'Serve', cluster: 'Pre-train' },
    start: { lora: 'LoRA on my own card', serve70: 'Serve a 70B', cluster: 'Plan a cluster', mine: 'What can my GPU run?', compare: 'Compare two cards' },
    price: 'Price to buy', requests: 'Requests at once', ttft: 'First token (TTFT)', deadline: 'Deadline',
    runs: 'What RTX 4090 24GB can run', asks: /which card|your card/i, device: 'Device', against: 'Compare 2 devices', baseline: 'Compared with',
  },
  zh: {
    locale: 'zh-CN', undo: '撤销', fits: /放得下/, task: { lora: '微调', serve70: '推理', cluster: '预训练' },
    start: { lora: '用自己的显卡做 LoRA', serve70: '部署 70B 模型', cluster: '规划训练集群', mine: '我的显卡能跑什么？', compare: '对比两张显卡' },
    price: '购买价格', requests: '并发请求数', ttft: '首字延迟（TTFT）', deadline: '完成期限',
    runs: 'RTX 4090 24GB 能跑什么', asks: /显卡/, device: '设备', against: '对比 2 种设备', baseline: '对比基准',
  },
};

const field = (page, name) => page.getByLabel(name, { exact: true }).inputValue();
const figure = (page, name) => page.locator('#answer').getByText(name, { exact: true }).first().waitFor();
const isTask = async (page, name) => assert.ok(await page.getByRole('radio', { name, exact: true }).isChecked(), name);

const CHECKS = {
  async lora(page, words) {
    await isTask(page, words.task.lora);
    await isTask(page, 'LoRA');
    assert.equal(await field(page, words.price), '2000');
    assert.match(await page.locator('#answer .chip').innerText(), words.fits);
    assert.ok((await viewOf(page)).memory.segments.some((s) => s.id === 'adapters' || /adapters/.test(s.color)));
  },
  async serve70(page, words) {
    await isTask(page, words.task.serve70);
    assert.equal(await field(page, words.requests), '32');
    await figure(page, words.ttft);
    assert.match(await page.locator('#answer .chip').innerText(), words.fits);
    assert.match(await page.locator('#f-model').inputValue(), /70B/);
  },
  async cluster(page, words) {
    await isTask(page, words.task.cluster);
    assert.match(await field(page, words.deadline), /30/);
    assert.match(await page.locator('#answer-title').innerText(), /× \d+/);
    assert.ok((await page.locator('#ranking tbody tr').count()) > 0);
  },
  async mine(page, words) {
    await page.getByRole('heading', { name: words.runs }).waitFor();
    assert.match(await page.locator('#card').innerText(), words.asks);
    assert.ok((await page.locator('#ranking tbody tr').count()) > 10);
    assert.equal(await page.locator('#card').getByLabel(words.device, { exact: true }).inputValue(), 'rtx-4090');
  },
  async compare(page, words) {
    const table = page.getByRole('table', { name: words.against });
    assert.deepEqual((await table.locator('thead th').allInnerTexts()).map((t) => /RTX \d090/.exec(t)?.[0]), ['RTX 4090', 'RTX 5090']);
    assert.ok((await table.locator('.best').count()) > 3);
    assert.equal(await page.getByLabel(words.baseline).inputValue(), 'rtx-4090/1');
  },
};

for (const [lang, words] of Object.entries(WORDS))
  for (const [id, name] of Object.entries(words.start))
    test(`${lang}: ${name}`, async () => {
      const page = await site.page({ query: TEXT, locale: words.locale });
      assert.equal(await page.locator('html').getAttribute('lang'), lang);
      const first = await viewOf(page);
      await page.getByRole('button', { name, exact: true }).click();
      await CHECKS[id](page, words);
      const { permalink, answer, table, mode } = await viewOf(page);
      if (id !== 'lora') {  // the page begins with it
        assert.notEqual(permalink, first.permalink);
        await page.getByRole('button', { name: words.undo, exact: true }).first().click();
        assert.equal((await viewOf(page)).answer.device, first.answer.device);
      }
      assert.deepEqual(page.errors, []);
      const again = await site.page({ query: TEXT, hash: permalink, locale: words.locale });
      const told = await viewOf(again);
      assert.deepEqual([told.mode, told.answer.device, told.table.title, told.table.rows.length], [mode, answer.device, table.title, table.rows.length]);
      await again.context().close();
      await page.context().close();
    });
