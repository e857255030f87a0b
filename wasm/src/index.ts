// tanda in browsers.
import { bind } from './bind.js';
import { fetchBytes } from './loader.js';

// Written out in full, because that is how bundlers find the files.
export const { load, methods, plan, readCsv, fit, tune, evaluate, open } = /* @__PURE__ */ bind({
  read: fetchBytes,
  modules: {
    simd: () => new URL('./tanda.wasm', import.meta.url),
    scalar: () => new URL('./tanda-scalar.wasm', import.meta.url),
  },
  worker: () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }),
});

export { TandaError, type ErrorCode } from './errors.js';
export type { LoadOptions } from './bind.js';
export type { Model, Tanda } from './client.js';
export type * from './methods.js';
export type * from './types.js';
