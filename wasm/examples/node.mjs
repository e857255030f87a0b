// npm i tanda; node node.mjs table.csv
import { readFile } from 'node:fs/promises';
import { fit, readCsv } from 'tanda';

const table = await readCsv(await readFile(process.argv[2]));
const model = await fit({ ...table, method: 'lfda', dims: 2 });
const found = await model.predict(table.data);
const right = found.filter((label, i) => label === table.labels[i]).length;
console.log(`${table.rows} samples, ${right} right; ${model.info.inputs} numbers become ${model.info.outputs}`);
