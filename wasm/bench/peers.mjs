// The package beside others of its kind, under Node, on the same data: peers.mjs PACKAGE (after `npm ci` here)
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as druid from '@saehrimnir/druidjs';
import { PCA } from 'ml-pca';
import { clouds } from './clouds.mjs';

const { load } = await import(pathToFileURL(join(resolve(process.argv[2]), 'node.js')).href);
const tanda = await load({ worker: false });
const digits = await tanda.readCsv(readFileSync(fileURLToPath(new URL('../../native/data/digits.csv', import.meta.url))));
// A little noise, for all alike: some pixels are always empty, and DruidJS cannot invert what they lead to.
for (let i = 0, state = 1; i < digits.data.length; ++i) digits.data[i] += (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 40;

/** The least of a few, after some to warm up. */
async function least(work, warm, times) {
  for (let i = 0; i < warm; ++i) await work();
  let best = Infinity;
  for (let i = 0; i < times; ++i) {
    const start = performance.now();
    await work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

for (const [name, samples] of [['digits 1797x64', digits], ['clouds 2000x256', clouds(2000, 256)]]) {
  const { rows, cols, data, labels } = samples;
  const nested = Array.from({ length: rows }, (_, i) => [...data.subarray(i * cols, (i + 1) * cols)]);
  // All get the same: numbers, and labels where they are needed.
  const ours = (given) => least(async () => {
    const model = await tanda.fit({ data, rows, cols, dims: 2, ...given });
    await model.transform(data);
    model.free();
  }, 60, 20);
  const mine = { lda: await ours({ method: 'lda', labels }), pca: await ours({ method: 'pca' }) };
  console.log(`fit and transform of ${name} to 2, milliseconds`);
  for (const [peer, work] of Object.entries({
    'lda, druidjs': () => new druid.LDA(nested, { labels: [...labels], d: 2 }).transform(),
    'pca, druidjs': () => new druid.PCA(nested, { d: 2 }).transform(),
    'pca, ml-pca': () => new PCA(nested).predict(nested, { nComponents: 2 }),
  })) {
    const time = await least(work, 1, 3), here = mine[peer.slice(0, 3)];
    console.log(`${peer.padEnd(14)} ${time.toFixed(1).padStart(9)}   tanda ${here.toFixed(2).padStart(6)}   ${(time / here).toFixed(1)} times`);
  }
}
