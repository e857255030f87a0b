import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fit, methods, open as openFull, TandaError, type FitOptions } from 'tanda';
import { open, TandaError as RunError } from 'tanda/run';
import { clouds } from './support.js';

const samples = clouds(60, 5);

test('models of every method run without the engine, to the bit where they are linear', async () => {
  for (const { id, output, parameters } of await methods()) {
    const kernels = parameters.find(({ name }) => name === 'kernel')?.choices ?? [undefined];
    for (const scale of ['none', 'unit'] as const) for (const kernel of kernels) {
      const made = { ...samples, method: id, dims: 2, scale, ...(kernel === undefined ? {} : { params: { kernel } }) } as FitOptions;
      const model = await fit({ ...made, classifier: { kind: 'knn', k: 3 } }).catch(() => fit(made));
      const run = open(await model.save());
      const { inputs, outputs, classes, features, map, rule, record } = model.info;
      assert.deepEqual([run.inputs, run.outputs, run.classes, run.features, run.map, run.rule, run.record], [inputs, outputs, classes, features, map, rule, record]);
      if (output === 'embedding') {
        assert.equal(run.references.length, 60 * run.outputs);
        assert.throws(() => run.project(samples.data.subarray(0, 5)), { code: 'no_projection' });
        continue;
      }
      const opened = await openFull(await model.save());  // a fitted kernel map has more digits than its file
      const wanted = await opened.transform(samples.data), found = run.transform(samples.data);
      if (map === 'linear') assert.deepEqual(found, wanted, id);
      else found.forEach((value, i) => assert.ok(Math.abs(value - wanted[i]!) <= 1e-5 * Math.max(1, Math.abs(wanted[i]!)), id));
      if (rule !== 'none' && map === 'linear') assert.deepEqual(run.predict(samples.data), await opened.predict(samples.data), id);
      assert.deepEqual(run.project(samples.data.subarray(5, 10)), found.slice(run.outputs, 2 * run.outputs));
    }
  }
});

test('ties between neighbours are broken as the core does', async () => {
  const labels = samples.labels.map((_, i) => (i * 7 + Math.floor(i / 5)) % 3);  // nothing to be seen in the data
  const model = await fit({ ...samples, labels, method: 'pca', dims: 2, classifier: { kind: 'knn', k: 6 } });
  const others = clouds(500, 5).data;
  assert.deepEqual(open(await model.save()).predict(others), await model.predict(others));
});

test('scores are those of the core, to the bit', async () => {
  const others = clouds(300, 5).data, few = clouds(60, 5, 2);
  for (const classifier of [{ kind: 'knn', k: 1 }, { kind: 'knn', k: 7 }, 'mean'] as const) {
    const model = await fit({ ...samples, method: 'lda', dims: 2, classifier });
    assert.deepEqual(open(await model.save()).predictScores(others), await model.predictScores(others), JSON.stringify(classifier));
  }
  const member = await fit({ ...samples, method: 'sle', dims: 1 });
  assert.equal(member.info.rule, 'membership');
  assert.deepEqual(open(await member.save()).predictScores(others), await member.predictScores(others));
  const none = open(await (await fit({ ...few, method: 'lda', classifier: 'none' })).save());
  assert.throws(() => none.predictScores(others), { code: 'bad_argument' });
});

test('wrong lengths are told, and there is one TandaError', async () => {
  assert.equal(TandaError, RunError);
  const run = open(await (await fit({ ...samples, method: 'lda' })).save());
  assert.throws(() => run.project([1, 2]), { code: 'wrong_shape' });
  assert.throws(() => run.project(samples.data.subarray(0, 5), new Float32Array(1)), { code: 'wrong_shape' });
  assert.throws(() => run.transform([1, 2]), { code: 'wrong_shape' });
  assert.throws(() => run.classify([1, 2, 3]), { code: 'wrong_shape' });
  const none = open(await (await fit({ ...samples, method: 'lda', classifier: 'none' })).save());
  assert.throws(() => none.classify(none.project(samples.data.subarray(0, 5))), { code: 'bad_argument' });
});
