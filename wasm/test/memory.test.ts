import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, TandaError } from 'tanda';
import { clouds, refuses, watched, type Inside } from './support.js';

test('1000 fits in a row: memory does not grow', async () => {
  const engine = await watched(), { tanda } = engine, samples = clouds(200, 12);
  const ids = ['lda', 'lfda', 'tsd', 'mpda'] as const;
  const round = async (i: number) => {
    const model = await tanda.fit({ ...samples, method: ids[i % ids.length]!, dims: 2 });
    await model.predict(samples.data);
    model.free();
    await assert.rejects(tanda.fit({ ...samples, method: 'lda', params: { ridge: -1 } }));
  };
  for (let i = 0; i < 40; ++i) await round(i);
  const before = engine.memory.buffer.byteLength;
  for (let i = 0; i < 1000; ++i) await round(i);
  assert.equal(engine.memory.buffer.byteLength, before);
  assert.equal(engine.instances, 1);
  engine.end();
});

type Engine = Awaited<ReturnType<typeof watched>>;
const page = 2 ** 12;
const taken = new WeakMap<Inside, { at: number; bytes: number }[]>();

/** Takes all memory of an instance but about so many bytes. */
function leave(inside: Inside, bytes: number): void {
  const all = taken.get(inside) ?? [];
  taken.set(inside, all);
  for (const size of [2 ** 28, 2 ** 24, 2 ** 20, 2 ** 16, page, 2 ** 8, 2 ** 4])
    for (let at = inside.malloc(size); at !== 0; at = inside.malloc(size)) size < page ? all.unshift({ at, bytes: size }) : all.push({ at, bytes: size });
  for (let room = largest(inside); room < bytes && all.length > 0;) {
    const piece = all.pop()!;
    inside.free(piece.at);
    room += piece.bytes;
  }
}

/** Runs with more and more memory until it has enough: each run before ends a little later. In a new instance, when one was lost. */
async function untilEnough(engine: Engine, work: () => Promise<unknown>, first = 0): Promise<string[]> {
  const outcomes: string[] = [];
  for (let bytes = first; outcomes.at(-1) !== 'done' && outcomes.length < 80; bytes = Math.ceil(bytes * 1.5) + page) {
    leave(engine.inside, bytes);
    const before = engine.instances;
    outcomes.push(await work().then(() => 'done', (error: TandaError) => {
      assert.ok(error instanceof TandaError, String(error));
      assert.equal(error.code, 'out_of_memory', error.message);
      assert.match(error.message, /memory ran out/);
      return error.message.includes('arguments') ? 'arguments' : 'core';
    }));
    await new Promise((resolve) => setTimeout(resolve));  // another instance is started at once
    if (engine.instances > before) outcomes[outcomes.length - 1] += ', lost';
  }
  return outcomes;
}

/** The most bytes that can be had in one piece. */
function largest({ malloc, free }: Inside): number {
  let bytes = 2 ** 25;
  for (let step = bytes; step >= 1; step /= 2) {
    const at = malloc(bytes);
    free(at);
    bytes += at === 0 ? -step / 2 : step / 2;
  }
  return bytes;
}

const samples = clouds(400, 30);
const text = Array.from({ length: 400 }, (_, i) => [...samples.data.subarray(30 * i, 30 * i + 30), `c${samples.labels[i]}`].join()).join('\n');

test('memory that runs out anywhere is a typed error, the next call works, and open models answer as before, to the bit', async () => {
  const engine = await watched(), { tanda } = engine;
  const models = [await tanda.fit({ ...samples, method: 'lfda', dims: 2 }), await tanda.fit({ ...clouds(90, 5), method: 'kernel_tsd', dims: 2 })] as const;
  const inputs = [samples.data, clouds(90, 5).data] as const;
  const answers = () => Promise.all(models.flatMap((model, i) => [model.transform(inputs[i]!), model.predict(inputs[i]!)]));
  const wanted = await answers(), [file, code] = [await models[0].save(), await models[0].export('c')];
  let lost = 0;
  const works: Record<string, () => Promise<unknown>> = {
    fit: async () => (await tanda.fit({ ...samples, method: 'lfda', dims: 2 })).free(),
    choose: async () => (await tanda.fit(samples)).free(),
    readCsv: () => tanda.readCsv(text),
    tune: () => tanda.tune({ ...samples, method: 'tsd', folds: 2, select: { neighbors: [3, 5] } }),
    evaluate: () => tanda.evaluate({ ...samples, methods: ['lda', 'mpda'], splits: 2 }),
    open: async () => (await tanda.open(file)).free(),
    transform: () => models[1].transform(inputs[1]),
    export: () => models[0].export('c'),
    methods: () => tanda.methods(),
  };
  for (const [name, work] of Object.entries(works)) {
    const outcomes = await untilEnough(engine, work);
    assert.equal(outcomes.at(-1)?.slice(0, 4), 'done', `${name}: ${outcomes.join('; ')}`);
    assert.ok(outcomes.some((outcome) => outcome !== 'done'), `${name}: ${outcomes.join('; ')}`);
    lost += outcomes.filter((outcome) => outcome.endsWith('lost')).length;
    leave(engine.inside, 2 ** 26);
    assert.deepEqual(await answers(), wanted, name);
    assert.equal(await models[0].export('c'), code);
  }
  console.log(`# ${engine.instances} instances, ${lost} of them lost for want of memory`);
  assert.ok(lost > 5, `${lost} instances were lost`);
  engine.end();
});

test('so it is in a thread: the next call works, and models live on', async () => {
  const tanda = await load({}), model = await tanda.fit({ ...samples, method: 'lfda', dims: 2 }), before = await model.transform(samples.data);
  // Two thirds of all a module can have, as text; the table of it is more.
  const line = `${'1,'.repeat(31)}1\n`, many = new TextEncoder().encode(line.repeat(Math.ceil(5e8 / line.length)));
  await refuses(tanda.readCsv(many, { label: null, memoryLimit: 8e9 }), 'out_of_memory');
  assert.deepEqual(await model.transform(samples.data), before);
  tanda.close();
});

test('memory that runs out in JavaScript is told so, too', async () => {
  const tanda = await load({ worker: false });
  await refuses(tanda.fit({ get data() { return new Float32Array(2 ** 53 - 1); }, cols: 2, labels: [0, 1], method: 'lda' }), 'out_of_memory');
  assert.ok((await tanda.methods()).length > 20);
  tanda.close();
});

test('fits that end for want of memory give back all they took, as long as the instance goes on', async () => {
  const engine = await watched(), { tanda } = engine, few = clouds(300, 40);
  let checked = 0;
  for (let bytes = 2 ** 16, code = ''; code !== 'done'; bytes = Math.ceil(bytes * 1.2)) {
    leave(engine.inside, bytes);
    const before = largest(engine.inside), instances = engine.instances;
    code = await tanda.fit({ ...few, method: 'mpda', dims: 2 }).then((model) => (model.free(), 'done'), (error: TandaError) => error.code);
    await new Promise((resolve) => setTimeout(resolve));
    if (code === 'done' || engine.instances > instances) continue;
    assert.equal(code, 'out_of_memory');
    assert.equal(largest(engine.inside), before);
    ++checked;
  }
  assert.ok(checked >= 3, `${checked} fits ended in an instance that went on`);
  engine.end();
});
