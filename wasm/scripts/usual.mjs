// What pages usually do: functions that this runs are in the module that every page loads.
import { readFile } from 'node:fs/promises';

export async function usualWork(tanda) {
  const tables = {};
  for (const name of ['iris', 'wine', 'digits'])
    tables[name] = await tanda.readCsv(await readFile(new URL(`../../native/data/${name}.csv`, import.meta.url)));
  for (const { id, output } of await tanda.methods()) {
    if (output === 'embedding') continue;  // methods that cannot project are for studies
    for (const table of [tables.iris, { ...tables.wine, scale: 'zscore' }, every(2, tables.digits), bare(tables.wine), wide(tables.digits)])
      await useOnce(tanda, { ...table, method: id, dims: 2, onProgress: () => {} });
  }
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
