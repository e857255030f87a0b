// A server for the browser tests: files of a folder, under a strict policy.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };

/** `hear` gets what pages post; `elsewhere` is an origin that pages take scripts from, `shared` lets other origins' pages do so. */
export async function serve(
  root: string, { hear = () => {}, elsewhere = '', shared = false }: { hear?: (text: string) => void; elsewhere?: string; shared?: boolean } = {},
): Promise<{ origin: string; close(): void }> {
  const server = createServer((request, answer) => {
    answer.setHeader('content-security-policy', elsewhere ? policy.replaceAll("'self'", `'self' ${elsewhere}`).replace('worker-src', 'worker-src blob:') : policy);
    if (shared) answer.setHeader('access-control-allow-origin', '*');
    if (request.method === 'POST') {
      let text = '';
      request.on('data', (part) => (text += part)).on('end', () => (hear(text), answer.end()));
      return;
    }
    const path = join(root, new URL(request.url!, 'http://localhost').pathname);
    // What a server for single-page applications does with files it does not have.
    const file = existsSync(path) ? path : join(root, 'plain/index.html');
    answer.setHeader('content-type', types[extname(file)] ?? 'text/plain');
    answer.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
