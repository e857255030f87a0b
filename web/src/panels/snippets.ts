// The fit as lines to paste elsewhere.
import type { Spec } from '../app/state.js';
import type { Data } from '../data/data.js';

export interface Snippet {
  key: string;
  title: string;
  text: string;
}

export function snippets(spec: Spec, data: Data, table: string, name: string): Snippet[] {
  const settings = Object.entries(spec.params),
    params = settings.map(([key, value]) => `${key}: ${typeof value === 'string' ? `'${value}'` : value}`).join(', ');
  const words = [
    ['tanda fit', quoted(table)],
    data.id && ['--id', quoted(data.id)],
    ['--method', spec.method],
    ...settings.map(([key, value]) => ['--set', `${key}=${value}`]),
    ['--dims', spec.dims],
    spec.scale !== 'auto' && ['--scale', spec.scale],
    spec.pca > 0 && ['--pca', spec.pca],
    data.classes.length > 0 ? spec.neighbors > 1 && ['--classifier', `knn:${spec.neighbors}`] : ['--label', 'none'],
    ['-o', `${name}.tanda`],
  ].flatMap((part) => (part ? part.join(' ') : []));
  return [
    { key: 'cli', title: 'Command line', text: `${words.join(' ')}\ntanda predict ${name}.tanda more.csv -o labels.csv` },
    {
      key: 'ts',
      title: 'TypeScript',
      text: `import { fit, readCsv } from 'tanda';

const table = await readCsv(await (await fetch('${table}')).text()${data.id ? `, { id: ${JSON.stringify(data.id)} }` : ''});
const model = await fit({
  ...table, method: '${spec.method}', dims: ${spec.dims},${params && ` params: { ${params} },`}${spec.scale !== 'auto' ? ` scale: '${spec.scale}',` : ''}${spec.pca > 0 ? ` pca: ${spec.pca},` : ''}
});
const labels = await model.predict(table.data);`,
    },
    {
      key: 'c',
      title: 'C',
      text: `/* ${name}.h is the C header from this page: no library, no heap. */
#include "${name}.h"

const char *label_of(const float *x) {   /* ${data.cols} features */
  return ${ident(name)}_class_names[${ident(name)}_classify(x)];
}`,
    },
    {
      key: 'cpp',
      title: 'C++',
      text: `#include <tanda/micro.hpp>               // ${name}.tanda, as bytes in memory or flash

tanda::ModelView model;
if (tanda::ModelView::open_linear(bytes, size, model) == tanda::Code::ok) {
  float y[${spec.dims}];
  model.project(features, y);            // ${data.cols} features
  int label = model.classify(y);
}`,
    },
  ];
}

export const ident = (name: string) => name.replace(/[^a-zA-Z0-9]+/g, '_').replace(/^(\d)/, '_$1');

const quoted = (text: string) => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
