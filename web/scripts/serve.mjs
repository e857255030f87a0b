// Serves a folder of static files: serve.mjs FOLDER [PORT] [PREFIX] (8080 or a free one if not said). Compressed, with the page's policy in the headers.
import { createServer } from 'node:http';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { policy } from './policy.mjs';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.csv': 'text/csv; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};
const packed = new Map();

/** Listens and gives its address; a prefix such as /some/folder/ stands for hosts that serve from a sub-path. */
export async function serve(folder, port = 0, prefix = '/', onSent = () => {}) {
  const root = resolve(folder);
  const server = createServer(async (request, answer) => {
    try {
      const path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
      if (!path.startsWith(prefix)) throw new Error('outside');
      let file = normalize(join(root, path.slice(prefix.length)));
      if (file !== root && !file.startsWith(root + sep)) throw new Error('outside');
      if ((await stat(file)).isDirectory()) file = join(file, 'index.html');
      answer.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
      answer.setHeader('content-security-policy', `${policy}; frame-ancestors 'none'`);
      answer.setHeader('x-content-type-options', 'nosniff');
      answer.setHeader('referrer-policy', 'no-referrer');
      answer.setHeader('cache-control', file.includes(`${sep}assets${sep}`) ? 'max-age=31536000, immutable' : 'no-cache');
      const { mtimeMs } = await stat(file),
        key = `${file} ${mtimeMs}`;
      if (!packed.has(key)) packed.set(key, await promisify(gzip)(await readFile(file), { level: 9 }));
      answer.setHeader('content-encoding', 'gzip');
      onSent(path, packed.get(key).length);
      answer.end(packed.get(key));
    } catch {
      answer.statusCode = 404;
      answer.end('not found');
    }
  });
  await new Promise((done, failed) => server.once('error', failed).listen(port, '127.0.0.1', done));
  return { server, address: `http://localhost:${server.address().port}${prefix}` };
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [folder, port, prefix = '/'] = process.argv.slice(2);
  const started = await serve(folder, Number(port ?? 8080), prefix).catch((error) => {
    if (port === undefined && error.code === 'EADDRINUSE') return serve(folder, 0, prefix); // another one is free
    console.error(`port ${port ?? 8080} cannot be used (${error.code}): give another one, or none to take one that is free`);
    process.exit(1);
  });
  console.log(`the page is at ${started.address} (Ctrl-C ends it)`);
}
