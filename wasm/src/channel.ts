// Two ways to an engine: in a worker, or in this thread.
import { Engine } from './api.js';
import { cancelled, fromFailure, TandaError } from './errors.js';
import { buffersOf, type FromWorker, type Request, type ToWorker } from './protocol.js';

export interface Calling {
  signal?: AbortSignal | undefined;
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

  static async open(worker: Worker, module: WebAssembly.Module): Promise<WorkerChannel> {
    const channel = new WorkerChannel(worker);
    await channel.exchange({ module }, {});
    return channel;
  }

  private constructor(private readonly worker: Worker) {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.take(data);
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.close();
      this.fail(new TandaError('cannot_load', `the worker failed: ${event.message || 'its file cannot be loaded'}`,
        'serve worker.js of the package beside its JavaScript, say where it is with load({ worker: address }), or use load({ worker: false })'));
    };
  }

  call(request: Request, calling: Calling): Promise<unknown> {
    return this.exchange({ request, progress: calling.onProgress !== undefined }, calling);
  }

  close(): void {
    this.usable = false;
    this.worker.terminate();
  }

  private exchange(message: ToWorker, { signal, onProgress }: Calling): Promise<unknown> {
    return new Promise<unknown>((resolve, reject) => {
      const end = (settle: () => void) => {
        signal?.removeEventListener('abort', abort);
        this.take = this.fail = () => {};
        settle();
      };
      const abort = () => {
        this.close();
        end(() => reject(cancelled(signal!)));
      };
      this.fail = (error) => end(() => reject(error));
      this.take = (answer) => {
        if ('stage' in answer) {
          try {
            onProgress?.(answer);
          } catch (error) {  // the caller's own: it ends the call
            this.close();
            end(() => reject(error));
          }
        } else if ('failure' in answer) {
          const error = fromFailure(answer.failure);
          if (error.code === 'internal') this.close();
          end(() => reject(error));
        } else {
          end(() => resolve('result' in answer ? answer.result : undefined));
        }
      };
      signal?.addEventListener('abort', abort);
      this.worker.postMessage(message, buffersOf(message));
    });
  }
}

/** For Node and for those who have a worker of their own: a signal is heard when progress is told. */
export class LocalChannel implements Channel {
  readonly models = new Set<number>();
  static async open(module: WebAssembly.Module): Promise<LocalChannel> {
    return new LocalChannel(await Engine.start(module));
  }
  private constructor(private readonly engine: Engine) {}

  get usable(): boolean {
    return this.engine.usable;
  }

  async call(request: Request, { signal, onProgress }: Calling): Promise<unknown> {
    let thrown: { error: unknown } | undefined;
    try {
      return this.engine.run(request, (stage, part) => {
        try {
          onProgress?.({ stage, part });
        } catch (error) {  // must not pass through the module
          thrown = { error };
        }
        return !thrown && !signal?.aborted;
      });
    } catch (error) {
      if (thrown) throw thrown.error;
      if (signal?.aborted) throw cancelled(signal);
      if (error instanceof TandaError) throw error;
      throw new TandaError('internal', `the module failed: ${String(error)}`, 'please report this with the data that led to it', { cause: error });
    }
  }

  close(): void {
    this.engine.usable = false;
  }
}
