// The memory that the npm package plans for fits, as JSON: plans.mjs PACKAGE. It packs products in the same way on every
// machine; the program adapts to the caches and registers of the machine it runs on.
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const { load } = await import(pathToFileURL(join(resolve(process.argv[2]), 'node.js')).href);
const tanda = await load({ worker: false });
const plans = {};
// A table, and images.
for (const { id, dims: limit } of await tanda.methods()) {
  const dims = limit === 'per-class' ? 1 : 9;  // ten classes have at most nine discriminant directions
  for (const [rows, cols] of [[2000, 64], [7291, 256]])
    plans[`${id} ${rows}x${cols}`] = await tanda.plan({ method: id, rows, cols, classes: 10, dims });
}
console.log(JSON.stringify(plans));
