// The accuracy page's texts, English and Chinese.
export const WORDS = {
  en: {
    title: 'How accurate is this?',
    lead: 'Every estimate beside what others measured and published, made without the source it is compared with.',
    intro: [
      'The formulas count tensors and operations. What cannot be derived (how much an allocator keeps, how fast a kernel really is) is a small number of constants, fitted to published measurements. ' +
        'Here each source is left out in turn: constants and intervals are fitted to the others, then the product answers the left-out rows. So the figures say how far off an answer is for a setup that nobody fitted to.',
      'Where a source cannot be met, it stays counted, and the worst rows are listed with what we know about them.',
    ],
    terms: [
      'Median and 90th percentile: absolute error of the estimate, |estimate / measured − 1|.',
      'Bias: median of estimate / measured − 1; above 0 is too high.',
      'Roofline alone: median error of the data sheet’s bandwidth and peak, nothing lost.',
      'Inside: share of measured values within the 90 % interval. Width: median of (high − low) / estimate; an interval that is always wide says nothing.',
      'Every source counts alike, however many rows it has.',
    ],
    all: 'All sources, each left out in turn',
    by: 'By {x}',
    columns: { quantity: 'Quantity', rows: 'Rows', sources: 'Sources', median: 'Median error', p90: '90th percentile', bias: 'Bias', inside: 'Inside', width: 'Width', naive: 'Roofline alone' },
    groups: { method: 'method', framework: 'framework or engine', device: 'device family', source: 'source' },
    heads: { method: 'Method', framework: 'Framework or engine', device: 'Device family', source: 'Source' },
    tasks: { train: 'Training', serve: 'Serving' },
    methods: { full: 'full', lora: 'LoRA', qlora: 'QLoRA', serve: 'serving' },
    quantities: {
      'memory.allocated_bytes': 'Memory, allocated', 'memory.reserved_bytes': 'Memory, reserved by the allocator', 'memory.device_bytes': 'Memory, whole device',
      'train.tokens_per_second': 'Training, tokens a second', 'train.step_seconds': 'Training, time of a step', 'train.model_flops_utilization': 'Training, model FLOPs utilisation',
      'serve.decode_tokens_per_second': 'Decoding, all requests', 'serve.decode_tokens_per_second_per_request': 'Decoding, one request', 'serve.output_tokens_per_second': 'Output under load',
      'serve.prefill_tokens_per_second': 'Prefill', 'serve.ttft_seconds': 'Time to first token', 'serve.tpot_seconds': 'Time a token', 'energy.joules_per_token': 'Energy a token', 'energy.watts': 'Power',
    },
    order: 'Order of devices: of {pairs} pairs that one source measured on one workload and that differ by over 20 %, {right} stand in the measured order (the data sheet’s roofline alone: {naive}).',
    verdict: {
      title: 'Does it fit?', caption: 'What was said, by what happened', said: ['Fits', 'Tight', 'Does not fit'], oom: 'Ran out of memory', ran: 'Ran',
      wrong: 'Rows called wrongly:',
    },
    left_out: {
      title: 'What was never measured', caption: 'A whole group left out', columns: ['Groups'], of: { memory: 'Memory', speed: 'Speed', serve: 'Rates and latencies' },
      kinds: { framework: 'framework', family: 'device family', experts: 'mixture of experts', hosts: 'several hosts', 'one device': 'a single device', 'eight-bit': '8-bit products', 'context-parallel': 'context parallelism', engine: 'engine', vendor: 'vendor', format: 'weight format', devices: 'several devices' },
    },
    worst: { title: 'The worst twenty rows', columns: ['Row', 'Quantity', 'Method', 'Measured', 'Estimate', '90 % interval', 'Why'] },
  },
  zh: {
    title: '结果有多准？',
    lead: '把每个估算值与他人公开的实测值逐一对照，而且估算时不使用所对照的来源。',
    intro: [
      '公式逐个统计张量和运算。推导不出来的量（分配器会多占多少、算子实际有多快）只是少数几个常数，由公开实测拟合得到。' +
        '这里依次留出每个来源：用其余来源拟合常数和区间，再由产品回答被留出的记录。因此这些数字反映的是：面对从未参与拟合的配置，答案会差多少。',
      '无法吻合的来源照样计入，误差最大的记录列在最后，并附上已知的原因。',
    ],
    terms: [
      '误差中位数与 90 分位：估算值的绝对误差，|估算 / 实测 − 1|。',
      '偏差：估算 / 实测 − 1 的中位数，大于 0 表示偏高。',
      '仅用 Roofline：只按规格表的带宽与峰值、不计任何损耗时的误差中位数。',
      '区间内：实测值落在 90% 区间内的比例。宽度：（上限 − 下限）/ 估算值的中位数；总是很宽的区间没有意义。',
      '每个来源权重相同，与其记录数无关。',
    ],
    all: '全部来源，逐一留出',
    by: '按{x}',
    columns: { quantity: '量', rows: '记录数', sources: '来源数', median: '误差中位数', p90: '90 分位', bias: '偏差', inside: '区间内', width: '宽度', naive: '仅用 Roofline' },
    groups: { method: '方法', framework: '框架或引擎', device: '设备系列', source: '来源' },
    heads: { method: '方法', framework: '框架或引擎', device: '设备系列', source: '来源' },
    tasks: { train: '训练', serve: '推理' },
    methods: { full: '全参', lora: 'LoRA', qlora: 'QLoRA', serve: '推理' },
    quantities: {
      'memory.allocated_bytes': '显存：已分配', 'memory.reserved_bytes': '显存：分配器预留', 'memory.device_bytes': '显存：整卡占用',
      'train.tokens_per_second': '训练吞吐（token/s）', 'train.step_seconds': '训练每步用时', 'train.model_flops_utilization': '训练 MFU',
      'serve.decode_tokens_per_second': '解码：全部请求', 'serve.decode_tokens_per_second_per_request': '解码：单个请求', 'serve.output_tokens_per_second': '满载输出吞吐',
      'serve.prefill_tokens_per_second': '预填充', 'serve.ttft_seconds': '首 token 时延', 'serve.tpot_seconds': '每 token 用时', 'energy.joules_per_token': '每 token 能耗', 'energy.watts': '功率',
    },
    order: '设备排序：同一来源、同一负载下相差 20% 以上的 {pairs} 对设备中，{right} 的先后与实测一致（仅用规格表的 Roofline：{naive}）。',
    verdict: {
      title: '放得下吗？', caption: '产品的判断与实际结果', said: ['放得下', '偏紧', '放不下'], oom: '显存溢出', ran: '运行成功',
      wrong: '判断错误的记录：',
    },
    left_out: {
      title: '从未实测过的情形', caption: '整组留出', columns: ['组数'], of: { memory: '显存', speed: '速度', serve: '吞吐与时延' },
      kinds: { framework: '框架', family: '设备系列', experts: 'MoE 模型', hosts: '多台主机', 'one device': '单卡', 'eight-bit': '8 位矩阵乘', 'context-parallel': '上下文并行', engine: '引擎', vendor: '厂商', format: '权重格式', devices: '多卡' },
    },
    worst: { title: '误差最大的二十条', columns: ['记录', '量', '方法', '实测', '估算', '90% 区间', '原因'] },
  },
};
