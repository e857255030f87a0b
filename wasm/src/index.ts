// tanda in browsers.
import { bind, type Functions } from './bind.js';
import { packageFile, fetchModule } from './loader.js';

/** Browsers do not allow a worker from another origin, such as a CDN; but one of this origin may import it. */
const own = (address: URL) => (address.origin === globalThis.location?.origin ? address : (imports ??= URL.createObjectURL(
  new Blob([`import ${JSON.stringify(address.href)}`], { type: 'text/javascript' }))));
let imports: string | undefined;
const start = (address: string | URL) => new Worker(address, { type: 'module' });

const all = /* @__PURE__ */ bind({ read: fetchModule, start, worker: () => start(own(packageFile(new URL('./worker.js', import.meta.url)))) });

/** Makes a separate instance; without options, gives the one that the functions below share. */
export const load: Functions['load'] = all.load;
/** All methods with their parameters, ranges and defaults. */
export const methods: Functions['methods'] = all.methods;
/** An upper bound of the bytes that a fit of data of that shape takes. */
export const plan: Functions['plan'] = all.plan;
/**
 * Reads CSV or TSV from text, bytes, files and streams into a table for `fit`. With a model, its columns are selected by name.
 */
export const readCsv: Functions['readCsv'] = all.readCsv;
/** The rows of a training set and of a test set, from a seed. */
export const split: Functions['split'] = all.split;
/** How `readCsv` would read a text: separator, decimal mark, header, label column. */
export const csvLayout: Functions['csvLayout'] = all.csvLayout;
/** Examines a text: columns with their kinds, missing and invalid cells, and the label column that `readCsv` would choose. */
export const scanCsv: Functions['scanCsv'] = all.scanCsv;
/** Statistics of any number of rows, which are not stored: sufficient to fit some methods. */
export const statistics: Functions['statistics'] = all.statistics;
/** Opens saved statistics. */
export const openStatistics: Functions['openStatistics'] = all.openStatistics;
/** Fits the named method, or the best of several, to samples. */
export const fit: Functions['fit'] = all.fit;
/** Chooses parameters by cross-validation over grids; gives what was tried, and what is best. */
export const tune: Functions['tune'] = all.tune;
/** Compares methods on the same splits. */
export const evaluate: Functions['evaluate'] = all.evaluate;
/** Opens a model from the bytes of its file. */
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
