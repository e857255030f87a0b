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
    import { evaluate, fit, open, openStatistics, plan, readCsv, scanCsv, statistics, tune, type MethodId, type Model } from 'tanda';
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
    await fit({ ...table, method: 'tsd', classifier: { kind: 'knn', k: 5 }, select: { gamma: [0.1, 1] }, seed: 2n ** 60n, memoryLimit: 2 ** 30 });
    await fit({ data: [[1, 2], [3, 4]], labels: ['a', 'b'], method: 'lda', classifier: 'none' });
    const names: string[] = await model.predictLabels([[1, 2]]);
    const tuned = await tune({ ...table, method: 'lfda', select: { neighbors: [3, 5], graph: ['all'] } });
    const chosen: number = tuned.best.dims;
    const { contests } = await evaluate({ ...table, methods: ['pca', { method: 'lfda', params: { ridge: 0 }, select: { neighbors: [3, 5] } }], dims: { from: 1, to: 40 } });
    for (const contest of contests) {
      if (contest.failure === undefined) contest.error.toFixed(2);
      else contest.failure.trim();
    }
    await evaluate({ ...table, methods: 'all', dims: [2, 5, 10], select: { ridge: [0, 1] } });
    const scores: Float32Array = await model.predictScores([[1, 2]]);
    const { indices, distances } = await model.neighbors([[1, 2]], 3);
    const seen = await statistics(new Blob(['a,b\\n1,2\\n']), { label: 'b', scatter: 'class', onProgress: ({ fraction }) => fraction.toFixed() });
    await seen.push({ ...table, classes: ['x'] });
    await seen.merge(await openStatistics(await seen.save()));
    const ofRows: Model = await seen.fit({ method: 'laplda', params: { graph: 'class' }, dims: 2, classifier: 'mean' });
    const columns: number[] = (await scanCsv('a,b\\n1,2\\n')).columns.filter(({ kind }) => kind === 'number').map(({ distinct }) => distinct);
    // @ts-expect-error how many neighbours has to be said
    await model.neighbors([[1, 2]]);
    // @ts-expect-error there are names in predictLabels
    scores[0]!.trim();
    // @ts-expect-error means are known only when all rows have been seen
    await statistics('a,b\\n1,2\\n', { missing: 'mean' });
    // @ts-expect-error statistics have no neighbours
    await seen.fit({ method: 'lda', classifier: { kind: 'knn', k: 3 } });
    // @ts-expect-error nothing is tuned without the rows
    await seen.fit({ method: 'lda', tune: true });
    // @ts-expect-error rows are pushed, not texts
    await seen.push('a,b\\n1,2\\n');
    // @ts-expect-error a column has no such kind
    (await scanCsv('a')).columns[0]!.kind === 'date';
    const used: number | string | boolean | undefined = model.info.record.params?.['neighbors'];
    // @ts-expect-error which of the two it is has to be asked first
    contests[0]!.error.toFixed(2);
    // @ts-expect-error a contest has no such number
    contests[0]!.accuracy;
    // @ts-expect-error nor has a tuning
    tuned.points[0]!.error;
    // @ts-expect-error a text is no method with parameters
    await evaluate({ ...table, methods: ['lfda:ridge=0'] });
    // @ts-expect-error there is no such parameter
    await evaluate({ ...table, methods: [{ method: 'lfda', params: { rigde: 0 } }] });
    // @ts-expect-error a text is no range
    await evaluate({ ...table, methods: 'all', dims: '1-40' });
    // @ts-expect-error a range ends somewhere
    await evaluate({ ...table, methods: 'all', dims: { from: 2 } });
    // @ts-expect-error no method has such a parameter
    await evaluate({ ...table, methods: 'all', select: { rigde: [0, 1] } });
    // @ts-expect-error that is not a value of it
    await tune({ ...table, method: 'lfda', select: { graph: ['some'] } });
    // @ts-expect-error neighbours are counted
    await fit({ ...table, method: 'lda', classifier: { kind: 'knn' } });
    // @ts-expect-error a text is no classifier
    await fit({ ...table, method: 'lda', classifier: 'knn:5' });
    // @ts-expect-error a limit is a number of bytes
    await fit({ ...table, method: 'lda', memoryLimit: '1G' });
    // @ts-expect-error what a model gives is a promise
    (await fit(table)).transform([[1, 2]]).length;
    // @ts-expect-error there is no such file format
    await model.export('pmml');
    // @ts-expect-error an ONNX file is no text
    const onnx: string = await model.export('onnx');
    // @ts-expect-error labels are all texts or all numbers
    await fit({ data: [[1], [2]], labels: ['a', 1], method: 'lda' });
    // @ts-expect-error plans are of shapes, not of samples
    await plan({ ...table, method: 'lda', labels: table.labels });
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
    export { text, id, error, names, chosen, used, onnx, indices, distances, ofRows, columns };
  `);
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.'], { stdio: 'pipe', encoding: 'utf8' });
});

test('the start of the README', () => {
  const [, start] = /```js\n(\/\/ start\.mjs[^]*?)```/.exec(readFileSync(join(source, 'README.md'), 'utf8'))!, [, said] = /\/\/ (6 .*)\n/.exec(start!)!;
  writeFileSync('start.mjs', start!);
  assert.equal(execFileSync(process.execPath, ['start.mjs'], { encoding: 'utf8' }), `${said}\n`);
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
  assert.ok(page <= 15 * 1024, `JavaScript of a page: ${page}`);
  assert.ok(run <= 8 * 1024, `tanda/run: ${run}`);
  assert.ok(module <= 372 * 1024, `tanda.wasm: ${module}`);
  assert.ok(brotli <= 302 * 1024, `tanda.wasm by brotli: ${brotli}`);
});
