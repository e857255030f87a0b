// The C ABI in JavaScript: one request at a time, in the thread it is called in.
import { isExhausted, TandaError, type ErrorCode } from './errors.js';
import { Aborted, instantiate } from './loader.js';
import { Frame, type Exports } from './memory.js';
import type { Applied, MadeModel, MadeStatistics, ModelRef, OptionText, PlainSamples, ReadInto, Request } from './protocol.js';
import { linearMap } from './linear-map.js';
import type { ModelInfo, Split } from './results.js';
import type { Bytes, CsvReport, Floats, Ints, Table } from './types.js';
import { notFinite } from './values.js';

/** Called with the progress; a result of false cancels. */
export type Ask = (stage: string, fraction: number) => boolean;

const errorBytes = 768, messageAt = 4, remedyAt = 512;
const dataBytes = 32, infoBytes = 32;
const batchBytes = 2 ** 19;

export class Engine {
  /** False after a trap or an abort: the memory may be inconsistent, and a new engine is needed. */
  usable = true;
  private readonly models = new Map<number, number>();
  /** A text that comes in pieces: only one, in an engine that is ended with it. */
  private reading: OpenText | undefined;
  private exports!: Exports;
  private ask: Ask = () => true;
  /** A function of the module is running, or was left by an error. */
  private inside = false;

  private constructor() {}

  static async start(module: WebAssembly.Module): Promise<Engine> {
    const engine = new Engine();
    engine.exports = await instantiate(module, (stage, fraction) => engine.ask(new Frame(engine.exports).string(stage), fraction));
    return engine;
  }

  /** If this throws a TandaError, nothing has changed, or the engine is not used again. */
  run(request: Request, ask: Ask): unknown {
    const frame = new Frame(this.exports), before = new Set(this.models.keys());
    this.ask = ask;
    try {
      try {
        return this.answer(request, frame);
      } finally {
        if (!this.inside) frame.release();
      }
    } catch (error) {
      if (this.inside) this.usable = false;
      else for (const id of this.models.keys()) if (!before.has(id)) this.free(id);
      throw error instanceof Aborted || isExhausted(error) ? this.exhausted() : error;
    }
  }

  /** An error with the core's texts, which are available even after it has aborted. */
  private exhausted(): TandaError {
    const { tanda_code_name: name, tanda_code_text: text, tanda_code_remedy: remedy } = this.exports as unknown as Record<string, (code: number) => number>;
    const texts = new Frame(this.exports);
    let code = 1;
    while (!['out_of_memory', 'unknown'].includes(texts.string(name!(code)))) ++code;
    return new TandaError('out_of_memory', texts.string(text!(code)), texts.string(remedy!(code)));
  }

  private answer(request: Request, frame: Frame): unknown {
    switch (request.op) {
      case 'methods':
        this.options(request.texts, frame);  // refuses unknown options
        return JSON.parse(this.text(frame, 'tanda_methods'));
      case 'plan':
        return this.plan(request.texts, request.sizes, frame);
      case 'readCsv':
        return this.readCsv(request, frame);
      case 'readBegin':
        return void (this.reading = this.openText(request, frame));
      case 'readPiece':
        return this.readPiece(this.reading!, request.text, frame);
      case 'readEnd':
        this.closeAtEnd(this.reading!, frame);
        return this.readEnd(this.reading!, frame);
      case 'split':
        return this.split(request.texts, request.labels, request.number, frame);
      case 'csvLayout':
        return JSON.parse(this.text(frame, 'tanda_csv_layout', frame.put(request.text), request.text.length, this.options(request.texts, frame)));
      case 'fit':
        return this.fit(request.texts, request.samples, request.id, frame);
      case 'tune':
        return JSON.parse(this.text(frame, 'tanda_tune', this.sampleOptions(request.texts, request.samples, frame), putSamples(request.samples, frame)));
      case 'evaluate':
        return this.evaluate(request, frame);
      case 'open':
        return this.keep(request.id, request.bytes, frame);
      case 'transform':
      case 'predict':
      case 'scores':
      case 'neighbors':
        return this.apply(request, frame);
      case 'statistics':
        return this.statistics(request, frame);
      case 'fitStatistics':
        return this.fitted(request.id, frame, () => this.made(frame, 'tanda_statistics_fit', this.openStatistics(request.bytes, frame), this.options(request.texts, frame)));
      case 'export':
        return this.bytes(frame, 'tanda_export', this.model(request.model, frame), this.options(request.texts, frame));
      case 'free':
        return this.free(request.id);
    }
  }

