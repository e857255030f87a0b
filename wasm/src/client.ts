// The public interface of the engine.
import { disposing, disposingLater } from './disposing.js';
import { refused, TandaError } from './errors.js';
import { job, type Job } from './job.js';
import { closed, Lane, type Call } from './lane.js';
import type { Channel } from './channel.js';
import type { MethodId, Methods } from './methods.js';
import { Model, ref } from './model.js';
import { contestantText, count, refuseOptions, plainOptions, optionTexts } from './options.js';
import type { MadeModel, MadeStatistics, OptionText, ReadInto, Request } from './protocol.js';
import type { CsvSource, Reading } from './pieces.js';
import type { Evaluation, MethodInfo, Split, Tuning } from './results.js';
import { numbersOf, plainLabels, plainSamples } from './samples.js';
import { Statistics } from './statistics.js';
import { Stop } from './stop.js';
import type {
  Bytes, CallOptions, Contestant, CsvLayout, CsvOptions, CsvReport, EvaluateOptions, FitOptions, PlanOptions, Progress, Samples, SplitOptions, StatisticsOptions, Table, TuningOptions,
} from './types.js';
import { copyBytes } from './values.js';

/** Numbers models across all engines: a model of one engine can be used with another, which opens its bytes. */
let nextModel = 1;

/** The result of `load`: an engine of its own. */
export class Tanda {
  /** @internal */
  closed = false;
  private readonly lane: Lane;
  /** Further workers, for work at the same time as that of `lane`. */
  private readonly otherLanes = new Set<Lane>();
  private readonly running = new Set<Stop>();
  private readonly unused = new FinalizationRegistry<number>((id) => this.forget(id));

  /** @internal */
  constructor(private readonly openChannel: () => Promise<Channel>, private readonly inWorker: boolean, private readonly memoryLimit: unknown) {
    this.lane = new Lane(openChannel);
  }

  /** All methods with their parameters, ranges and defaults. */
  methods(options?: CallOptions): Promise<MethodInfo[]> {
    return this.call(options, (given) => ({ op: 'methods', texts: this.limited(given) })) as Promise<MethodInfo[]>;
  }

  /** An upper bound of the bytes that a fit of data of that shape takes. */
  plan<M extends MethodId>(options: PlanOptions<M>): Promise<number> {
    return this.call(options, ({ rows, cols, classes = 2, largestClass = 0, ...rest }) => ({
      op: 'plan', texts: optionTexts(rest),
      sizes: [count('rows', rows, 0), count('cols', cols, 0), count('classes', classes, 0), count('largestClass', largestClass, 0)],
    })) as Promise<number>;
  }

  /**
   * Reads CSV or TSV, also .csv.gz, ARFF and .npy, into a table for `fit`. With a model, its columns are selected by name. Large
   * files and streams are read in pieces by a worker of their own, so that their text is never completely in memory.
   */
  readCsv(source: CsvSource, options?: CsvOptions & { model?: Model | undefined }): Job<Table> {
    return job((report) => this.read(source, 'table', options, report) as Promise<Table>);
  }

  /**
   * Examines a text: its columns with their kinds, missing and invalid cells, and the label column that `readCsv` would choose.
   * Nothing is refused, and only some different values of each column are stored, for a text of any length.
   */
  scanCsv(source: CsvSource, options?: CsvOptions): Job<CsvReport> {
    return job((report) => this.read(source, 'scan', options, report) as Promise<CsvReport>);
  }

  /** Statistics of the rows of a text of any length: the rows are not stored. Without a source: empty, for `push`. */
  statistics(source?: CsvSource, options?: StatisticsOptions): Job<Statistics> {
    return job(async (report) => new Statistics(this, (await (source === undefined
      ? this.call(options, (given) => ({ op: 'statistics', texts: optionTexts(given), parts: [] }))
      : this.read(source, 'statistics', options, report))) as MadeStatistics));
  }

