// A fitted model: the engine holds it by its number, and this object holds its bytes, so that it outlives the engine.
import { TandaError } from './errors.js';
import { textFormats, type BytesFormat, type TextFormat } from './methods.js';
import { count, optionTexts, refuseOptions } from './options.js';
import type { Applied, MadeModel, ModelRef, Request } from './protocol.js';
import type { ModelInfo, Neighbors } from './results.js';
import { plainRows } from './samples.js';
import { disposing } from './disposing.js';
import type { Bytes, CallOptions, ExportOptions, Floats, Ints, Rows } from './types.js';

/** What a model needs from its engine. */
export interface Owner {
  call(given: unknown, make: (options: any) => Request | Promise<Request>): Promise<unknown>;
  /** Whether arrays have to be copied before they are sent. */
  keeps(options: CallOptions): boolean;
  forget(id: number, model?: Model): void;
}

/** @internal */
export const ref = Symbol('model');

/** A fitted model. It is freed when it is garbage collected, or by `free`, or at the end of its block with `using`. */
export class Model {
  private bytes: Bytes | undefined;
  /** For a linear model, `info.outputs` components, each with `info.inputs` weights of the features. Else null. */
  readonly components: Floats | null;
  /** For a linear model: the mean that is subtracted from samples before they are projected. Else null. */
  readonly mean: Floats | null;
  /** For a linear model: y = components · x + offset, the same as components · (x − mean). Else null. */
  readonly offset: Floats | null;
  readonly info: ModelInfo;

  /** @internal */
  constructor(private readonly owner: Owner, private readonly id: number, { info, bytes, map }: MadeModel) {
    this.bytes = bytes;
    this.info = info;
    this.components = map?.components ?? null;
    this.mean = map?.mean ?? null;
    this.offset = map?.offset ?? null;
  }

  /** The eigenvalue of each component, as in the record. */
  get eigenvalues(): readonly number[] {
    return this.info.record.eigenvalues ?? [];
  }

  /** Names of the features; null if the samples had none. */
  get features(): readonly string[] | null {
    return this.info.features;
  }

  /** Names of the classes, by their numbers. */
  get classes(): readonly string[] {
    return this.info.classes;
  }

  /** Projects samples: `info.outputs` numbers for each row, row after row. */
  transform(data: Rows, options?: CallOptions): Promise<Floats> {
    return this.apply('transform', data, options) as Promise<Floats>;
  }

  /** The class number of each row; `info.classes` has their names. */
  predict(data: Rows, options?: CallOptions): Promise<Ints> {
    return this.apply('predict', data, options) as Promise<Ints>;
  }

  /** The name of the class of each row. */
  async predictLabels(data: Rows, options?: CallOptions): Promise<string[]> {
    const { classes } = this.info, numbers = await this.predict(data, options);
    return Array.from(numbers, (number) => classes[number]!);
  }

  /**
   * Scores of the classes for each row: a number from 0 to 1 for each of `classes`, summing to 1 per row, row after row. The
   * predicted class has the largest. Costs as much as `predict`.
   */
  predictScores(data: Rows, options?: CallOptions): Promise<Floats> {
    return this.apply('scores', data, options) as Promise<Floats>;
  }

  /** The `k` reference points nearest to each projected row; `info.references` is the number of reference points. */
  neighbors(data: Rows, k: number, options?: CallOptions): Promise<Neighbors> {
    return this.apply('neighbors', data, options, k) as Promise<Neighbors>;
  }

  /** A stream that takes samples, any number of rows at a time, and gives them projected, as `transform` does. */
  transformStream(options?: CallOptions): TransformStream<Rows, Floats> {
    return new TransformStream({ transform: async (rows, to) => to.enqueue(await this.transform(rows, options)) });
  }

  /** The model file. */
  async save(): Promise<Bytes> {
    return this.held().slice();
  }

  /** Exports the model for other programs: text for c, cpp and json, bytes for the others. */
  export(format: TextFormat, options?: ExportOptions): Promise<string>;
  export(format: BytesFormat, options?: ExportOptions): Promise<Bytes>;
  async export(format: TextFormat | BytesFormat, options?: ExportOptions): Promise<string | Bytes> {
    const bytes = (await this.owner.call(options, (given) => ({ op: 'export', model: this[ref](), texts: optionTexts({ ...given, format: format ?? '' }) }))) as Bytes;
    return textFormats.includes(format) ? new TextDecoder().decode(bytes) : bytes;
  }

  free(): void {
    if (this.bytes) this.owner.forget(this.id, this);
    this.bytes = undefined;
  }

  [disposing](): void {
    this.free();
  }

  /** @internal */
  [ref](): ModelRef {
    return { id: this.id, bytes: this.held() };
  }

  private apply(op: Applied, data: Rows, options?: CallOptions, k?: number): Promise<unknown> {
    return this.owner.call(options, (given) => {
      refuseOptions(given);
      return { op, model: this[ref](), ...plainRows(data, this.info.inputs, this.owner.keeps(given)), ...(op === 'neighbors' && { k: count('k', k, 1) }) };
    });
  }

  private held(): Bytes {
    if (!this.bytes) throw new TandaError('closed', 'the model was freed', 'open or fit it again');
    return this.bytes;
  }
}
