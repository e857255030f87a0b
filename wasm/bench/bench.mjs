// Times of the package under Node, beside those of native builds in the same run, warm.
//   bench.mjs PACKAGE BUILD...    e.g. bench.mjs build/npm build/portable build/native
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { clouds } from './clouds.mjs';

const [source, ...builds] = process.argv.slice(2);
const { load } = await import(pathToFileURL(join(resolve(source), 'node.js')).href);
const tanda = await load({ worker: false });
const folder = mkdtempSync(join(tmpdir(), 'tanda-bench-'));

function csvFile({ data, rows, cols, labels }) {
  const path = join(folder, 'table.csv');
  const line = (i) => [...data.subarray(i * cols, (i + 1) * cols), labels[i]].join(',');
  writeFileSync(path, Array.from({ length: rows }, (_, i) => line(i)).join('\n') + '\n');
  return path;
}

/** The least of a few, warm: engines compile anew what they see often. */
async function least(times, work, warm = 0) {
  for (const start = performance.now(); performance.now() - start < warm;) await work();
  let best = Infinity;
  for (let i = 0; i < times; ++i) best = Math.min(best, await work());
  return best;
}

async function ours(samples, method) {
  return least(7, async () => {
    const start = performance.now();
    const model = await tanda.fit({ ...samples, method, dims: 9 });
    const time = performance.now() - start;
    model.free();
    return time;
  }, 1500);
}

/** What the program says of itself, without reading and writing files; one thread, as there. */
function theirs(build, path, method) {
  return least(5, () => {
    const said = JSON.parse(execFileSync(join(build, 'tanda'), ['fit', path, '--method', method, '--dims', '9', '--threads', '1', '--json', '-o', join(folder, 'm.tanda')], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return 1000 * (said.seconds.total - said.seconds.read - said.seconds.write);
  });
}

/** The library's own benchmark of the same. */
function theirTransform(build) {
  const file = join(folder, 'run.json');
  execFileSync(join(build, 'tanda_bench'), ['run', '--json', file], { stdio: 'ignore' });
  return 1000 * JSON.parse(readFileSync(file, 'utf8')).run[0].rows.find(({ name }) => name === 'transform').fastest;
}

function row(name, here, there) {
  console.log(`${name.padEnd(26)}${here.toFixed(1).padStart(7)}${there.map((time) => `${time.toFixed(1).padStart(14)} (${(here / time).toFixed(2)}x)`).join('')}`);
}

const digits = await tanda.readCsv(readFileSync(fileURLToPath(new URL('../../native/data/digits.csv', import.meta.url))));
console.log(`milliseconds, and times those of a native build\n${'wasm'.padStart(33)}${builds.map((name) => name.padStart(22)).join('')}`);
for (const [name, samples] of [['digits 1797x64', digits], ['clouds 2000x256', clouds(2000, 256)]]) {
  const path = csvFile(samples);
  for (const method of ['lda', 'lfda', 'tsd', 'mpda']) {
    const here = await ours(samples, method);
    const there = [];
    for (const build of builds) there.push(await theirs(build, path, method));
    row(`${name} ${method}`, here, there);
  }
}

const many = clouds(100000, 64);
const model = await tanda.fit({ ...clouds(2000, 64), method: 'pca', dims: 10 });
const time = await least(7, async () => {
  const start = performance.now();
  await model.transform(many.data);
  return performance.now() - start;
}, 500);
row('transform 100000x64 to 10', time, builds.map(theirTransform));
rmSync(folder, { recursive: true });
