// The engine as people use it: calls in turn, models that outlive a worker that was stopped.
import type { Calling, Channel } from './channel.js';
import { refused, TandaError } from './errors.js';
import type { MethodId } from './methods.js';
import type { MadeModel, ModelRef, Request, Words } from './protocol.js';
import { count, noWords, plainOptions, plainRows, plainSamples, numbersOf, wordsOf } from './samples.js';
import { Stop } from './stop.js';
import type {
  Bytes, CallOptions, CsvLayout, CsvOptions, EvaluateOptions, ExportOptions, FitOptions, Floats, Ints, Json,
  MethodInfo, ModelInfo, Named, PlanOptions, Rows, Samples, Table,
} from './types.js';
import { copyBytes } from './values.js';
import { spoken } from './words.js';

/** Numbers of models, of all engines: a model of one may be given to another, which opens its bytes. */
let nextModel = 1;

/** What `load` gives: an engine of one's own. */
export class Tanda {
  /** @internal */
  closed = false;
  private channel: Promise<Channel> | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private readonly running = new Set<Stop>();
  private readonly unused = new FinalizationRegistry<number>((id) => this.forget(id));

  /** @internal */
  constructor(
    private readonly openChannel: () => Promise<Channel>,
    private readonly inWorker: boolean,
    private readonly memoryLimit: unknown,
  ) {}

  /** All methods with their parameters, ranges and defaults. */
  methods(options?: CallOptions): Promise<MethodInfo[]> {
    return this.call(options, (given) => ({ op: 'methods', words: this.limited(given) })) as Promise<MethodInfo[]>;
  }

  /** The most bytes a fit of that shape can take. */
  plan<M extends MethodId>(options: PlanOptions<M>): Promise<number> {
    return this.call(options, ({ rows, cols, classes = 2, largestClass = 0, ...rest }) => ({
      op: 'plan', words: wordsOf(rest),
      sizes: [count('rows', rows, 0), count('cols', cols, 0), count('classes', classes, 0), count('largestClass', largestClass, 0)],
    })) as Promise<number>;
  }

  /** CSV or TSV text to a table that `fit` takes. With a model, its columns are picked by name. */
  readCsv(text: string | Uint8Array | ArrayBuffer | Blob, options?: CsvOptions & { model?: Model | undefined }): Promise<Table> {
    return this.call(options, async ({ model, ...rest }) => {
      if (model !== undefined && !(model instanceof Model))
        throw new TandaError('bad_argument', 'model is not one that fit or open gave', 'open its bytes first');
      return { op: 'readCsv', words: wordsOf({ ...rest, memoryLimit: rest.memoryLimit ?? this.memoryLimit }), model: model?.[ref](), text: await bytesOf(text) };
    }) as Promise<Table>;
  }

  /** How `readCsv` would read it: separator, decimal mark, header, label column. For those who ask before they read. */
  csvLayout(text: string | Uint8Array | ArrayBuffer | Blob, options?: CsvOptions): Promise<CsvLayout> {
    return this.call(options, async (given) => ({
      op: 'csvLayout', words: wordsOf({ ...given, memoryLimit: given.memoryLimit ?? this.memoryLimit }), text: await bytesOf(text),
    })) as Promise<CsvLayout>;
  }

  async fit<M extends MethodId>(options: FitOptions<M>): Promise<Model> {
    const id = nextModel++;
    const made = await this.call(options, (given) => ({ op: 'fit', id, words: [...this.limited(given), ...labelName(given)], samples: this.samples(given) }), id);
    return this.modelOf(id, made as MadeModel);
  }

  /** Cross-validation over grids: what was tried, and what is best. */
  tune<M extends MethodId>(options: Named<FitOptions<M>, M>): Promise<Json> {
    return this.call(options, (given) => ({ op: 'tune', words: this.limited(given), samples: this.samples(given) })) as Promise<Json>;
  }

  /** Methods compared on the same splits. */
  evaluate(options: EvaluateOptions): Promise<Json> {
    return this.call(options, ({ strata, ...given }) => {
      const words = this.limited(given), samples = this.samples(given);
      return { op: 'evaluate', words, samples, strata: numbersOf('strata', strata, samples.rows) };
    }) as Promise<Json>;
  }

  /** A model from the bytes of its file. */
  async open(bytes: Uint8Array | ArrayBuffer, options?: CallOptions): Promise<Model> {
    const id = nextModel++;
    const made = await this.call(options, async (given) => {
      noWords(given);
      return { op: 'open', id, bytes: await bytesOf(bytes) };
    }, id);
    return this.modelOf(id, made as MadeModel);
  }

  /** Ends the worker, if there is one. Calls that are not done, and later ones, reject with a TandaError of code "closed". */
  close(): void {
    this.closed = true;
    for (const stop of this.running) stop.now(closed());
    void this.channel?.then((channel) => channel.close(), () => {});
    this.channel = undefined;
  }

  /**
   * @internal Makes a request of what the caller gave, now, and runs it when those before it are done: then one that is stopped
   * takes no other with it. What is wrong with the arguments, or that it was stopped, is told without waiting for its turn.
   */
  async call(given: unknown, make: MakeRequest, made?: number): Promise<unknown> {
    if (this.closed) throw closed();
    const stop = new Stop();
    this.running.add(stop);
    try {
      const call = stop.before(read(given, make, stop));
      const result = this.inTurn(async () => this.dispatch(await call, made));
      await call;
      return spoken(await stop.before(result));
    } finally {
      this.running.delete(stop);
      stop.end();
    }
  }