  private plan(texts: OptionText, sizes: number[], frame: Frame): number {
    const bytes = frame.room(8);
    this.check(frame, 'tanda_plan', this.options(texts, frame), ...sizes, bytes);
    return Number(new DataView(this.exports.memory.buffer).getBigUint64(bytes, true));
  }

  private fit(texts: OptionText, samples: PlainSamples, id: number, frame: Frame): MadeModel {
    return this.fitted(id, frame, () => this.made(frame, 'tanda_fit', this.sampleOptions(texts, samples, frame), putSamples(samples, frame)));
  }

  private fitted(id: number, frame: Frame, fit: () => number): MadeModel {
    const made = fit();
    try {
      return this.keep(id, this.bytes(frame, 'tanda_save', made), frame);
    } finally {
      if (!this.inside) this.call('tanda_model_free', made);
    }
  }

  private evaluate({ texts, samples, strata, reports = '[]' }: Request & { op: 'evaluate' }, frame: Frame): unknown {
    const options = this.sampleOptions(texts, samples, frame), known = new TextEncoder().encode(reports);
    if (strata) this.check(frame, 'tanda_options_strata', options, frame.put(strata), strata.length);
    return JSON.parse(this.text(frame, 'tanda_evaluate_merged', options, putSamples(samples, frame), frame.put(known), known.length));
  }

  private readCsv(request: Request & { op: 'readCsv' }, frame: Frame): Table | MadeStatistics | CsvReport {
    const reading = this.openText(request, frame);
    this.closeAtEnd(reading, frame);
    this.readPiece(reading, request.text, frame);
    return this.readEnd(reading, frame);
  }

  private openText({ texts, model, into = 'table' }: Request & { op: 'readCsv' | 'readBegin' }, frame: Frame): OpenText {
    const options = this.options(texts, frame);
    if (into === 'scan') return { into, reader: this.made(frame, 'tanda_scan_new', options), statistics: 0 };
    const statistics = into === 'statistics' ? this.made(frame, 'tanda_statistics_new', options) : 0;
    return { into, reader: this.made(frame, 'tanda_reader_new', options, model ? this.model(model, frame) : 0), statistics };
  }

  private closeAtEnd({ into, reader, statistics }: OpenText, frame: Frame): void {
    frame.atEnd(() => this.call(into === 'scan' ? 'tanda_scan_free' : 'tanda_reader_free', reader));
    frame.atEnd(() => this.call('tanda_statistics_free', statistics));
  }

  /** Text stays in the module only until it is converted to numbers. */
  private readPiece({ into, reader, statistics }: OpenText, text: Bytes, frame: Frame): void {
    this.check(frame, into === 'scan' ? 'tanda_scan_feed' : 'tanda_reader_feed', reader, frame.put(text), text.length);
    if (into === 'statistics') this.check(frame, 'tanda_statistics_read', statistics, reader, 0);
  }

  private readEnd({ into, reader, statistics }: OpenText, frame: Frame): Table | MadeStatistics | CsvReport {
    if (into === 'scan') {
      const { ragged_rows: raggedRows, ...report } = JSON.parse(this.text(frame, 'tanda_scan_finish', reader));
      return { ...report, raggedRows };
    }
    if (into === 'statistics') {
      this.check(frame, 'tanda_statistics_read', statistics, reader, 1);
      return this.madeStatistics(statistics, frame);
    }
    const table = this.made(frame, 'tanda_reader_finish', reader);
    frame.atEnd(() => this.call('tanda_table_free', table));
    return this.readTable(table, frame);
  }

  /** New statistics, or the parts merged into one; with rows added, if there are some. */
  private statistics({ texts, parts, samples }: Request & { op: 'statistics' }, frame: Frame): MadeStatistics {
    const options = this.options(texts, frame), [first, ...others] = parts.map((bytes) => this.openStatistics(bytes, frame));
    const all = first ?? this.made(frame, 'tanda_statistics_new', options);
    if (!first) frame.atEnd(() => this.call('tanda_statistics_free', all));
    for (const other of others) this.check(frame, 'tanda_statistics_merge', all, other);
    if (samples) this.check(frame, 'tanda_statistics_push', all, putSamples(samples, frame));
    return this.madeStatistics(all, frame);
  }

  private openStatistics(bytes: Bytes, frame: Frame): number {
    const statistics = this.made(frame, 'tanda_statistics_open', frame.put(bytes), bytes.length);
    frame.atEnd(() => this.call('tanda_statistics_free', statistics));
    return statistics;
  }

