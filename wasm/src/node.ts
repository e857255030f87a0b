// tanda in Node: files instead of fetch, and no worker.
import { readFile } from 'node:fs/promises';
import { bind } from './bind.js';
import { fetchBytes } from './loader.js';
import { modules } from './modules.js';

export const { load, methods, plan, readCsv, fit, tune, evaluate, open } = /* @__PURE__ */ bind({
  read: async (address) => (address.protocol === 'file:' ? new Uint8Array(await readFile(address)) : fetchBytes(address)),
  modules,
});

export { TandaError } from './errors.js';
