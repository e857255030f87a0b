// tanda in browsers.
import { bind, type Functions } from './bind.js';
import { packageFile, fetchModule } from './loader.js';

/** A worker of another origin, such as a CDN's, is not allowed; one of this origin that imports it is. */
const own = (address: URL) => (address.origin === globalThis.location?.origin ? address : (imports ??= URL.createObjectURL(
  new Blob([`import ${JSON.stringify(address.href)}`], { type: 'text/javascript' }))));
let imports: string | undefined;
const start = (address: string | URL) => new Worker(address, { type: 'module' });

const all = /* @__PURE__ */ bind({ read: fetchModule, start, worker: () => start(own(packageFile(new URL('./worker.js', import.meta.url)))) });

/** An instance of one's own; without options, the one that the functions below share. */
export const load: Functions['load'] = all.load;
/** All methods with their parameters, ranges and defaults. */
export const methods: Functions['methods'] = all.methods;
/** The most bytes a fit of that shape can take. */
export const plan: Functions['plan'] = all.plan;
/** CSV or TSV to a table that `fit` takes, from text, bytes, files and streams. With a model, its columns are picked by name. */
export const readCsv: Functions['readCsv'] = all.readCsv;
/** Rows to train on and rows to test, by a seed. */
export const split: Functions['split'] = all.split;
/** How `readCsv` would read a text: separator, decimal mark, header, label column. */
export const csvLayout: Functions['csvLayout'] = all.csvLayout;
/** What is in a text: columns with their kinds, gaps and odd cells, and the label column that `readCsv` would take. */
export const scanCsv: Functions['scanCsv'] = all.scanCsv;
/** Statistics of rows of any number, which are not kept: enough for some methods to fit. */
export const statistics: Functions['statistics'] = all.statistics;
/** Statistics that were saved. */
export const openStatistics: Functions['openStatistics'] = all.openStatistics;
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
export type { Tanda } from './client.js';
export type { Job } from './job.js';
export type { Model } from './model.js';
export type { Statistics } from './statistics.js';
export type { CsvSource, Pieces } from './pieces.js';
export type * from './methods.js';
export type * from './results.js';
export type * from './types.js';
