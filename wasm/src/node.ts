// tanda in Node, Deno and Bun: files instead of fetch, and threads as workers.
import { readFile } from 'node:fs/promises';
import { Worker as Thread } from 'node:worker_threads';
import { bind } from './bind.js';
import type { WorkerLike } from './channel.js';
import { fetchModule } from './loader.js';

/** A thread in the manner of browsers. The program may end while nothing is asked of it. */
function start(address: string | URL): WorkerLike {
  const thread = new Thread(address, { execArgv: [] });
  const worker: WorkerLike = {
    onmessage: null, onerror: null,
    postMessage: (message, move) => thread.postMessage(message, move as ArrayBuffer[]),
    terminate: () => void thread.terminate(),
    ref: () => thread.ref(), unref: () => thread.unref(),
  };
  thread.on('message', (data: unknown) => worker.onmessage?.({ data } as MessageEvent));
  thread.on('error', (error) => worker.onerror?.({ message: error.message } as ErrorEvent));
  thread.unref();
  return worker;
}

export const { load, methods, plan, split, readCsv, scanCsv, csvLayout, statistics, openStatistics, fit, tune, evaluate, open } = /* @__PURE__ */ bind({
  read: async (address) => (address.protocol === 'file:' ? new Uint8Array(await readFile(address)) : fetchModule(address)),
  start,
  worker: () => start(new URL('./thread.js', import.meta.url)),
});

export { TandaError } from './errors.js';
