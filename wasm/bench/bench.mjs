// Times of the package under Node, beside those of native programs in the same run, warm.
//   bench.mjs PACKAGE PROGRAM...    e.g. bench.mjs build/npm build/portable/tanda build/native/tanda
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [source, ...programs] = process.argv.slice(2);
const { load } = await import(pathToFileURL(join(resolve(source), 'node.js')).href);
const tanda = await load({ worker: false });
const folder = mkdtempSync(join(tmpdir(), 'tanda-bench-'));

/** Ten classes in clouds. */
function clouds(rows, cols) {
  let state = 1;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const data = new Float32Array(rows * cols), labels = new Int32Array(rows);
  for (let i = 0; i < rows; ++i) {
    labels[i] = i % 10;
    for (let j = 0; j < cols; ++j) data[i * cols + j] = random() + random() + (j % 10 === labels[i] ? 0.7 : 0);
  }
  return { data, rows, cols, labels };
}

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
function theirs(program, path, method) {
  return least(5, () => {
    const said = JSON.parse(execFileSync(program, ['fit', path, '--method', method, '--dims', '9', '--threads', '1', '--json', '-o', join(folder, 'm.tanda')], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return 1000 * (said.seconds.total - said.seconds.read - said.seconds.write);
  });
}

const digits = await tanda.readCsv(readFileSync(fileURLToPath(new URL('../../native/data/digits.csv', import.meta.url))));
console.log(`milliseconds, and times the native program's\n${'fit'.padEnd(22)}${'wasm'.padStart(9)}${programs.map((name) => name.padStart(34)).join('')}`);
for (const [name, samples] of [['digits 1797x64', digits], ['clouds 2000x256', clouds(2000, 256)]]) {
  const path = csvFile(samples);
  for (const method of ['lda', 'lfda', 'tsd', 'mpda']) {
    const here = await ours(samples, method);
    const there = [];
    for (const program of programs) there.push(await theirs(program, path, method));
    console.log(`${name.padEnd(16)}${method.padEnd(6)}${here.toFixed(1).padStart(9)}${there.map((time) => `${time.toFixed(1).padStart(24)} (${(here / time).toFixed(2)}x)`).join('')}`);
  }
}

const many = clouds(100000, 64);
const model = await tanda.fit({ ...clouds(2000, 64), method: 'pca', dims: 10 });
const time = await least(7, async () => {
  const start = performance.now();
  await model.transform(many.data);
  return performance.now() - start;
}, 500);
console.log(`transform 100000x64 to 10: ${time.toFixed(1)} ms`);
rmSync(folder, { recursive: true });
