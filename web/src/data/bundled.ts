// The tables that come with the page. `start` is where a visitor begins; it can be changed like everything else.
import digits from '../../../native/data/digits.csv?url';
import iris from '../../../native/data/iris.csv?url';
import wine from '../../../native/data/wine.csv?url';
import { live } from '../app/engine.js';
import type { Spec } from '../app/state.js';
import { inPageWords } from '../app/words.js';
import { imageOf, spansOf, type Data } from './data.js';
import { rollOf, swissRoll } from './swiss-roll.js';

export interface Bundled {
  key: string;
  title: string;
  about: string;
  start: Partial<Spec>;
  load(link: string): Promise<Data>;
}

export const bundled: readonly Bundled[] = [
  {
    key: 'digits',
    title: 'Digits',
    about: '1797 handwritten digits, 8×8 pixels',
    start: { dims: 5, params: { between: 80 } },
    load: () => csv('digits', 'Digits', digits),
  },
  { key: 'iris', title: 'Iris', about: '150 flowers of three species, four lengths', start: { dims: 2 }, load: () => csv('iris', 'Iris', iris) },
  {
    key: 'wine',
    title: 'Wine',
    about: '178 wines of three cultivars, 13 measurements',
    start: { dims: 2 },
    load: () => csv('wine', 'Wine', wine),
  },
  {
    key: 'roll',
    title: 'Swiss roll',
    about: 'points on a rolled-up sheet cut into four classes, made here',
    start: { dims: 3 },
    load: async (link) => swissRoll(rollOf(link)),
  },
];

async function csv(key: string, name: string, address: string): Promise<Data> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${name} could not be loaded: the server says ${answer.status}`);
  const table = await (await live()).readCsv(await answer.arrayBuffer());
  const features = table.features ?? Array.from({ length: table.cols }, (_, j) => `x${j + 1}`);
  return {
    key,
    link: key,
    name,
    data: table.data,
    rows: table.rows,
    cols: table.cols,
    labels: table.labels ?? new Int32Array(table.rows).fill(-1),
    classes: table.classes,
    features,
    label: table.label ?? '',
    image: imageOf(spansOf({ ...table, features })),
    notes: table.notes.map(inPageWords),
    file: `native/data/${key}.csv`,
  };
}
