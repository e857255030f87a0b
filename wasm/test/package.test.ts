// The package as others' tools see it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { checkPackage, Package } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { project } from './support.js';

const source = join(process.cwd(), 'node_modules/tanda');
const zipped = (name: string) => gzipSync(readFileSync(join(source, name)), { level: 9 }).length;

test('publint has nothing to say', async () => {
  const { messages, pkg } = await publint({ pkgDir: source, strict: true, pack: false });
  assert.deepEqual(messages.map((message) => formatMessage(message, pkg as never)), []);
});

test('are the types wrong? Not for ESM', async () => {
  const text = /\.(js|json|d\.ts)$/;
  const files = Object.fromEntries(readdirSync(source).filter((name) => text.test(name)).map((name) => [`/node_modules/tanda/${name}`, readFileSync(join(source, name), 'utf8')]));
  const found = await checkPackage(new Package(files, 'tanda', JSON.parse(files['/node_modules/tanda/package.json']!).version), { entrypoints: ['.', './run'] });
  assert.ok(found.types);
  // The package is ESM only: old CommonJS resolution does not see it, on purpose.
  const problems = (found as { problems: { kind: string; resolutionKind?: string }[] }).problems
    .filter(({ kind, resolutionKind }) => !(kind === 'CJSResolvesToESM') && resolutionKind !== 'node10');
  assert.deepEqual(problems, []);
});

test('strict TypeScript: good use passes, bad use does not', () => {
  const options = { strict: true, noEmit: true, module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom'], types: [], exactOptionalPropertyTypes: true };
  writeFileSync('tsconfig.json', JSON.stringify({ compilerOptions: options, files: ['use.mts'] }));
  writeFileSync('use.mts', `
    import { fit, open, plan, readCsv, tune, type MethodId, type Model } from 'tanda';
    import { open as run } from 'tanda/run';
    const table = await readCsv('a,b\\n1,2\\n');
    const model: Model = await fit({ ...table, method: 'lfda', params: { neighbors: 3, graph: 'all' }, dims: 2 });
    const best = await fit({ ...table, dims: 'auto', scale: 'auto' });
    const error: number | undefined = best.info.record.chosen?.error;
    const y: Float32Array = await model.transform([[1, 2]]);
    const text: string = await model.export('c');
    const bytes: Uint8Array = await model.export('onnx');
    const id: MethodId = 'tsd';
    run(bytes).project(y);
    await open(bytes);
    // @ts-expect-error there is no such method
    await fit({ ...table, method: 'ldaa' });
    // @ts-expect-error one method is tuned, not any
    await tune({ ...table, method: 'auto' });
    // @ts-expect-error a plan is of a method
    await plan({ rows: 9, cols: 2 });
    // @ts-expect-error there is no such parameter
    await fit({ ...table, method: 'lfda', params: { neighbours: 3 } });
    // @ts-expect-error there is no such choice
    await fit({ ...table, method: 'lfda', params: { graph: 'some' } });
    export { text, id, error };
  `);
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.'], { stdio: 'pipe', encoding: 'utf8' });
});

test('the example for Node', () => {
  const iris = fileURLToPath(new URL('native/data/iris.csv', project));
  const said = execFileSync(process.execPath, [join(source, 'examples/node.mjs'), iris], { encoding: 'utf8' });
  assert.match(said, /^150 samples, 1[45]\d right; 4 numbers become 2$/m);
});

test('sizes', () => {
  const [page, run, module] = [['index.js', 'errors.js', 'worker.js'], ['run.js', 'errors.js'], ['tanda.wasm']]
    .map((names) => names.reduce((sum, name) => sum + zipped(name), 0)) as [number, number, number];
  const brotli = brotliCompressSync(readFileSync(join(source, 'tanda.wasm'))).length;
  console.log(`# gzipped: page and worker ${page}, run ${run}, tanda.wasm ${module} bytes; by brotli ${brotli}`);
  assert.ok(page <= 13 * 1024, `JavaScript of a page: ${page}`);
  assert.ok(run <= 8 * 1024, `tanda/run: ${run}`);
  assert.ok(module <= 318 * 1024, `tanda.wasm: ${module}`);
  assert.ok(brotli <= 259 * 1024, `tanda.wasm by brotli: ${brotli}`);
});
