// Every exported file is opened again and has to say the same.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { downloaded, fitted, folder, open, project, csv, tab, until, use, visit } from './support.mjs';

const program = process.env.TANDA_PROGRAM,
  rows = (text) =>
    text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','));
const run = (command, ...words) => execFileSync(command, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const has = (command, ...words) => {
  try {
    return (run(command, ...words), true);
  } catch {
    return false;
  }
};

/** Downloads all, and what the page itself makes of the table with the model it gave. */
async function exportAll(page) {
  await tab(page, 'export');
  const files = {};
  for (const kind of ['tanda', 'h', 'onnx', 'json', 'npz', 'csv']) files[kind] = await downloaded(page, () => page.click(`[data-format=${kind}]`));
  files.snippets = Object.fromEntries(
    await page.$$eval('[data-snippet]', (all) => all.map((each) => [each.dataset.snippet, each.querySelector('pre').textContent])),
  );
  await tab(page, 'try');
  await page.setInputFiles('#model-file', files.tanda.path);
  await page.setInputFiles('#apply-file', files.csv.path);
  files.applied = rows((await downloaded(page, () => page.click('text=Save the result'))).text);
  return files;
}

let files;
test('everything is downloaded, and the page opens its own model again', async () => {
  await visit('#data=wine&method=tsd&p.neighbors=7&dims=3&scale=zscore&tab=export', async (page) => (files = await exportAll(page)));
  assert.equal(files.tanda.name, 'wine-tsd.tanda');
  assert.equal(files.applied.length, 178);
  assert.equal(files.csv.text, csv('wine'), 'the table is the bundled one');
  const labels = rows(files.csv.text).map((row) => row.at(-1));
  assert.ok(files.applied.filter((row, i) => row[1] === labels[i]).length >= 176);
});

const x = () => rows(files.csv.text).map((row) => row.slice(0, -1).map(Number));
const y = () => files.applied.map((row) => row.slice(2).map(Number));
const near = (a, b, what) => assert.ok(Math.abs(a - b) <= 2e-5 * Math.max(1, Math.abs(b)), `${what}: ${a}, not ${b}`);

test('.tanda: the native program predicts the same', { skip: !program && 'no TANDA_PROGRAM' }, () => {
  run(program, 'predict', files.tanda.path, files.csv.path, '-o', 'native.csv');
  const [head] = readFileSync(join(folder, 'native.csv'), 'utf8').split('\n'),
    at = head.split(',').findIndex((name) => /predict|^label$|^class$/.test(name));
  assert.deepEqual(
    rows(readFileSync(join(folder, 'native.csv'), 'utf8')).map((row) => row[Math.max(at, 0)]),
    files.applied.map((row) => row[1]),
  );
});

test('the command line of the page makes the same model', { skip: !program && 'no TANDA_PROGRAM' }, () => {
  const [fit] = files.snippets.cli.split('\n');
  mkdirSync(join(folder, 'native/data'), { recursive: true });
  cpSync(join(project, 'native/data/wine.csv'), join(folder, 'native/data/wine.csv'));
  run('sh', '-c', fit.replace(/^tanda/, program));
  const json = JSON.parse(run(program, 'export', 'wine-tsd.tanda', '--format', 'json'));
  const own = JSON.parse(files.json.text),
    largest = Math.max(...own.projection.flat().map(Math.abs));
  json.projection.flat().forEach((value, i) => assert.ok(Math.abs(value - own.projection.flat()[i]) < 2e-3 * largest, 'projection'));
  writeFileSync(files.tanda.path, files.tanda.bytes);
});

test('JSON: projection and offset give the same numbers', () => {
  const { projection, offset, classes, format, method, params } = JSON.parse(files.json.text);
  assert.deepEqual([format, method, params.neighbors, classes], ['tanda-model', 'tsd', 7, ['1', '2', '3']]);
  x().forEach((sample, i) =>
    projection.forEach((row, k) =>
      near(
        row.reduce((sum, p, j) => sum + p * sample[j], offset[k]),
        y()[i][k],
        `row ${i}`,
      ),
    ),
  );
});

test('C header: the snippet compiles without a warning, runs and says the same classes', { skip: !has('cc', '--version') && 'no cc' }, () => {
  writeFileSync(
    join(folder, 'use.c'),
    `#include <stdio.h>
${files.snippets.c}
int main(void) {
  float x[13];
  if (wine_tsd_selftest() != 0) return 1;
  for (;;) {
    for (int j = 0; j < 13; ++j) if (scanf("%f", x + j) != 1) return 0;
    puts(label_of(x));
  }
}
`,
  );
  run('cc', '-std=c99', '-Wall', '-Wextra', '-Werror', '-O1', 'use.c', '-o', 'use');
  const said = execFileSync(join(folder, 'use'), { encoding: 'utf8', input: x().flat().join('\n') })
    .trim()
    .split('\n');
  assert.deepEqual(
    said,
    files.applied.map((row) => row[1]),
  );
});

test('C++: the snippet compiles against the library headers and says the same classes', { skip: !has('c++', '--version') && 'no c++' }, () => {
  const [include, ...body] = files.snippets.cpp.split('\n');
  writeFileSync(
    join(folder, 'use.cpp'),
    `#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>
${include}
int main(int, char** names) {
  std::ifstream file(names[1], std::ios::binary);
  const std::vector<char> all((std::istreambuf_iterator<char>(file)), {});
  alignas(16) static unsigned char bytes[1 << 20];
  const std::size_t size = all.size();
  std::copy(all.begin(), all.end(), bytes);
  for (;;) {
    float features[13];
    for (float& value : features) if (std::scanf("%f", &value) != 1) return 0;
    ${body.join('\n    ').replace('int label = model.classify(y);', 'std::printf("%d\\n", model.classify(y));')}
  }
}
`,
  );
  run('c++', '-std=c++17', '-Wall', '-Wextra', '-O1', '-I', join(project, 'lib/include'), 'use.cpp', '-o', 'use_cpp');
  const said = execFileSync(join(folder, 'use_cpp'), [files.tanda.path], { encoding: 'utf8', input: x().flat().join('\n') });
  const classes = ['1', '2', '3'];
  assert.deepEqual(
    said
      .trim()
      .split('\n')
      .map((label) => classes[Number(label)]),
    files.applied.map((row) => row[1]),
  );
});

test('ONNX: ONNX Runtime gives the same numbers and classes', async () => {
  const ort = (await import('onnxruntime-web')).default ?? (await import('onnxruntime-web'));
  ort.env.wasm.numThreads = 1;
  const session = await ort.InferenceSession.create(new Uint8Array(files.onnx.bytes));
  const out = await session.run({ x: new ort.Tensor('float32', Float32Array.from(x().flat()), [178, 13]) });
  y()
    .flat()
    .forEach((value, i) => near(out.y.data[i], value, `number ${i}`));
  assert.deepEqual(
    Array.from(out.class.data),
    files.applied.map((row) => row[1]),
  );
});

test('npz: NumPy reads it and gets the same numbers', { skip: !has('/usr/bin/python3', '-c', 'import numpy') && 'no numpy' }, () => {
  writeFileSync(join(folder, 'x.json'), JSON.stringify(x()));
  const said = run(
    '/usr/bin/python3',
    '-c',
    `
import json, numpy
z = numpy.load(${JSON.stringify(files.npz.path)}, allow_pickle=False)
x = numpy.array(json.load(open('x.json')))
print(json.dumps([sorted(z.files), (x @ z['projection'].reshape(3, -1).T + z['offset']).tolist()]))`,
  );
  const [names, numbers] = JSON.parse(said);
  assert.ok(names.includes('projection'), names.join());
  numbers.flat().forEach((value, i) => near(value, y().flat()[i], `number ${i}`));
});

test('TypeScript: the snippet is a program', () => {
  const built = join(project, 'build/npm/node.js');
  assert.ok(existsSync(built));
  const text = files.snippets.ts
    .replace("'tanda'", JSON.stringify(built))
    .replace(/await \(await fetch\('[^']*'\)\)\.text\(\)/, `(await import('node:fs')).readFileSync(${JSON.stringify(files.csv.path)}, 'utf8')`);
  writeFileSync(join(folder, 'use.mjs'), `${text}\nconsole.log(Array.from(labels, (i) => model.info.classes[i]).join());\n`);
  assert.deepEqual(
    run(process.execPath, 'use.mjs').trim().split(','),
    files.applied.map((row) => row[1]),
  );
});

test("a table of one's own: the command line uses the table as it was fitted", { skip: !program && 'no TANDA_PROGRAM' }, async () => {
  await visit('#data=iris&method=lda&dims=2&tab=export', async (page) => {
    const lines = csv('iris')
      .trim()
      .split('\n')
      .map((line, i) => (i === 0 ? `name,${line},note` : `flower ${i},${line},${i % 7 === 0 ? '' : i % 5}`));
    await open(page, 'my flowers.csv', lines.join('\n'));
    await use(page);
    await until(async () => /my flowers/.test(await page.textContent('.card .summary')), 'it is used');
    await fitted(page, 'lda');
    await page.waitForFunction(() => document.querySelector('[data-snippet=cli] pre')?.textContent.includes('my flowers'));
    const own = await downloaded(page, () => page.click('[data-format=csv]')),
      fit = (await page.textContent('[data-snippet=cli] pre')).split('\n')[0];
    assert.equal(own.name, 'my flowers-fitted.csv');
    run('sh', '-c', fit.replace(/^tanda/, program));
    assert.ok(existsSync(join(folder, 'my-flowers-lda.tanda')));
  });
});