  /** Opens saved statistics. */
  async openStatistics(bytes: Uint8Array | ArrayBuffer, options?: CallOptions): Promise<Statistics> {
    return new Statistics(this, (await this.call(options, async (given) => {
      refuseOptions(given);
      return { op: 'statistics', texts: [], parts: [copyBytes(bytes)] };
    })) as MadeStatistics);
  }

  /** @internal */
  fitStatistics(bytes: Promise<Bytes>, options: unknown): Job<Model> {
    const id = nextModel++;
    return job(async (report) => this.modelOf(id, await this.call(options, async (given) => (
      { op: 'fitStatistics', id, texts: this.limited(given), bytes: await bytes }), { report, made: id })));
  }

  private read(source: CsvSource, into: ReadInto, options: unknown, report: (progress: Progress) => void): Promise<unknown> {
    let reading: Reading | undefined;
    return this.call(options, async ({ model, ...rest }) => {
      if (model !== undefined && !(model instanceof Model))
        throw new TandaError('bad_argument', 'model is not one that fit or open gave', 'open its bytes first');
      const texts = optionTexts({ ...rest, memoryLimit: rest.memoryLimit ?? this.memoryLimit }), found = await bytesOrReading(source);
      if (found instanceof Uint8Array) return { op: 'readCsv', into, texts, model: model?.[ref](), text: found };
      reading = found;
      return { op: 'readBegin', into, texts, model: model?.[ref]() };
    }, { report, work: (call) => (reading ? this.readPieces(call, reading) : this.lane.run(Promise.resolve(call))) });
  }

  private async readPieces(call: Call, reading: Reading): Promise<unknown> {
    const { stop, onProgress } = call, [lane] = this.others(1);
    const ask = (request: Request) => lane!.run(Promise.resolve({ request, stop }));
    stop.hear(() => reading.cancel());
    try {
      await lane!.run(Promise.resolve(call));
      for (let text = await reading.next(); text; text = await reading.next()) {
        await ask({ op: 'readPiece', text });
        onProgress?.({ stage: 'read', fraction: reading.fraction() });
      }
      return await ask({ op: 'readEnd' });
    } finally {
      reading.cancel();
      this.end(lane!);
    }
  }

  /** How `readCsv` would read a text: separator, decimal mark, header, label column. */
  csvLayout(source: CsvSource, options?: CsvOptions): Promise<CsvLayout> {
    return this.call(options, async (given) => ({
      op: 'csvLayout', texts: optionTexts({ ...given, memoryLimit: given.memoryLimit ?? this.memoryLimit }), text: await allBytesOf(source),
    })) as Promise<CsvLayout>;
  }

  /**
   * The rows of the training set and of the test set, the same on every machine: a split of an evaluation with the same options.
   */
  split(options: SplitOptions): Promise<Split> {
    return this.call(options, ({ labels, number = 0, ...rest }) => (
      { op: 'split', texts: optionTexts(rest), labels: plainLabels(labels), number: count('number', number, 0) })) as Promise<Split>;
  }

  /** Fits the named method, or the best of several, to samples. */
  fit<M extends MethodId>(options: FitOptions<M>): Job<Model> {
    const id = nextModel++;
    return job(async (report) => this.modelOf(id, await this.call(options, (given) => (
      { op: 'fit', id, texts: [...this.limited(given), ...labelName(given)], samples: this.samples(given) }), { report, made: id })));
  }

  /** Chooses parameters by cross-validation over grids; gives what was tried, and what is best. */
  tune<M extends MethodId>(options: TuningOptions<M>): Job<Tuning> {
    return job((report) => this.call(options, ({ workers, ...given }) => (
      { op: 'tune', texts: this.limited(given), samples: this.samples(given), workers: workersOf(workers) }), { report, work: (call) => this.divided(call) }) as Promise<Tuning>);
  }

