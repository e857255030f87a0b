// tanda in Node: files instead of fetch, and no worker.
import { readFile } from 'node:fs/promises';
import { bind } from './bind.js';
import { fetchBytes } from './loader.js';

export const { load, methods, plan, readCsv, fit, tune, evaluate, open } = /* @__PURE__ */ bind({
  read: async (address) => (address.protocol === 'file:' ? new Uint8Array(await readFile(address)) : fetchBytes(address)),
  modules: {
    simd: {
      wasm: () => new URL('./tanda.wasm', import.meta.url),
      rest: () => new URL('./tanda-rest.wasm', import.meta.url),
    },
    scalar: {
      wasm: () => new URL('./tanda-scalar.wasm', import.meta.url),
      rest: () => new URL('./tanda-scalar-rest.wasm', import.meta.url),
    },
  },
});

export { TandaError } from './errors.js';
