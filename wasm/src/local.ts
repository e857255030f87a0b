// The connection to an engine in this thread; a file of its own, because it is rarely needed.
import { Engine } from './api.js';
import type { Calling, Channel } from './channel.js';
import { fromFailure, toFailure } from './errors.js';
import type { Request } from './protocol.js';

/** For callers that run in their own worker: a call can only be stopped when it reports progress. */
export class LocalChannel implements Channel {
  readonly models = new Set<number>();
  static async open(module: Promise<WebAssembly.Module>): Promise<LocalChannel> {
    return new LocalChannel(await Engine.start(await module));
  }
  private constructor(private readonly engine: Engine) {}

  get usable(): boolean {
    return this.engine.usable;
  }

  async call(request: Request, { stop, onProgress }: Calling): Promise<unknown> {
    let thrown: { error: unknown } | undefined;
    try {
      return this.engine.run(request, (stage, fraction) => {
        try {
          onProgress?.({ stage, fraction });
        } catch (error) {  // must not pass through the module
          thrown = { error };
        }
        return !thrown && !stop.ended;
      });
    } catch (error) {
      if (thrown) throw thrown.error;
      stop.check();
      throw fromFailure(toFailure(error), error);
    }
  }

  close(): void {
    this.engine.usable = false;
  }
}
