// Exported ONNX models in ONNX Runtime: it gives the same projections and classes as the program.
//   onnx.mjs TANDA FOLDER      FOLDER (web/test, after `npm ci` there) has a node_modules with onnxruntime-web or onnxruntime-node;
// 77 if it has neither
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [tanda, modules] = process.argv.slice(2).map((path) => resolve(path));
const data = resolve(dirname(fileURLToPath(import.meta.url)), '../../native/data');

async function runtime() {
  const require = createRequire(join(modules, 'here.js'));
  for (const name of ['onnxruntime-node', 'onnxruntime-web']) {
    try {
      const ort = require(name);
      if (name === 'onnxruntime-web') ort.env.wasm.numThreads = 1;
      return ort;
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  console.log(`skipped: ${modules} has no onnxruntime-node or onnxruntime-web`);
  process.exit(77);
}

const ort = await runtime();
const folder = mkdtempSync(join(tmpdir(), 'tanda-onnx-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const at = (name) => join(folder, name);
const run = (...args) => execFileSync(tanda, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
// The files of these tests have no field with a separator in it.
const field = (text) => (text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text);
const rows = (text) => text.trim().split('\n').slice(1).map((line) => line.split(',').map(field));

/** Fits, exports and compares. At least `every` of the samples have to be of the same class for both. */
async function compare(name, csv, fit, { rule = 'neighbors', prototypes, every = 1 } = {}) {
  const model = at('model.tanda'), onnx = at('model.onnx');
  run('fit', csv, ...fit, '-o', model);
  const size = prototypes ? ['--prototypes', String(prototypes)] : [];
  run('export', model, '--format', 'onnx', ...size, '-o', onnx);
  const session = await ort.InferenceSession.create(readFileSync(onnx));
  const wanted = rows(run('transform', model, csv)), dims = wanted[0].length - 1;
  const x = rows(readFileSync(csv, 'utf8')).map((row) => row.slice(0, -1).map(Number));
  const feeds = { x: new ort.Tensor('float32', Float32Array.from(x.flat()), [x.length, x[0].length]) };
  const out = await session.run(feeds);
  assert.deepEqual(out.y.dims, [x.length, dims], name);

  // The terms of a map are about as large as its offset (the image of the zero vector), and rounding errors are relative to them.
  const [header] = readFileSync(csv, 'utf8').split('\n');
  writeFileSync(at('origin.csv'), `${header}\n${'0,'.repeat(x[0].length)}\n`);
  const offset = rows(run('transform', model, at('origin.csv')));
  const largest = Math.max(...[...wanted, ...offset].flatMap((row) => row.slice(0, dims).map(Math.abs)));
  for (let i = 0; i < x.length; ++i)
    for (let j = 0; j < dims; ++j)
      assert.ok(Math.abs(out.y.data[i * dims + j] - wanted[i][j]) <= 1e-5 * largest, `${name}: y of sample ${i}`);

  const { classifier, classes: names } = JSON.parse(run('inspect', model, '--json'));
  assert.equal(classifier, rule, name);
  assert.deepEqual(session.outputNames, rule === 'none' ? ['y'] : ['y', 'label', 'class', 'scores'], name);
  if (rule === 'none') return console.log(`ok ${name}`);
  const labels = Array.from(out.label.data, Number), texts = Array.from(out.class.data);
  assert.deepEqual(texts, labels.map((label) => names[label]), `${name}: names`);
  const table = rows(run('predict', '--scores', model, csv)), predicted = table.map((row) => row[0]);
  const same = predicted.filter((text, i) => text === texts[i]).length / predicted.length;
  assert.ok(same >= every, `${name}: ${100 * same} % of the classes are the same`);

  if (!prototypes) {  // else it is another model
    assert.deepEqual(out.scores.dims, [x.length, names.length], name);
    const worst = Math.max(...table.flatMap((row, i) =>
      names.map((_, c) => Math.abs(row[3 + c] - out.scores.data[i * names.length + c]))));
    assert.ok(worst <= 1e-3, `${name}: scores differ by ${worst}`);
  }

  // A sample gives the same alone as in a batch.
  const one = await session.run({ x: new ort.Tensor('float32', Float32Array.from(x[0]), [1, x[0].length]) });
  assert.equal(Number(one.label.data[0]), labels[0], name);
  console.log(`ok ${name}`);
}

const iris = join(data, 'iris.csv'), wine = join(data, 'wine.csv'), digits = join(data, 'digits.csv');
const knn = (k) => ['--classifier', `knn:${k}`];

for (const [name, csv] of Object.entries({ iris, wine, digits })) {
  await compare(`${name}, nearest`, csv, ['--method', 'lda']);
  await compare(`${name}, 5 nearest`, csv, ['--method', 'lda', ...knn(5)]);
  await compare(`${name}, unit length`, csv, ['--method', 'lda', '--scale', 'unit', ...knn(4)]);
}
await compare('no classifier', wine, ['--method', 'lda', '--classifier', 'none'], { rule: 'none' });
await compare('in double', wine, ['--method', 'lda', '--scale', 'zscore', '--scalar', 'double', ...knn(3)]);
await compare('all are neighbours', iris, ['--method', 'lda', ...knn(100000)]);
await compare('one dimension', iris, ['--method', 'lda', '--dims', '1', ...knn(3)]);
await compare('nearest mean', wine, ['--method', 'lda', '--classifier', 'mean'], { rule: 'mean' });
await compare('membership', iris, ['--method', 'sle', '--dims', '1'], { rule: 'membership' });
await compare('membership, two columns a class', wine, ['--method', 'sle', '--scale', 'zscore', '--dims', '2'],
  { rule: 'membership' });
for (const kernel of ['rbf', 'poly', 'linear', 'laplace', 'cosine'])
  for (const scale of ['zscore', 'unit'])
    await compare(`${kernel} kernel, ${scale}`, wine,
      ['--method', 'kernel_laplda', '--set', `kernel=${kernel}`, '--scale', scale, ...knn(3)]);
await compare('kernel after PCA', wine, ['--method', 'kernel_laplda', '--pca', '5']);
await compare('prototypes', digits, ['--method', 'lda'], { prototypes: 100, every: 0.95 });

// Awkward names, one feature, a zero vector.
writeFileSync(at('odd.csv'), 'größe,label\n0,ä "x"\n1,ä "x"\n2,ä "x"\n7,\u{1F600}\n8,\u{1F600}\n9,\u{1F600}\n');
await compare('one feature, odd names', at('odd.csv'), ['--method', 'lda', ...knn(3)]);
writeFileSync(at('zero.csv'), 'a,b,label\n0,0,1\n1e-30,2e-30,1\n1e25,-1e25,2\n3,-2,2\n1,1.5,1\n-1e-30,2e-30,2\n');
await compare('zero, tiny and huge vectors', at('zero.csv'), ['--method', 'lda', '--scale', 'unit']);

// An embedding cannot be exported, and leaves no file.
run('fit', iris, '--method', 'tsimr', '-o', at('embedding.tanda'));
const refused = spawnSync(tanda, ['export', at('embedding.tanda'), '--format', 'onnx', '-o', at('none.onnx')]);
assert.equal(refused.status, 2);
assert.throws(() => readFileSync(at('none.onnx')));
run('fit', wine, '--method', 'lda', '-o', at('wine.tanda'));
assert.equal(spawnSync(tanda, ['export', at('wine.tanda'), '--format', 'onnx', '--prototypes', '2']).status, 2);
console.log('all right');
