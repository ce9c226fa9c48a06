// clang-tidy over our own sources, in parallel, each file again only when something it reads has changed.
//   node cmake/tidy.mjs BUILD_FOLDER CACHE_FOLDER JOBS FILE...
// A file that passed leaves an empty file in the cache, named after the hash of the checks and of every file of this
// repository that it includes (ninja's record of the last build). Findings go to standard output; the exit status is 1
// where there are any.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [build, cache, jobs, ...files] = process.argv.slice(2);
const root = process.cwd();
mkdirSync(cache, { recursive: true });

// Source file -> what its object file was compiled from, as far as it is ours.
function includes() {
  const out = new Map();
  let group = [];
  for (const line of execFileSync('ninja', ['-C', build, '-t', 'deps'], { encoding: 'utf8', maxBuffer: 1 << 28 }).split('\n')) {
    if (line.startsWith(' ')) group.push(resolve(build, line.trim()));
    else if (group.length) {
      out.set(group[0], group.filter((path) => path.startsWith(root) && !path.includes('/.cache/')));
      group = [];
    }
  }
  return out;
}

const read = includes();
const contents = new Map();
function content(path) {
  if (!contents.has(path)) contents.set(path, createHash('sha256').update(readFileSync(path)).digest());
  return contents.get(path);
}
const checks = readFileSync('.clang-tidy') + execFileSync('clang-tidy', ['--version'], { encoding: 'utf8' });

function stamp(file) {
  const hash = createHash('sha256').update(checks).update(file);
  for (const path of read.get(resolve(file)) ?? [resolve(file)]) if (existsSync(path)) hash.update(content(path));
  return join(cache, hash.digest('hex').slice(0, 32));
}

function check(file) {
  return new Promise((done) => {
    const tool = spawn('clang-tidy', ['-p', build, '--quiet', '--extra-arg=-Wno-unknown-warning-option', file], { stdio: ['ignore', 'pipe', 'ignore'] });
    let found = '';
    tool.stdout.on('data', (text) => (found += text));
    tool.on('error', (error) => done(String(error)));
    tool.on('close', (status) => done(status === 0 ? '' : found || `clang-tidy failed on ${file}\n`));
  });
}

// What this machine does not compile (another platform's half) has no command line to check it with.
const compiled = files.filter((file) => read.has(resolve(file)));
const waiting = compiled.map((file) => [file, stamp(file)]).filter(([, mark]) => !existsSync(mark));
const all = waiting.length;
const seen = new Set();
let bad = 0;
async function worker() {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [file, mark] = next;
    const found = await check(file);
    if (!found) {
      writeFileSync(mark, '');
      continue;
    }
    bad += 1;
    // A finding in a header comes once for each file that includes it.
    if (!seen.has(found)) process.stdout.write(found);
    seen.add(found);
  }
}
await Promise.all(Array.from({ length: Number(jobs) || 1 }, worker));
console.log(`clang-tidy: ${compiled.length} files, ${all} looked at again`);
console.log(bad ? '0 passed, 1 failed' : '1 passed, 0 failed');
process.exit(bad ? 1 : 0);
