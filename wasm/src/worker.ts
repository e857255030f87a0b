// The worker of browsers.
import { serve } from './serve.js';

const here = self as unknown as { postMessage(message: unknown, move: Transferable[]): void };
const take = serve((message, move) => here.postMessage(message, move));
self.onmessage = ({ data }) => void take(data);
