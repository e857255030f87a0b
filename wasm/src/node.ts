// tanda in Node: files instead of fetch, and no worker.
import { readFile } from 'node:fs/promises';
import { bind } from './bind.js';
import { fetchBytes } from './loader.js';

export const { load, methods, plan, readCsv, csvLayout, fit, tune, evaluate, open } = /* @__PURE__ */ bind({
  read: async (address) => (address.protocol === 'file:' ? new Uint8Array(await readFile(address)) : fetchBytes(address)),
});

export { TandaError } from './errors.js';
