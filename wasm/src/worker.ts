// The worker: one engine, one request at a time.
import { Engine } from './api.js';
import { toFailure } from './errors.js';
import { buffersOf, type FromWorker, type ToWorker } from './protocol.js';

/** Milliseconds between two messages about progress: a page cannot show more. */
const pause = 30;

let engine: Engine;

function send(message: FromWorker): void {
  (self as unknown as { postMessage(message: unknown, move: Transferable[]): void }).postMessage(message, buffersOf(message));
}

self.onmessage = async ({ data: message }: MessageEvent<ToWorker>) => {
  try {
    if ('module' in message) {
      engine = await Engine.start(message.module);
      send({ ready: true });
      return;
    }
    let told = '', when = 0;
    const ask = (stage: string, part: number) => {
      const now = performance.now();
      if (message.progress && (stage !== told || now - when >= pause)) {
        told = stage;
        when = now;
        send({ stage, part });
      }
      return true;  // to cancel, the page ends this worker
    };
    send({ result: engine.run(message.request, ask) });
  } catch (error) {
    send({ failure: toFailure(error) });
  }
};
