// The engine as people use it: calls in turn, models that outlive a worker that was stopped.
import type { Calling, Channel } from './channel.js';
import { cancelled, TandaError } from './errors.js';
import type { MethodId } from './methods.js';
import type { MadeModel, ModelRef, Request } from './protocol.js';
import { count, plainRows, plainSamples, wordsOf } from './samples.js';
import type {
  Bytes, CallOptions, CsvOptions, EvaluateOptions, ExportOptions, FitOptions, Floats, Ints, Json,
  MethodInfo, ModelInfo, PlanOptions, Rows, Samples, Table,
} from './types.js';

/** What `load` gives: an engine of one's own. */
export class Tanda {
  private channel: Promise<Channel> | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private nextModel = 1;
  private closed = false;
  private readonly unused = new FinalizationRegistry<number>((id) => this.forget(id));

  /** @internal */
  constructor(
    private readonly openChannel: () => Promise<Channel>,
    private readonly inWorker: boolean,
    private readonly memoryLimit: number | string,
  ) {}

  /** All methods with their parameters, ranges and defaults. */
  methods(options: CallOptions = {}): Promise<MethodInfo[]> {
    return this.call({ op: 'methods' }, options) as Promise<MethodInfo[]>;
  }

  /** The most bytes a fit of that shape can take. */
  async plan<M extends MethodId>(options: PlanOptions<M>): Promise<number> {
    const { rows, cols, classes = 2, largestClass = 0, ...rest } = options;
    return (await this.call({
      op: 'plan', words: wordsOf(rest),
      sizes: [count('rows', rows, 0), count('cols', cols, 0), count('classes', classes, 0), count('largestClass', largestClass, 0)],
    }, {})) as number;
  }

  /** CSV or TSV text to a table that `fit` takes. With a model, its columns are picked by name. */
  async readCsv(text: string | Uint8Array | ArrayBuffer | Blob, options: CsvOptions & { model?: Model | undefined } = {}): Promise<Table> {
    const { model, ...rest } = options;
    const request: Request = { op: 'readCsv', words: wordsOf(rest), text: await bytesOf(text), model: model?.[ref]() };
    return (await this.call(request, options)) as Table;
  }

  async fit<M extends MethodId>(options: FitOptions<M>): Promise<Model> {
    const id = this.nextModel++;
    const made = await this.call({ op: 'fit', id, words: this.limited(options), samples: this.samples(options) }, options, id);
    return this.modelOf(id, made as MadeModel);
  }

  /** Cross-validation over grids: what was tried, and what is best. */
  async tune<M extends MethodId>(options: FitOptions<M>): Promise<Json> {
    return (await this.call({ op: 'tune', words: this.limited(options), samples: this.samples(options) }, options)) as Json;
  }

  /** Methods compared on the same splits. */
  async evaluate(options: EvaluateOptions): Promise<Json> {
    return (await this.call({ op: 'evaluate', words: this.limited(options), samples: this.samples(options) }, options)) as Json;
  }

  /** A model from the bytes of its file. */
  async open(bytes: Uint8Array | ArrayBuffer, options: CallOptions = {}): Promise<Model> {
    const id = this.nextModel++;
    const made = await this.call({ op: 'open', id, bytes: await bytesOf(bytes) }, options, id);
    return this.modelOf(id, made as MadeModel);
  }

  /** Ends the worker, if there is one. */
  close(): void {
    this.closed = true;
    void this.channel?.then((channel) => channel.close(), () => {});
    this.channel = undefined;
  }

  /** @internal Calls run one after the other: then one that is aborted takes no other with it. */
  async call(request: Request, { signal, onProgress }: Calling, made?: number): Promise<unknown> {
    if (signal?.aborted) throw cancelled(signal);
    const result = this.last.then(() => this.dispatch(request, { signal, onProgress }, made));
    this.last = result.catch(() => {});
    if (!signal) return result;
    // One that waits for its turn, or for the module, need not wait to be cancelled.
    let abort!: () => void;
    const aborted = new Promise<never>((_, reject) => {
      abort = () => reject(cancelled(signal));
      signal.addEventListener('abort', abort);
    });
    return Promise.race([result, aborted]).finally(() => signal.removeEventListener('abort', abort));
  }

  private async dispatch(request: Request, calling: Calling, made: number | undefined): Promise<unknown> {
    if (this.closed) throw new TandaError('closed', 'this tanda was closed', 'load() another one');
    const channel = await this.ready();
    if (calling.signal?.aborted) throw cancelled(calling.signal);
    const model = 'model' in request ? request.model : undefined;
    if (model?.bytes) model.bytes = channel.models.has(model.id) ? undefined : model.bytes.slice();
    try {
      const result = await channel.call(request, calling);
      if (model) channel.models.add(model.id);
      if (made !== undefined) channel.models.add(made);
      return result;
    } finally {
      if (!channel.usable && !this.closed) void this.ready().catch(() => {});  // the next call finds it started
    }
  }

  private async ready(): Promise<Channel> {
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

  private samples(options: Samples & CallOptions & { scalar?: string | undefined }) {
    return plainSamples(options, this.keeps(options), options.scalar === 'double');
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
      if (channel.models.delete(id)) await this.call({ op: 'free', id }, {});
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
  async transform(data: Rows, options: CallOptions = {}): Promise<Floats> {
    return (await this.apply('transform', data, options)) as Floats;
  }

  /** The class number of each row; `info.classes` has their names. */
  async predict(data: Rows, options: CallOptions = {}): Promise<Ints> {
    return (await this.apply('predict', data, options)) as Ints;
  }

  /** The model file. */
  async save(): Promise<Bytes> {
    return this.held().slice();
  }

  /** The model for other programs: text for c and json, bytes for onnx and npz. */
  export(format: 'c' | 'json', options?: ExportOptions): Promise<string>;
  export(format: 'onnx' | 'npz', options?: ExportOptions): Promise<Bytes>;
  async export(format: 'c' | 'json' | 'onnx' | 'npz', options: ExportOptions = {}): Promise<string | Bytes> {
    const bytes = (await this.tanda.call({ op: 'export', model: this[ref](), words: wordsOf({ ...options, format }) }, {})) as Bytes;
    return format === 'c' || format === 'json' ? new TextDecoder().decode(bytes) : bytes;
  }

  free(): void {
    if (this.bytes) this.tanda.forget(this.id, this);
    this.bytes = undefined;
  }

  /** @internal */
  [ref](): ModelRef {
    return { id: this.id, bytes: this.held() };
  }

  private apply(op: 'transform' | 'predict', data: Rows, options: CallOptions): Promise<unknown> {
    const rows = plainRows(data, this.info.inputs, this.tanda.keeps(options));
    return this.tanda.call({ op, model: this[ref](), ...rows }, options);
  }

  private held(): Bytes {
    if (!this.bytes) throw new TandaError('closed', 'the model was freed', 'open or fit it again');
    return this.bytes;
  }
}

async function bytesOf(source: string | Uint8Array | ArrayBuffer | Blob): Promise<Bytes> {
  if (typeof source === 'string') return new TextEncoder().encode(source);
  if (source instanceof Uint8Array) return new Uint8Array(source);  // Buffer.slice would not copy
  if (source instanceof ArrayBuffer) return new Uint8Array(source.slice(0));
  if (typeof Blob !== 'undefined' && source instanceof Blob) return new Uint8Array(await source.arrayBuffer());
  throw new TandaError('bad_argument', 'neither text nor bytes', 'give a string, a Uint8Array, an ArrayBuffer or a Blob');
}