  private madeStatistics(statistics: number, frame: Frame): MadeStatistics {
    const { left_out: leftOut, class_rows: classRows, features, ...info } = JSON.parse(this.text(frame, 'tanda_statistics_describe', statistics));
    return { info: { ...info, leftOut, classRows, features: features.length > 0 ? features : null }, bytes: this.bytes(frame, 'tanda_statistics_save', statistics) };
  }

  private split(texts: OptionText, labels: Ints, number: number, frame: Frame): Split {
    const parts = frame.room(4 * labels.length);
    this.check(frame, 'tanda_split', this.options(texts, frame), frame.put(labels), labels.length, number, parts);
    const of = frame.ints(parts, labels.length), rows = (...wanted: number[]) => Int32Array.from(of.keys()).filter((i) => wanted.includes(of[i]!));
    return { train: rows(1, 2), test: rows(3), hidden: rows(2) };
  }

  private sampleOptions(texts: OptionText, samples: PlainSamples, frame: Frame): number {
    const options = this.options(texts, frame), { patches } = samples;
    if (patches) this.check(frame, 'tanda_options_patches', options, frame.put(patches), patches.length);
    return options;
  }

  private open(bytes: Uint8Array, frame: Frame): number {
    return this.made(frame, 'tanda_open', frame.put(bytes), bytes.length);
  }

  /** The model that is kept is read from its file, so that another engine that opens the file gives identical results. */
  private keep(id: number, bytes: Uint8Array, frame: Frame): MadeModel {
    const model = this.open(bytes, frame);
    this.models.set(id, model);
    const saved = this.bytes(frame, 'tanda_save', model);
    return { info: this.info(model, frame), bytes: saved, map: linearMap(saved) };
  }

  private free(id: number): void {
    const model = this.models.get(id) ?? 0;
    this.models.delete(id);
    this.call('tanda_model_free', model);
  }

  private model({ id, bytes }: ModelRef, frame: Frame): number {
    const model = this.models.get(id) ?? this.open(bytes!, frame);
    this.models.set(id, model);
    return model;
  }

  /** Applies a model in batches: the rows of a batch stay in the cache, and little memory is needed. */
  private apply({ op, model: given, data, rows, k = 0 }: Request & { op: Applied }, frame: Frame): unknown {
    const model = this.model(given, frame), [cols, outputs, classes, references] = frame.ints(this.describe(model, frame), 4) as unknown as [number, number, number, number];
    if (data.length !== rows * cols) throw movedAway();
    const near = Math.min(k, references);  // if k is larger, the core gives an error and writes nothing
    const calls: Record<Applied, () => [name: string, before: number[], results: Result[]]> = {
      transform: () => ['tanda_transform', [], [floats(rows, outputs)]],
      predict: () => ['tanda_predict', [], [ints(rows, 1)]],
      scores: () => ['tanda_predict_scores', [0], [floats(rows, classes)]],  // 0: without labels
      neighbors: () => ['tanda_neighbors', [k], [ints(rows, near), floats(rows, near)]],
    };
    const [name, before, results] = calls[op]();
    const most = Math.min(rows, Math.ceil(batchBytes / (4 * Math.max(cols, ...results.map(({ width }) => width)))));
    const x = frame.room(4 * most * cols), outs = results.map(({ width }) => frame.room(4 * most * width));
    let done = 0;
    do {  // at least once, to get errors about the model
      const count = Math.min(most, rows - done), batch = data.subarray(done * cols, (done + count) * cols);
      checkFinite(batch, done * cols, cols);
      frame.write(x, batch);
      this.check(frame, name, model, x, count, cols, ...before, ...outs);
      results.forEach(({ width, values }, i) => frame.read(outs[i]!, values.subarray(done * width, (done + count) * width)));
      done += count;
    } while (done < rows);
    const [first, second] = results.map(({ values }) => values);
    return op === 'neighbors' ? { indices: first, distances: second } : first;
  }

  private readTable(table: number, frame: Frame): Table {
    const about = JSON.parse(this.text(frame, 'tanda_table_describe', table));
    const view = frame.zeros(dataBytes);
    this.call('tanda_table_data', table, view);
    const [values, labels] = [frame.word(view), frame.word(view + 16)];
    return {
      data: frame.floats(values, about.rows * about.cols),
      rows: about.rows,
      cols: about.cols,
      ...(labels && { labels: frame.ints(labels, about.rows) }),
      classes: about.classes,
      ...(about.features.length > 0 && { features: about.features }),
      label: about.label,
      ...(about.ids.length > 0 && { ids: about.ids }),
      notes: about.notes,
    };
  }

