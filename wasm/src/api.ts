// The C ABI in JavaScript: one request at a time, in the thread it is called in.
import { isExhausted, TandaError, type ErrorCode } from './errors.js';
import { Aborted, instantiate } from './loader.js';
import { Frame, type Exports } from './memory.js';
import type { MadeModel, ModelRef, OptionText, PlainSamples, Request } from './protocol.js';
import { linearMap } from './linear-map.js';
import type { ModelInfo, Split } from './results.js';
import type { Bytes, Floats, Ints, Table } from './types.js';
import { notFinite } from './values.js';

/** Hears of progress; false cancels. */
export type Ask = (stage: string, fraction: number) => boolean;

const errorBytes = 768, messageAt = 4, remedyAt = 512;
const dataBytes = 32, infoBytes = 32;
const batchBytes = 2 ** 19;

export class Engine {
  /** False after a trap or an abort: the memory may be in disorder, and a new engine is needed. */
  usable = true;
  private readonly models = new Map<number, number>();
  private reader = 0;
  private exports!: Exports;
  private ask: Ask = () => true;
  /** A function of the module runs, or was left by an error and will not come back. */
  private inside = false;

  private constructor() {}

  static async start(module: WebAssembly.Module): Promise<Engine> {
    const engine = new Engine();
    engine.exports = await instantiate(module, (stage, fraction) => engine.ask(new Frame(engine.exports).string(stage), fraction));
    return engine;
  }

  /** What leaves this with a TandaError has changed nothing, or has left an engine that is not used again. */
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

