// Statistics of rows that come in pieces: they are in the engine only during a call, and stored here as the bytes of their file.
import type { Job } from './job.js';
import type { MethodId } from './methods.js';
import { Model } from './model.js';
import { refuseOptions } from './options.js';
import { TandaError } from './errors.js';
import type { MadeStatistics, PlainSamples, Request } from './protocol.js';
import type { StatisticsInfo } from './results.js';
import type { Bytes, CallOptions, Samples, StatisticsFitOptions } from './types.js';

/** What statistics need from their engine. */
export interface Collector {
  call(given: unknown, make: (options: any) => Request | Promise<Request>): Promise<unknown>;
  samples(options: Samples & CallOptions): PlainSamples;
  fitStatistics(bytes: Promise<Bytes>, options: unknown): Job<Model>;
}

/**
 * Counts, means and scatter of the classes of rows. Some methods, such as linear discriminant analysis, need nothing else; their
 * model equals that of the rows up to rounding. Takes O(cols²) memory for any number of rows.
 */
export class Statistics {
  /** Changes are made one after the other. */
  private last: Promise<unknown> = Promise.resolve();

  /** @internal */
  constructor(private readonly owner: Collector, private made: MadeStatistics) {}

  /** Describes the statistics after the changes that are done. */
  get info(): StatisticsInfo {
    return this.made.info;
  }

  /** Adds rows, all of them or none. Classes are identified by their names. O(rows · cols²) */
  push(samples: Samples & CallOptions): Promise<this> {
    return this.change(samples, (given) => {
      const plain = this.owner.samples(given);
      return async () => ({ samples: plain, others: [] });
    });
  }

  /** Adds all the rows that other statistics have seen. O(cols²) */
  merge(other: Statistics, options?: CallOptions): Promise<this> {
    return this.change(options, (given) => {
      refuseOptions(given);
      if (!(other instanceof Statistics)) throw new TandaError('bad_argument', 'other is not what statistics gave', 'open its bytes first');
      const bytes = other.save();
      return async () => ({ others: [await bytes] });
    });
  }

  /** Fits a model, which classifies by the nearest class mean. Without a method: the best that needs no more than statistics. O(cols³) */
  fit<M extends MethodId>(options?: StatisticsFitOptions<M>): Job<Model> {
    return this.owner.fitStatistics(this.save(), options);
  }

  /** The bytes of their file, for `openStatistics` and for `tanda fit --from`. */
  async save(): Promise<Bytes> {
    await this.last;
    return this.made.bytes.slice();
  }

  private change(given: unknown, read: (options: any) => () => Promise<{ samples?: PlainSamples; others: Bytes[] }>): Promise<this> {
    const before = this.last;
    const done = this.owner.call(given, async (options) => {
      const more = read(options);  // the arguments are read now, and sent to the engine in turn
      await before;
      const { samples, others } = await more();
      return { op: 'statistics', texts: [], parts: [this.made.bytes.slice(), ...others], ...(samples && { samples }) };
    }).then((made) => {
      this.made = made as MadeStatistics;
      return this;
    });
    this.last = done.catch(() => {});
    return done;
  }
}
