// What pages usually do: functions that this runs are in the module that every page loads.
import { readFile } from 'node:fs/promises';

export async function usualWork(tanda) {
  const { iris, wine, digits } = await readTables(tanda);
  for (const { id, output, parameters } of await tanda.methods()) {
    if (output !== 'projection') continue;  // kernels and embeddings are for studies
    const set = Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.default]));
    for (const table of [
      iris, { ...wine, scale: 'zscore' }, { ...wine, scale: 'minmax', pca: 5 }, { ...wine, pca: 0.9, data: Float64Array.from(wine.data) },
      bare(wine), every(2, digits), wide(digits), { ...narrow(), params: set, seed: 2 },
    ]) await useOnce(tanda, { ...table, method: id, dims: 2, onProgress: () => {} });
  }
}

/** With and without names and labels, and with gaps. */
async function readTables(tanda) {
  const tables = {};
  for (const name of ['iris', 'wine', 'digits']) {
    const text = await readFile(new URL(`../../native/data/${name}.csv`, import.meta.url), 'utf8');
    tables[name] = await tanda.readCsv(text);
    const [names, ...lines] = text.split('\n').slice(0, 50), label = names.trim().split(',').at(-1);
    await tanda.readCsv(`\ufeff${[names, ...lines].join('\r\n')}`, { label });
    await tanda.readCsv(lines.join('\n'));
    for (const missing of ['drop', 'mean'])
      await tanda.readCsv([names, lines[0].replace(/^[^,]*/, '?'), ...lines.slice(1)].join('\n'), { label, missing });
  }
  await tanda.readCsv('1;2,5\n3;4\n5;6\n', { label: 'none' });
  return tables;
}

async function useOnce(tanda, options) {
  const { method, rows, cols, data } = options;
  await tanda.plan({ method, rows, cols });
  const model = await tanda.fit(options);
  const same = await tanda.open(await model.save());
  for (const one of [model, same]) {
    await one.transform(data);
    await one.predict(data);
  }
  model.free();
  same.free();
  await tanda.methods();  // comes after what was freed
}

/** Many samples of few features, in clouds. */
function narrow() {
  const rows = 4000, cols = 3, labels = Int32Array.from({ length: rows }, (_, i) => i % 3);
  return { rows, cols, labels, data: Float32Array.from({ length: rows * cols }, (_, i) => Math.sin(i * i) + labels[Math.floor(i / cols)]) };
}

/** Arrays without any names. */
function bare({ data, rows, cols, labels }) {
  return { data, rows, cols, labels };
}

/** Fewer samples than features. */
function wide(table) {
  return every(36, table);
}

/** Every n-th sample. */
function every(n, { data, rows, cols, labels, ...names }) {
  const kept = Array.from({ length: Math.floor(rows / n) }, (_, i) => n * i);
  return {
    ...names, rows: kept.length, cols, labels: Int32Array.from(kept, (i) => labels[i]),
    data: Float32Array.from(kept.flatMap((i) => [...data.subarray(i * cols, (i + 1) * cols)])),
  };
}
