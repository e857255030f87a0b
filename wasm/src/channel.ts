// The connection to an engine in a worker.
import { fromFailure, messageOf, refused, TandaError } from './errors.js';
import { buffersOf, type FromWorker, type Request, type ToWorker } from './protocol.js';
import { Stop } from './stop.js';
import type { Progress } from './types.js';

export interface Calling {
  stop: Stop;
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** The members of a worker that are used. In Node, `ref` and `unref` set whether the program waits for it. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent) => unknown) | null;
  onerror: ((event: ErrorEvent) => unknown) | null;
  terminate(): void;
  postMessage(message: unknown, move: Transferable[]): void;
  ref?(): void;
  unref?(): void;
}

/** Takes one request at a time. When it is no longer `usable`, another one has to be opened. */
export interface Channel {
  readonly usable: boolean;
  /** The models its engine holds. */
  readonly models: Set<number>;
  call(request: Request, calling: Calling): Promise<unknown>;
  close(): void;
}

/** A channel to a worker: it computes without blocking the page, and terminating it stops it at once. */
export class WorkerChannel implements Channel {
  usable = true;
  readonly models = new Set<number>();
  private take: (message: FromWorker) => void = () => {};
  private fail: (error: TandaError) => void = () => {};

  /** The worker loads while the module is compiled. */
  static async open(make: () => WorkerLike, module: Promise<WebAssembly.Module>): Promise<WorkerChannel> {
    let channel: WorkerChannel;
    try {
      channel = new WorkerChannel(make());
    } catch (cause) {
      throw workerFailed(cause);
    }
    let failed: TandaError | undefined;
    channel.fail = (error) => (failed = error);
    const compiled = await module.catch((error) => {
      channel.close();
      throw error;
    });
    if (failed) throw failed;
    await channel.exchange({ module: compiled }, { stop: new Stop() });
    return channel;
  }

  private constructor(private readonly worker: WorkerLike) {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.take(data);
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.close();
      this.fail(workerFailed(event.message || 'its file cannot be loaded'));
    };
  }

  call(request: Request, calling: Calling): Promise<unknown> {
    return this.exchange({ request }, calling);
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
        this.worker.unref?.();
        settle();
      };
      /** The worker may still be computing: it is not used again. */
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
          } catch (error) {  // thrown by the caller's function: it ends the call
            abandon(error);
          }
        } else if ('failure' in answer) {
          if (!answer.usable) this.close();
          end(() => reject(fromFailure(answer.failure)));
        } else {
          end(() => resolve('result' in answer ? answer.result : undefined));
        }
      };
      stop.hear(abandon);
      if (over) return;
      try {
        this.worker.ref?.();
        this.worker.postMessage(message, buffersOf(message));
      } catch (cause) {  // an array that has been moved since, or cannot be moved
        end(() => reject('module' in message ? workerFailed(cause) : refused(cause)));
      }
    });
  }
}

function workerFailed(cause: unknown): TandaError {
  return new TandaError('cannot_load', `the worker failed: ${messageOf(cause)}`,
    'serve worker.js of the package beside its JavaScript, say where it is with load({ worker: address }), or use load({ worker: false })', { cause });
}
