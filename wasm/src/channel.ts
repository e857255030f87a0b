// Two ways to an engine: in a worker, or in this thread.
import { Engine } from './api.js';
import { fromFailure, messageOf, refused, TandaError, toFailure } from './errors.js';
import { buffersOf, type FromWorker, type Request, type ToWorker } from './protocol.js';
import { Stop } from './stop.js';

export interface Calling {
  stop: Stop;
  onProgress?: ((progress: { stage: string; part: number }) => void) | undefined;
}

/** Takes one request at a time. When it is no longer `usable`, another one has to be opened. */
export interface Channel {
  readonly usable: boolean;
  /** The models its engine holds. */
  readonly models: Set<number>;
  call(request: Request, calling: Calling): Promise<unknown>;
  close(): void;
}

/** The page goes on while this one computes, and terminating it stops it at once. */
export class WorkerChannel implements Channel {
  usable = true;
  readonly models = new Set<number>();
  private take: (message: FromWorker) => void = () => {};
  private fail: (error: TandaError) => void = () => {};

  static async open(make: () => Worker, module: WebAssembly.Module): Promise<WorkerChannel> {
    let channel: WorkerChannel;
    try {
      channel = new WorkerChannel(make());
    } catch (cause) {
      throw workerFailed(cause);
    }
    await channel.exchange({ module }, { stop: new Stop() });
    return channel;
  }

  private constructor(private readonly worker: Worker) {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.take(data);
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.close();
      this.fail(workerFailed(event.message || 'its file cannot be loaded'));
    };
  }

  call(request: Request, calling: Calling): Promise<unknown> {
    return this.exchange({ request, progress: calling.onProgress !== undefined }, calling);
  }

  close(): void {
    this.usable = false;
    this.worker.terminate();
  }

  private exchange(message: ToWorker, { stop, onProgress }: Calling): Promise<unknown> {
    return new Promise<unknown>((resolve, reject) => {
      let over = false;
      const end = (settle: () => void) => {
        over = true;
        this.take = this.fail = () => {};
        settle();
      };
      /** The worker may still be at it: it is not used again. */
      const abandon = (error: unknown) => {
        if (over) return;
        this.close();
        end(() => reject(error));
      };
      this.fail = (error) => end(() => reject(error));
      this.take = (answer) => {
        if ('stage' in answer) {
          try {
            onProgress?.(answer);
          } catch (error) {  // the caller's own: it ends the call
            abandon(error);
          }
        } else if ('failure' in answer) {
          const error = fromFailure(answer.failure);
          if (error.code === 'internal') this.close();
          end(() => reject(error));
        } else {
          end(() => resolve('result' in answer ? answer.result : undefined));
        }
      };
      stop.hear(abandon);
      if (over) return;
      try {
        this.worker.postMessage(message, buffersOf(message));
      } catch (cause) {  // an array that was moved away since, or that nobody can move
        end(() => reject('module' in message ? workerFailed(cause) : refused(cause)));
      }
    });
  }
}

function workerFailed(cause: unknown): TandaError {
  return new TandaError('cannot_load', `the worker failed: ${messageOf(cause)}`,
    'serve worker.js of the package beside its JavaScript, say where it is with load({ worker: address }), or use load({ worker: false })', { cause });
}

/** For Node and for those who have a worker of their own: a call can only be stopped when progress is told. */
export class LocalChannel implements Channel {
  readonly models = new Set<number>();
  static async open(module: WebAssembly.Module): Promise<LocalChannel> {
    return new LocalChannel(await Engine.start(module));
  }
  private constructor(private readonly engine: Engine) {}

  get usable(): boolean {
    return this.engine.usable;
  }

  async call(request: Request, { stop, onProgress }: Calling): Promise<unknown> {
    let thrown: { error: unknown } | undefined;
    try {
      return this.engine.run(request, (stage, part) => {
        try {
          onProgress?.({ stage, part });
        } catch (error) {  // must not pass through the module
          thrown = { error };
        }
        return !thrown && !stop.error;
      });
    } catch (error) {
      if (thrown) throw thrown.error;
      throw stop.error ?? fromFailure(toFailure(error), error);
    }
  }

  close(): void {
    this.engine.usable = false;
  }
}