  /** Compares methods on the same splits. */
  evaluate(options: EvaluateOptions): Job<Evaluation> {
    return job(async (report) => {
      const given = new Map<string, Contestant>();
      const found = (await this.call(options, ({ strata, workers, ...rest }) => {
        for (const each of [rest.methods].flat()) if (each !== undefined) given.set(contestantText(each), each);
        const texts = this.limited(rest), samples = this.samples(rest);
        return { op: 'evaluate', texts, samples, strata: numbersOf('strata', strata, samples.rows), workers: workersOf(workers) };
      }, { report, work: (call) => this.divided(call) })) as Evaluation;
      for (const contest of found.contests) Object.assign(contest, contenderOf(contest.name, given));
      return { ...found, dims: comparedDims(found.dims) };
    });
  }

  /** Divides work among several workers; with one worker, it is an ordinary call. */
  private async divided({ request, stop, onProgress }: Call): Promise<unknown> {
    if (request.op !== 'evaluate' && request.op !== 'tune') throw new TypeError(request.op);
    const { workers = 1, ...whole } = request;
    if (workers === 1) return this.lane.run(Promise.resolve({ request: whole, stop, onProgress }));
    const { evaluationsOf, mergedTuning, mergeOf, side, tuningsOf, withConfusions } = await import('./parallel.js'), methods = await this.methods();
    const requests: Request[] = whole.op === 'evaluate' ? evaluationsOf(whole, methods) : tuningsOf(whole, methods), done = requests.map(() => 0);
    const lanes = this.others(Math.min(workers, requests.length) - 1);
    const run = async (one: Request, worker: number) => {
      const i = requests.indexOf(one);
      const hear = ({ stage, fraction }: Progress) => {
        done[i] = fraction;
        onProgress?.({ stage, fraction: done.reduce((sum, each) => sum + each, 0) / done.length });
      };
      return (worker === 0 ? this.lane : lanes[worker - 1]!).run(Promise.resolve({ request: one, stop, onProgress: hear }));
    };
    try {
      if (whole.op === 'tune') return mergedTuning(await side<Tuning>(requests, workers, run));
      const reports = await side<Evaluation>(requests, workers, run);
      return withConfusions((await this.lane.run(Promise.resolve({ request: mergeOf(whole, reports), stop }))) as Evaluation, reports);
    } finally {
      for (const lane of lanes) this.end(lane);
    }
  }

  /** Opens a model from the bytes of its file. */
  async open(bytes: Uint8Array | ArrayBuffer, options?: CallOptions): Promise<Model> {
    const id = nextModel++;
    return this.modelOf(id, await this.call(options, async (given) => {
      refuseOptions(given);
      return { op: 'open', id, bytes: copyBytes(bytes) };
    }, { made: id }));
  }

  /** Ends the worker, if there is one. Unfinished calls, and later ones, reject with a TandaError of code "closed". */
  close(): void {
    this.closed = true;
    for (const stop of this.running) stop.now(closed());
    for (const lane of [this.lane, ...this.otherLanes]) lane.close();
  }

  [disposing](): void {
    this.close();
  }

  async [disposingLater](): Promise<void> {
    this.close();
  }

  /**
   * @internal Makes a request from the caller's arguments immediately, and runs it after the earlier requests, so that stopping
   * it affects no other. Invalid arguments, or a stop, reject without waiting for its turn.
   */
  async call(given: unknown, make: MakeRequest, { report, made, work }: Way = {}): Promise<unknown> {
    if (this.closed) throw closed();
    const stop = new Stop();
    this.running.add(stop);
    try {
      const call = stop.before(readOptions(given, make, stop, report));
      const result = work ? call.then(work) : this.lane.run(call, made);
      result.catch(() => {});
      await call;
      return await stop.before(result);
    } finally {
      this.running.delete(stop);
      stop.end();
    }
  }

  private others(count: number): Lane[] {
    const lanes = Array.from({ length: count }, () => new Lane(this.openChannel));
    for (const lane of lanes) this.otherLanes.add(lane);
    return lanes;
  }