  private inTurn(work: () => Promise<unknown>): Promise<unknown> {
    const result = this.last.then(work);
    this.last = result.catch(() => {});
    return result;
  }

  private async dispatch({ request, stop, onProgress }: Call, made?: number): Promise<unknown> {
    if (stop.error) throw stop.error;
    const channel = await this.ready();
    if (stop.error) throw stop.error;
    const model = 'model' in request ? request.model : undefined;
    if (model?.bytes) model.bytes = channel.models.has(model.id) ? undefined : model.bytes.slice();
    try {
      const result = await channel.call(request, { stop, onProgress });
      if (model) channel.models.add(model.id);
      if (made !== undefined) channel.models.add(made);
      return result;
    } finally {
      if (!channel.usable && !this.closed) void this.ready().catch(() => {});  // the next call finds it started
    }
  }

  private async ready(): Promise<Channel> {
    if (this.closed) throw closed();
    const opened = (this.channel ??= this.openChannel());
    try {
      const channel = await opened;
      if (channel.usable) return channel;
    } catch (error) {
      if (this.channel === opened) this.channel = undefined;  // another try may succeed
      throw error;
    }
    if (this.channel === opened) this.channel = undefined;
    return this.ready();
  }

  private limited(options: object) {
    return wordsOf({ memoryLimit: this.memoryLimit, ...options }, ['label']);
  }

  private samples(options: Samples & CallOptions) {
    return plainSamples(options, this.keeps(options));
  }

  /** @internal What goes into a worker is moved: a copy, unless the caller gives it away. */
  keeps(options: CallOptions): boolean {
    return this.inWorker && !options.transfer;
  }

  private modelOf(id: number, made: MadeModel): Model {
    const model = new Model(this, id, made.info, made.bytes);
    this.unused.register(model, id, model);
    return model;
  }

  /** @internal */
  forget(id: number, model?: Model): void {
    if (model) this.unused.unregister(model);
    void this.channel?.then(async (channel) => {
      if (channel.models.delete(id)) await this.inTurn(() => this.dispatch({ request: { op: 'free', id }, stop: new Stop() }));
    }).catch(() => {});
  }
}

/** @internal */
export const ref = Symbol('model');

/** A fitted model. It is freed when nobody holds it any more, or by `free`. */
export class Model {
  private bytes: Bytes | undefined;
  /** @internal */
  constructor(private readonly tanda: Tanda, private readonly id: number, readonly info: ModelInfo, bytes: Bytes) {
    this.bytes = bytes;
  }

  /** Projects samples: `info.outputs` numbers for each row, row after row. */
  transform(data: Rows, options?: CallOptions): Promise<Floats> {
    return this.apply('transform', data, options) as Promise<Floats>;
  }

  /** The class number of each row; `info.classes` has their names. */
  predict(data: Rows, options?: CallOptions): Promise<Ints> {
    return this.apply('predict', data, options) as Promise<Ints>;
  }

  /** The model file. */
  async save(): Promise<Bytes> {
    return this.held().slice();
  }

  /** The model for other programs: text for c, cpp and json, bytes for onnx and npz. */
  export(format: 'c' | 'cpp' | 'json', options?: ExportOptions): Promise<string>;
  export(format: 'onnx' | 'npz', options?: ExportOptions): Promise<Bytes>;
  async export(format: 'c' | 'cpp' | 'json' | 'onnx' | 'npz', options?: ExportOptions): Promise<string | Bytes> {
    const bytes = (await this.tanda.call(options, (given) => ({ op: 'export', model: this[ref](), words: wordsOf({ ...given, format: format ?? '' }) }))) as Bytes;
    return ['c', 'cpp', 'json'].includes(format) ? new TextDecoder().decode(bytes) : bytes;
  }

  free(): void {
    if (this.bytes) this.tanda.forget(this.id, this);
    this.bytes = undefined;
  }

  /** @internal */
  [ref](): ModelRef {
    return { id: this.id, bytes: this.held() };
  }

  private apply(op: 'transform' | 'predict', data: Rows, options?: CallOptions): Promise<unknown> {
    return this.tanda.call(options, (given) => {
      noWords(given);
      return { op, model: this[ref](), ...plainRows(data, this.info.inputs, this.tanda.keeps(given)) };
    });
  }

  private held(): Bytes {
    if (!this.bytes) throw new TandaError('closed', 'the model was freed', 'open or fit it again');
    return this.bytes;
  }
}

/** The model remembers what its label column is called; a table without one or without a header has no name for it. */
function labelName({ label }: { label?: unknown }): Words {
  return label === null || label === '' ? [] : wordsOf({ label });
}

function closed(): TandaError {
  return new TandaError('closed', 'this tanda was closed', 'load() another one');
}

type MakeRequest = (options: any) => Request | Promise<Request>;

interface Call extends Calling {
  request: Request;
}

/** Whatever the caller's objects do while they are read, what comes of it is a TandaError. */
async function read(given: unknown, make: MakeRequest, stop: Stop): Promise<Call> {
  try {
    const options = plainOptions(given), { signal, onProgress } = options as CallOptions;
    if (onProgress && typeof onProgress !== 'function')
      throw new TandaError('bad_argument', 'onProgress is not a function', 'give one, or leave it out');
    stop.by(signal);
    return { request: await make(options), stop, onProgress };
  } catch (error) {
    throw refused(error);
  }
}

async function bytesOf(source: string | Uint8Array | ArrayBuffer | Blob): Promise<Bytes> {
  if (typeof source === 'string') return new TextEncoder().encode(source);
  if (typeof Blob !== 'undefined' && source instanceof Blob) return new Uint8Array(await source.arrayBuffer());
  return copyBytes(source);
}