  private info(model: number, frame: Frame): ModelInfo {
    const at = this.describe(model, frame);
    const [inputs, outputs, classes, references, map, rule, neighbors, unit] = frame.ints(at, infoBytes / 4) as unknown as
      [number, number, number, number, number, number, number, number];
    const names = (kind: string, count: number) =>
      Array.from({ length: count }, (_, i) => frame.string(this.call(kind, model, i)));
    return {
      inputs, outputs, references, neighbors,
      classes: names('tanda_class_name', classes),
      features: this.call('tanda_feature_name', model, 0) ? names('tanda_feature_name', inputs) : null,
      map: (['linear', 'kernel', 'embedding'] as const)[map]!,
      rule: (['none', 'neighbors', 'membership', 'mean'] as const)[rule]!,
      unitLength: unit !== 0,
      record: JSON.parse(this.text(frame, 'tanda_model_record', model)),
    };
  }

  private describe(model: number, frame: Frame): number {
    const at = frame.zeros(infoBytes);
    this.call('tanda_model_describe', model, at);
    return at;
  }

  private options(texts: OptionText, frame: Frame): number {
    const options = this.call('tanda_options_new');
    frame.atEnd(() => this.call('tanda_options_free', options));
    const at = frame.texts(texts.flat());
    for (let i = 0; i < at.length; i += 2) this.check(frame, 'tanda_options_set', options, at[i]!, at[i + 1]!);
    this.call('tanda_wasm_progress', options);
    return options;
  }

  /** Calls a function that returns a handle in its last argument before the error. */
  private made(frame: Frame, name: string, ...values: number[]): number {
    const out = frame.zeros(4);
    this.check(frame, name, ...values, out);
    return frame.word(out);
  }

  /** Calls a function that returns tanda_bytes. */
  private bytes(frame: Frame, name: string, ...values: number[]): Bytes {
    const made = this.made(frame, name, ...values);
    frame.atEnd(() => this.call('tanda_bytes_free', made));
    return frame.bytes(this.call('tanda_bytes_data', made), this.call('tanda_bytes_size', made)).slice();
  }

  private text(frame: Frame, name: string, ...values: number[]): string {
    return new TextDecoder().decode(this.bytes(frame, name, ...values));
  }

  /** Calls a function whose last argument is the error, and throws that error. */
  private check(frame: Frame, name: string, ...values: number[]): void {
    const error = (frame.error ||= frame.zeros(errorBytes));
    const code = this.call(name, ...values, error);
    if (code !== 0) throw this.errorOf(code, error);
  }

  private errorOf(code: number, error: number): TandaError {
    const [name, message, remedy] = [this.call('tanda_code_name', code), error + messageAt, error + remedyAt].map((at) => new Frame(this.exports).string(at)) as
      [string, string, string];
    return new TandaError(name as ErrorCode, message, remedy);
  }

  private call(name: string, ...values: number[]): number {
    this.inside = true;
    const result = (this.exports[name] as (...values: number[]) => number)(...values) >>> 0;
    this.inside = false;
    return result;
  }
}

/** An array that a function of the core fills: its numbers for each row. */
interface Result {
  width: number;
  values: Floats | Ints;
}
const floats = (rows: number, width: number): Result => ({ width, values: new Float32Array(rows * width) });
const ints = (rows: number, width: number): Result => ({ width, values: new Int32Array(rows * width) });

/** Handles of a text that is read, and of its result. */
interface OpenText {
  into: ReadInto;
  reader: number;
  /** 0: none. */
  statistics: number;
}

/** The core does not check samples that it projects: a NaN would be assigned to some class. */
function checkFinite(values: Float32Array, first: number, cols: number): void {
  for (let i = 0; i < values.length; ++i)
    if (!Number.isFinite(values[i])) throw notFinite(values[i]!, first + i, cols);
}

function movedAway(): TandaError {
  return new TandaError('bad_argument', 'an array was moved away before the call was done', 'keep it until then');
}

/** A tanda_data in memory. */
function putSamples(samples: PlainSamples, frame: Frame): number {
  const { data, rows, cols, labels, classes, features } = samples;
  if (data.length !== rows * cols || (labels && labels.length !== rows))
    throw movedAway();
  const values = frame.put(data);
  const doubles = data instanceof Float64Array;
  return frame.put(Uint32Array.of(
    doubles ? 0 : values, doubles ? values : 0, rows, cols,
    labels ? frame.put(labels) : 0,
    classes ? frame.put(frame.texts(classes)) : 0, classes?.length ?? 0,
    features ? frame.put(frame.texts(features)) : 0));
}