  /** The core's own words, which are there even when it has aborted. */
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
        this.options(request.words, frame);  // refuses what it does not know
        return JSON.parse(this.text(frame, 'tanda_methods'));
      case 'plan':
        return this.plan(request.words, request.sizes, frame);
      case 'readCsv':
        return this.readCsv(request, frame);
      case 'readBegin':
        return this.readBegin(request, frame);
      case 'readPiece':
        return this.check(frame, 'tanda_reader_feed', this.reader, frame.put(request.text), request.text.length);
      case 'readEnd':
        return this.readEnd(frame);
      case 'split':
        return this.split(request.words, request.labels, request.number, frame);
      case 'csvLayout':
        return JSON.parse(this.text(frame, 'tanda_csv_layout', frame.put(request.text), request.text.length, this.options(request.words, frame)));
      case 'fit':
        return this.fit(request.words, request.samples, request.id, frame);
      case 'tune':
        return JSON.parse(this.text(frame, 'tanda_tune', this.sampleOptions(request.words, request.samples, frame), putSamples(request.samples, frame)));
      case 'evaluate':
        return this.evaluate(request, frame);
      case 'open':
        return this.keep(request.id, request.bytes, frame);
      case 'transform':
      case 'predict':
        return this.apply(request.op, this.model(request.model, frame), request.data, request.rows, frame);
      case 'export':
        return this.bytes(frame, 'tanda_export', this.model(request.model, frame), this.options(request.words, frame));
      case 'free':
        return this.free(request.id);
    }
  }

  private plan(words: OptionText, sizes: number[], frame: Frame): number {
    const bytes = frame.room(8);
    this.check(frame, 'tanda_plan', this.options(words, frame), ...sizes, bytes);
    return Number(new DataView(this.exports.memory.buffer).getBigUint64(bytes, true));
  }

  private fit(words: OptionText, samples: PlainSamples, id: number, frame: Frame): MadeModel {
    const made = this.made(frame, 'tanda_fit', this.sampleOptions(words, samples, frame), putSamples(samples, frame));
    try {
      return this.keep(id, this.bytes(frame, 'tanda_save', made), frame);
    } finally {
      if (!this.inside) this.call('tanda_model_free', made);
    }
  }

  private evaluate({ words, samples, strata, reports = '[]' }: Request & { op: 'evaluate' }, frame: Frame): unknown {
    const options = this.sampleOptions(words, samples, frame), known = new TextEncoder().encode(reports);
    if (strata) this.check(frame, 'tanda_options_strata', options, frame.put(strata), strata.length);
    return JSON.parse(this.text(frame, 'tanda_evaluate_merged', options, putSamples(samples, frame), frame.put(known), known.length));
  }

  /** One table is read at a time. Text stays in the module until it has become numbers, and no longer. */
  private readBegin(request: Request & { op: 'readBegin' }, frame: Frame): void {
    const options = this.options(request.words, frame), model = request.model ? this.model(request.model, frame) : 0;
    this.reader = this.made(frame, 'tanda_reader_new', options, model);
  }

  private readEnd(frame: Frame): Table {
    const table = this.made(frame, 'tanda_reader_finish', this.reader);
    frame.atEnd(() => this.call('tanda_table_free', table));
    this.call('tanda_reader_free', this.reader);
    this.reader = 0;
    return this.readTable(table, frame);
  }

  private split(words: OptionText, labels: Ints, number: number, frame: Frame): Split {
    const parts = frame.room(4 * labels.length);
    this.check(frame, 'tanda_split', this.options(words, frame), frame.put(labels), labels.length, number, parts);
    const of = frame.ints(parts, labels.length), rows = (...wanted: number[]) => Int32Array.from(of.keys()).filter((i) => wanted.includes(of[i]!));
    return { train: rows(1, 2), test: rows(3), hidden: rows(2) };
  }

  private sampleOptions(words: OptionText, samples: PlainSamples, frame: Frame): number {
    const options = this.options(words, frame), { patches } = samples;
    if (patches) this.check(frame, 'tanda_options_patches', options, frame.put(patches), patches.length);
    return options;
  }

  private open(bytes: Uint8Array, frame: Frame): number {
    return this.made(frame, 'tanda_open', frame.put(bytes), bytes.length);
  }

  /** What is kept is what the file holds: another engine that opens it gives the same answers, to the bit. */
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

  /** A batch at a time: its rows are still in the cache when the model comes to them, and few bytes of memory are enough. */
  private apply(op: 'transform' | 'predict', model: number, data: Float32Array, rows: number, frame: Frame): Floats | Ints {
    const cols = this.size(model, 'inputs', frame);
    if (data.length !== rows * cols) throw movedAway();
    const width = op === 'transform' ? this.size(model, 'outputs', frame) : 1;
    const result = new (op === 'transform' ? Float32Array : Int32Array)(rows * width);
    const most = Math.min(rows, Math.ceil(batchBytes / (4 * cols)));
    const x = frame.room(4 * most * cols), y = frame.room(4 * most * width);
    let done = 0;
    do {  // once at least, to hear what is wrong with the model
      const count = Math.min(most, rows - done), batch = data.subarray(done * cols, (done + count) * cols);
      checkFinite(batch, done * cols, cols);
      frame.write(x, batch);
      this.check(frame, `tanda_${op}`, model, x, count, cols, y);
      frame.read(y, result.subarray(done * width, (done + count) * width));
      done += count;
    } while (done < rows);
    return result;
  }

  private readCsv(request: Request & { op: 'readCsv' }, frame: Frame): Table {
    const options = this.options(request.words, frame), model = request.model ? this.model(request.model, frame) : 0;
    const table = this.made(frame, 'tanda_read_csv', frame.put(request.text), request.text.length, options, model);
    frame.atEnd(() => this.call('tanda_table_free', table));
    return this.readTable(table, frame);
  }

  private readTable(table: number, frame: Frame): Table {
    const said = JSON.parse(this.text(frame, 'tanda_table_describe', table));
    const view = frame.zeros(dataBytes);
    this.call('tanda_table_data', table, view);
    const [values, labels] = [frame.word(view), frame.word(view + 16)];
    return {
      data: frame.floats(values, said.rows * said.cols),
      rows: said.rows,
      cols: said.cols,
      ...(labels && { labels: frame.ints(labels, said.rows) }),
      classes: said.classes,
      ...(said.features.length > 0 && { features: said.features }),
      label: said.label,
      ...(said.ids.length > 0 && { ids: said.ids }),
      notes: said.notes,
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

  private size(model: number, which: 'inputs' | 'outputs', frame: Frame): number {
    return frame.word(this.describe(model, frame) + (which === 'inputs' ? 0 : 4));
  }

  private describe(model: number, frame: Frame): number {
    const at = frame.zeros(infoBytes);
    this.call('tanda_model_describe', model, at);
    return at;
  }

  private options(words: OptionText, frame: Frame): number {
    const options = this.call('tanda_options_new');
    frame.atEnd(() => this.call('tanda_options_free', options));
    const texts = frame.texts(words.flat());
    for (let i = 0; i < texts.length; i += 2) this.check(frame, 'tanda_options_set', options, texts[i]!, texts[i + 1]!);
    this.call('tanda_wasm_progress', options);
    return options;
  }

  /** The handle that a function gives out in its last argument but the error. */
  private made(frame: Frame, name: string, ...values: number[]): number {
    const out = frame.zeros(4);
    this.check(frame, name, ...values, out);
    return frame.word(out);
  }

  /** What a function gives out as tanda_bytes. */
  private bytes(frame: Frame, name: string, ...values: number[]): Bytes {
    const made = this.made(frame, name, ...values);
    frame.atEnd(() => this.call('tanda_bytes_free', made));
    return frame.bytes(this.call('tanda_bytes_data', made), this.call('tanda_bytes_size', made)).slice();
  }

  private text(frame: Frame, name: string, ...values: number[]): string {
    return new TextDecoder().decode(this.bytes(frame, name, ...values));
  }

  /** Calls a function whose last argument is the error, and throws what it says. */
  private check(frame: Frame, name: string, ...values: number[]): void {
    const error = (frame.error ||= frame.zeros(errorBytes));
    const code = this.call(name, ...values, error);
    if (code !== 0) throw this.trouble(code, error + messageAt, error + remedyAt);
  }

  private trouble(code: number, message: number, remedy: number): TandaError {
    const [name, said, advice] = [this.call('tanda_code_name', code), message, remedy].map((at) => new Frame(this.exports).string(at)) as
      [string, string, string];
    return new TandaError(name as ErrorCode, said, advice);
  }

  private call(name: string, ...values: number[]): number {
    this.inside = true;
    const result = (this.exports[name] as (...values: number[]) => number)(...values) >>> 0;
    this.inside = false;
    return result;
  }
}

/** The core does not look at what it projects: a value that is no number would be of some class. */
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
