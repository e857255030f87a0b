// Statistics of rows that come in pieces: in the engine for the time of a call, here as the bytes of their file.
import type { Job } from './job.js';
import type { MethodId } from './methods.js';
import { Model } from './model.js';
import { refuseOptions } from './options.js';
import { TandaError } from './errors.js';
import type { MadeStatistics, PlainSamples, Request } from './protocol.js';
import type { StatisticsInfo } from './results.js';
import type { Bytes, CallOptions, Samples, StatisticsFitOptions } from './types.js';

/** What statistics ask of their engine. */
export interface Collector {
  call(given: unknown, make: (options: any) => Request | Promise<Request>): Promise<unknown>;
  samples(options: Samples & CallOptions): PlainSamples;
  fitStatistics(bytes: Promise<Bytes>, options: unknown): Job<Model>;
}

/**
 * What rows say about their classes: counts, means and scatter. It is all that methods need which look at nothing else, such as
 * linear discriminant analysis; a model of statistics is that of the rows, to rounding. They take O(cols²) memory, however many
 * rows they have seen.
 */
export class Statistics {
  /** Changes are made one after the other. */
  private last: Promise<unknown> = Promise.resolve();

  /** @internal */
  constructor(private readonly owner: Collector, private made: MadeStatistics) {}

  /** Of the changes that are done. */
  get info(): StatisticsInfo {
    return this.made.info;
  }

  /** Adds rows, all of them or none. Classes are the same where their names are. O(rows · cols²) */
  push(samples: Samples & CallOptions): Promise<this> {
    return this.change(samples, (given) => {
      const plain = this.owner.samples(given);
      return async () => ({ samples: plain, others: [] });
    });
  }

  /** As if these had seen the rows of the other ones, too. O(cols²) */
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
      const more = read(options);  // what the caller gave is read now, and goes to the engine when its turn comes
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
