// tanda in browsers.
import { bind, type Functions } from './bind.js';
import { fetchBytes } from './loader.js';

const all = /* @__PURE__ */ bind({
  read: fetchBytes,
  worker: () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }),
});

/** An instance of one's own; without options, the one that the functions below share. */
export const load: Functions['load'] = all.load;
/** All methods with their parameters, ranges and defaults. */
export const methods: Functions['methods'] = all.methods;
/** The most bytes a fit of that shape can take. */
export const plan: Functions['plan'] = all.plan;
/** CSV or TSV text to a table that `fit` takes. With a model, its columns are picked by name. */
export const readCsv: Functions['readCsv'] = all.readCsv;
/** How `readCsv` would read a text: separator, decimal mark, header, label column. */
export const csvLayout: Functions['csvLayout'] = all.csvLayout;
/** Fits to samples the method that is named, or the best of several. */
export const fit: Functions['fit'] = all.fit;
/** Cross-validation over grids: what was tried, and what is best. */
export const tune: Functions['tune'] = all.tune;
/** Methods compared on the same splits. */
export const evaluate: Functions['evaluate'] = all.evaluate;
/** A model from the bytes of its file. */
export const open: Functions['open'] = all.open;

export { TandaError, type ErrorCode } from './errors.js';
export type { LoadOptions } from './bind.js';
export type { Model, Tanda } from './client.js';
export type * from './methods.js';
export type * from './types.js';
