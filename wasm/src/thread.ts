// The worker of Node, Deno and Bun.
import { parentPort } from 'node:worker_threads';
import { serve } from './serve.js';

parentPort!.on('message', serve((message, move) => parentPort!.postMessage(message, move)));