  private end(lane: Lane): void {
    this.otherLanes.delete(lane);
    lane.close();
  }

  private limited(options: object) {
    return optionTexts({ memoryLimit: this.memoryLimit, ...options }, ['label']);
  }

  /** @internal */
  samples(options: Samples & CallOptions) {
    return plainSamples(options, this.keeps(options));
  }

  /** @internal Whether to copy arrays: those sent to a worker are moved, so they are copied unless the caller sets `transfer`. */
  keeps(options: CallOptions): boolean {
    return this.inWorker && !options.transfer;
  }

  private modelOf(id: number, made: unknown): Model {
    const model = new Model(this, id, made as MadeModel);
    this.unused.register(model, id, model);
    return model;
  }

  /** @internal */
  forget(id: number, model?: Model): void {
    if (model) this.unused.unregister(model);
    void this.lane.forget(id);
  }
}

/** The method that has this name in a report. */
function contenderOf(name: string, given: ReadonlyMap<string, Contestant>): { method?: MethodId; params?: Methods[MethodId] } {
  if (['none', 'original', 'majority'].includes(name)) return {};
  const one = given.get(name);
  return typeof one === 'object' ? { method: one.method, ...(one.params && { params: one.params }) } : { method: name as MethodId };
}

/** The core writes '1-40' for a range. */
function comparedDims(dims: unknown): Evaluation['dims'] {
  if (Array.isArray(dims)) return dims;
  const [from = 1, to = from] = String(dims).split('-').map(Number);
  return { from, to };
}

/** The model stores the name of its label column; a table without one or without a header has none. */
function labelName({ label }: { label?: unknown }): OptionText {
  return label === null || label === '' ? [] : optionTexts({ label });
}

interface Way {
  report?: (progress: Progress) => void;
  /** The number of the model that the call makes. */
  made?: number;
  /** Runs instead of a single call in its turn. */
  work?: (call: Call) => Promise<unknown>;
}

const workersOf = (workers: unknown) => (workers === undefined ? 1 : count('workers', workers, 1));

type MakeRequest = (options: any) => Request | Promise<Request>;

/** Reads the caller's objects; whatever they throw becomes a TandaError. */
async function readOptions(given: unknown, make: MakeRequest, stop: Stop, report: (progress: Progress) => void = () => {}): Promise<Call> {
  try {
    const options = plainOptions(given), { signal, onProgress } = options as CallOptions;
    if (onProgress && typeof onProgress !== 'function')
      throw new TandaError('bad_argument', 'onProgress is not a function', 'give one, or leave it out');
    stop.by(signal);
    const hear = (progress: Progress) => {
      report(progress);
      onProgress?.(progress);
    };
    return { request: await make(options), stop, onProgress: hear };
  } catch (error) {
    throw refused(error);
  }
}

/**
 * All bytes at once if they are few. Large, compressed or streamed sources are read in pieces, by code that is loaded only then.
 */
async function bytesOrReading(source: CsvSource): Promise<Bytes | Reading> {
  if (typeof source === 'string') return new TextEncoder().encode(source);
  const { size = 0 } = source as Blob, little = typeof Blob !== 'undefined' && source instanceof Blob && size <= 2 ** 22;
  const given = little ? await source.arrayBuffer() : source;
  const bytes = ArrayBuffer.isView(given) || given instanceof ArrayBuffer || typeof given !== 'object' || given === null ? copyBytes(given) : undefined;
  return bytes && !(bytes[0] === 0x1f && bytes[1] === 0x8b) ? bytes : (await import('./pieces.js')).readingOf(bytes ?? given);
}

async function allBytesOf(source: CsvSource): Promise<Bytes> {
  const found = await bytesOrReading(source);
  return found instanceof Uint8Array ? found : (await import('./pieces.js')).allBytes(found);
}
