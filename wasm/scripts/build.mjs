// The npm package: build.mjs OUT MODULE.wasm
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('..', import.meta.url));
const [out, module] = process.argv.slice(2).map((path) => resolve(path));
if (!module) throw new Error('build.mjs OUT MODULE.wasm');

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });

// Each file stands alone, so that a worker is one file to serve; but there is one TandaError, whoever throws it. A bundle
// imports it once, not for each of its sources.
const common = { absWorkingDir: here, bundle: true, minify: true, format: 'esm', target: 'es2022', platform: 'neutral', outdir: out, sourcemap: true, logLevel: 'warning' };
const sharedErrors = {
  name: 'shared-errors',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/errors\.js$/ }, ({ namespace }) =>
      (namespace === 'errors' ? { path: './errors.js', external: true } : { path: 'errors', namespace: 'errors' }));
    onLoad({ filter: /./, namespace: 'errors' }, () =>
      ({ contents: `export { fromFailure, isExhausted, messageOf, refused, TandaError, toFailure } from './errors.js'`, resolveDir: here }));
  },
};
await build({
  ...common, entryPoints: ['src/index.ts', 'src/node.ts', 'src/run.ts', 'src/local.ts', 'src/pieces.ts', 'src/parallel.ts'],
  external: ['node:*', './local.js', './pieces.js', './parallel.js'], plugins: [sharedErrors],
});
await build({ ...common, entryPoints: ['src/errors.ts', 'src/worker.ts', 'src/thread.ts'], external: ['node:*'] });

const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
execFileSync(process.execPath, [tsc, '-p', here, '--declaration', '--emitDeclarationOnly', '--outDir', out], { stdio: 'inherit' });
for (const inner of ['node', 'worker', 'thread', 'local']) await rm(`${out}/${inner}.d.ts`);

// Names of functions, which only debuggers read, are in a module of their own: the same code.
const named = await readFile(module);
await writeFile(`${out}/tanda.debug.wasm`, named);
await writeFile(`${out}/tanda.wasm`, withoutNames(named));
for (const name of ['README.md', 'CHANGELOG.md']) await cp(`${here}/${name}`, `${out}/${name}`);
await cp(`${here}/../LICENSE`, `${out}/LICENSE`);
await cp(`${here}/examples`, `${out}/examples`, { recursive: true });
const [, version] = /version = "([^"]+)"/.exec(await readFile(`${here}/../lib/include/tanda/version.hpp`, 'utf8'));
const { name, devDependencies: _tools, ...manifest } = JSON.parse(await readFile(`${here}/package.json`, 'utf8'));
await writeFile(`${out}/package.json`, JSON.stringify({ name, version, ...manifest }, null, 2) + '\n');

/** A module without its custom sections. Each section is its number, its length (LEB128) and that many bytes. */
function withoutNames(module) {
  const parts = [module.subarray(0, 8)];
  for (let at = 8; at < module.length; ) {
    const begin = at++;
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = module[at++];
      length += (byte & 127) * 2 ** shift;
      if (byte < 128) break;
    }
    at += length;
    if (module[begin] !== 0) parts.push(module.subarray(begin, at));
  }
  return Buffer.concat(parts);
}
