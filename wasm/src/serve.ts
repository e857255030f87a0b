// An engine that answers messages: one request at a time.
import { Engine } from './api.js';
import { toFailure } from './errors.js';
import { buffersOf, type FromWorker, type ToWorker } from './protocol.js';

/** Milliseconds between two messages about progress: a page cannot display more. */
const pause = 30;

/** A handler of messages, which sends its answers with `post`. */
export function serve(post: (message: FromWorker, move: ArrayBuffer[]) => void): (message: ToWorker) => Promise<void> {
  const send = (message: FromWorker) => post(message, buffersOf(message));
  let engine: Engine | undefined;
  return async (message) => {
    try {
      if ('module' in message) {
        engine = await Engine.start(message.module);
        return send({ ready: true });
      }
      let lastStage = '', lastTime = 0;
      const ask = (stage: string, fraction: number) => {
        const now = performance.now();
        if (stage !== lastStage || now - lastTime >= pause) {
          lastStage = stage;
          lastTime = now;
          send({ stage, fraction });
        }
        return true;  // to cancel, the page ends this worker
      };
      send({ result: engine!.run(message.request, ask) });
    } catch (error) {
      send({ failure: toFailure(error), usable: engine?.usable ?? false });
    }
  };
}
