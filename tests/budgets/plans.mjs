// What the npm package plans for fits, as JSON: plans.mjs PACKAGE. Its products are packed in the same way on every
// machine; those of the program follow the caches and registers of the one it runs on.
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const { load } = await import(pathToFileURL(join(resolve(process.argv[2]), 'node.js')).href);
const tanda = await load({ worker: false });
const plans = {};
// A table, and images.
for (const { id, dims: limit } of await tanda.methods()) {
  const dims = limit === 'per-class' ? 1 : 9;  // what ten classes are told apart in
  for (const [rows, cols] of [[2000, 64], [7291, 256]])
    plans[`${id} ${rows}x${cols}`] = await tanda.plan({ method: id, rows, cols, classes: 10, dims });
}
console.log(JSON.stringify(plans));
