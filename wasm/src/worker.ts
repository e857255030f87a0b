// The worker: one engine, one request at a time.
import { Engine } from './api.js';
import { fromFailure, toFailure } from './errors.js';
import { buffersOf, type FromWorker, type ToWorker } from './protocol.js';

/** Milliseconds between two messages about progress: a page cannot show more. */
const pause = 30;

let engine: Engine;
let takeRest: (rest: WebAssembly.Module) => void, failRest: (error: Error) => void;

function send(message: FromWorker): void {
  (self as unknown as { postMessage(message: unknown, move: Transferable[]): void }).postMessage(message, buffersOf(message));
}

/** The page loads it, and has to do so once only, however many workers come and go. */
function askForRest(): Promise<WebAssembly.Module> {
  send({ incomplete: true });
  return new Promise((resolve, reject) => {
    takeRest = resolve;
    failRest = reject;
  });
}

self.onmessage = async ({ data: message }: MessageEvent<ToWorker>) => {
  if ('rest' in message) return takeRest(message.rest);
  if ('failure' in message) return failRest(fromFailure(message.failure));
  try {
    if ('module' in message) {
      engine = await Engine.start(message.module, askForRest);
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
    send({ result: await engine.run(message.request, ask) });
  } catch (error) {
    send({ failure: toFailure(error) });
  }
};
