// Cuts the interface's fonts to the signs the product can show and writes them as TTF, the only format Dear ImGui reads.
//   node subset.mjs OUTPUT_FOLDER NODE_MODULES_FOLDER TEXT_FILE...
// embedded/latin-400.ttf, -600.ttf (compiled into the program): IBM Plex Sans, ASCII and the signs of design section 9.
// ui-zh-400.ttf, -600.ttf (the page fetches them with the language): Noto Sans SC, every sign outside Plex's set that occurs in the text files (translations, catalogue names,
// the formats of ui/view).
// plex-400.woff2, -600.woff2: the Latin set again, for the guide, which has no module to take it from.
// zh.txt lists those signs, so that a test can compare them with the texts.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

const [output, modules, ...texts] = process.argv.slice(2);
if (!output || !modules || texts.length === 0) {
  console.error('usage: subset.mjs OUTPUT_FOLDER NODE_MODULES_FOLDER TEXT_FILE...');
  process.exit(2);
}
const require = createRequire(path.resolve(modules, 'resolve.js'));
const subset = require('subset-font');

const ascii = Array.from({ length: 95 }, (_, i) => String.fromCodePoint(32 + i)).join('');
const latin = ascii + '\u00a0–—×·…−°±µ‘’“”•éüö²³';
// Units that numbers are put together with, and signs people meet in errors about their own input, whatever the translations say.
const always = '万亿毫秒分钟小时天年月日第个种卡，。、；：？！（）《》“”‘’—…·￥０１２３４５６７８９％';

// Dear ImGui reads outlines and widths: no hints, kerning or substitutions (Plex's figures are all of one width as they are).
const lean = { noHinting: true, noLayoutClosure: true, dropTables: ['GPOS', 'GSUB', 'GDEF', 'BASE', 'STAT', 'gasp', 'vhea', 'vmtx'] };
async function cut(name, source, text, targetFormat = 'truetype') {
  const font = await subset(await readFile(path.join(modules, source)), text, { targetFormat, ...lean });
  await writeFile(path.join(output, name), font);
}

const used = new Set(always);
for (const file of texts)
  for (const sign of (await readFile(file, 'utf8')).replace(/\\u([0-9a-fA-F]{4})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))))
    if (sign.codePointAt(0) > 126 && !latin.includes(sign)) used.add(sign);
const chinese = [...used].sort((a, b) => a.codePointAt(0) - b.codePointAt(0)).join('');

await mkdir(path.join(output, 'embedded'), { recursive: true });
for (const weight of [400, 600]) {
  await cut(`plex-${weight}.woff2`, `@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-${weight}-normal.woff`, latin, 'woff2');
  await cut(`embedded/latin-${weight}.ttf`, `@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-${weight}-normal.woff`, latin);
  await cut(`ui-zh-${weight}.ttf`, `@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-${weight}-normal.woff`, chinese);
}
// The name of the other language stands on a button before any Chinese font is there.
await cut('embedded/language-name.ttf', '@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-400-normal.woff', '中文');
await writeFile(path.join(output, 'zh.txt'), chinese + '\n');
