// Sums the accuracy programs' lines (tests/accuracy/README.md) up into assets/accuracy.json: errors and interval coverage by
// quantity, method, framework, device family and source, the verdicts' table, and the worst rows with the reason.
//   node web/accuracy_summary.mjs --reasons tests/accuracy/reasons.json --out assets/accuracy.json LINES.jsonl...
// Every source counts alike; quantiles run linearly between the midpoints of the weights, as in tests/accuracy/statistics.cpp.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const WORST = 20;
const GROUPS = ['method', 'framework', 'device', 'source'];

export function quantile(values, q) {
  const sorted = values.filter(([, w]) => w > 0).sort((a, b) => a[0] - b[0]);
  const total = sorted.reduce((sum, [, w]) => sum + w, 0);
  let before = 0;
  let lastAt = 0;
  for (let i = 0; i < sorted.length; ++i) {
    const at = (before + sorted[i][1] / 2) / total;
    if (q <= at) {
      if (i === 0) return sorted[0][0];
      const share = at > lastAt ? (q - lastAt) / (at - lastAt) : 1;
      return sorted[i - 1][0] + share * (sorted[i][0] - sorted[i - 1][0]);
    }
    before += sorted[i][1];
    lastAt = at;
  }
  return sorted.length ? sorted[sorted.length - 1][0] : 0;
}

const round = (x) => Number(x.toPrecision(3));

// `lines` of one quantity; a source's lines share the weight 1.
export function statistics(lines) {
  const total = new Map();
  for (const l of lines) total.set(l.source, (total.get(l.source) ?? 0) + l.weight);
  const weigh = (value) => lines.map((l) => [value(l), l.weight / total.get(l.source)]);
  const inside = weigh((l) => (l.measured >= l.low && l.measured <= l.high ? 1 : 0));
  return {
    rows: lines.length,
    sources: total.size,
    median: round(quantile(weigh((l) => Math.abs(l.estimate / l.measured - 1)), 0.5)),
    p90: round(quantile(weigh((l) => Math.abs(l.estimate / l.measured - 1)), 0.9)),
    bias: round(quantile(weigh((l) => l.estimate / l.measured - 1), 0.5)),
    inside: round(inside.reduce((sum, [x, w]) => sum + x * w, 0) / inside.reduce((sum, [, w]) => sum + w, 0)),
    ...(lines.some((l) => l.naive > 0) ? { naive: round(quantile(lines.filter((l) => l.naive > 0).map((l) => [Math.abs(l.naive / l.measured - 1), l.weight / total.get(l.source)]), 0.5)) } : {}),
    width: round(quantile(weigh((l) => (l.high - l.low) / l.estimate), 0.5)),
  };
}

const grouped = (lines, key) => {
  const groups = new Map();
  for (const l of lines) groups.set(l[key], [...(groups.get(l[key]) ?? []), l]);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
};

function quantitySummary(quantity, lines) {
  const by = Object.fromEntries(GROUPS.map((g) => [g, grouped(lines, g).map(([name, own]) => ({ name, ...statistics(own) }))]));
  return { quantity, ...statistics(lines), by };
}

const taskOf = (line) => (line.method === 'serve' ? 'serve' : 'train');

function verdicts(lines) {
  const table = { oom: { yes: 0, tight: 0, no: 0 }, ran: { yes: 0, tight: 0, no: 0 }, false_yes: [], false_no: [] };
  for (const l of lines) {
    ++table[l.ran ? 'ran' : 'oom'][l.verdict];
    if (!l.ran && l.verdict === 'yes') table.false_yes.push(l.id);
    if (l.ran && l.verdict === 'no') table.false_no.push(l.id);
  }
  return table;
}

// A reason is given for a row, else for a source's quantity, else for the source. Training rows with a reason of their own
// have it for their memory.
function reasonOf(reasons, id, source, quantity) {
  const own = quantity.startsWith('train.') ? undefined : reasons[id];
  return own ?? reasons[`${source}/${quantity}`] ?? reasons[source] ?? null;
}

function worst(lines, reasons) {
  const error = (l) => Math.abs(Math.log(l.estimate / l.measured));
  return [...lines]
    .sort((a, b) => error(b) - error(a) || (a.id < b.id ? -1 : 1))
    .slice(0, WORST)
    .map(({ id, source, quantity, method, framework, measured, estimate, low, high }) => ({
      id, source, quantity, method, framework, measured, estimate, low, high, reason: reasonOf(reasons, id, source, quantity),
    }));
}

// Pairs of devices that one source measured on one workload and that differ by more than a fifth: how many stand in the
// measured order, by our estimates and by the data sheet's roofline.
export function deviceOrder(lines, apart = 0.2) {
  const order = { pairs: 0, right: 0, naive_right: 0 };
  for (const [, own] of grouped(lines.filter((l) => l.workload), 'workload'))
    own.forEach((a, i) => {
      for (const b of own.slice(i + 1)) {
        const measured = Math.log(a.measured / b.measured);
        if (a.devices === b.devices || Math.abs(measured) <= Math.log(1 + apart)) continue;
        ++order.pairs;
        order.right += measured * Math.log(a.estimate / b.estimate) > 0 ? 1 : 0;
        order.naive_right += measured * Math.log(a.naive / b.naive) > 0 ? 1 : 0;
      }
    });
  return order;
}

// Whole groups left out: by what is estimated and kind of group, every source of every group alike.
const estimated = (quantity) => (quantity.startsWith('memory.') ? 'memory' : quantity.startsWith('train.') ? 'speed' : 'serve');
function groupsLeftOut(lines) {
  const own = lines.filter((l) => l.left_out && l.quantity !== 'fits').map((l) => ({ ...l, of: `${estimated(l.quantity)}/${l.left_out.split('/')[0]}`, source: `${l.left_out}/${l.source}` }));
  return grouped(own, 'of').map(([name, some]) => {
    const [of, kind] = name.split('/');
    const { rows, median, inside, width } = statistics(some);
    return { of, kind, groups: new Set(some.map((l) => l.left_out)).size, rows, median, inside, width };
  });
}

function taskSummary(all, reasons) {
  const lines = all.filter((l) => !l.left_out);
  const values = lines.filter((l) => l.quantity !== 'fits');
  return {
    quantities: grouped(values, 'quantity').map(([quantity, own]) => quantitySummary(quantity, own)),
    ...(lines.some((l) => l.workload) ? { order: deviceOrder(lines) } : {}),
    verdicts: verdicts(lines.filter((l) => l.quantity === 'fits')),
    left_out: groupsLeftOut(all),
    worst: worst(values, reasons),
  };
}

// {"train": ..., "serve": ...}: the tasks whose programs printed lines.
export function summarise(lines, reasons) {
  const tasks = [...new Set(lines.map(taskOf))].sort().reverse();
  return Object.fromEntries(tasks.map((t) => [t, taskSummary(lines.filter((l) => taskOf(l) === t), reasons)]));
}

function main(args) {
  const files = [];
  const options = {};
  for (let i = 0; i < args.length; ++i) {
    if (args[i].startsWith('--')) options[args[i].slice(2)] = args[++i];
    else files.push(args[i]);
  }
  const lines = files.flatMap((f) => readFileSync(f, 'utf8').split('\n').filter(Boolean).map((l) => JSON.parse(l)));
  const reasons = options.reasons ? JSON.parse(readFileSync(options.reasons, 'utf8')) : {};
  writeFileSync(options.out, `${JSON.stringify(summarise(lines, reasons), null, 1)}\n`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv.slice(2));
