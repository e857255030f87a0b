// Rows that look like those a model was fitted to: an accuracy on them says little about others.
import type { RunModel } from 'tanda/run';
import { count } from '../text.js';

/** Rows that are looked at. */
const enough = 2048;

/** A note where over half of the rows, projected to `points`, land on reference points of the model, as the program has it; else ''. */
export function trainingRowsNote({ outputs, references, map }: RunModel, points: Float32Array): string {
  const rows = points.length / outputs,
    looked = Math.min(rows, enough);
  // A linear map gives the very same numbers again; the coefficients of a kernel are rounded in the file.
  const near = map === 'kernel' ? 1e-5 * references.reduce((most, value) => Math.max(most, Math.abs(value)), 0) : 0;
  const isReference = (point: Float32Array) => {
    for (let at = 0; at < references.length; at += outputs) {
      let j = 0;
      while (j < outputs && Math.abs(references[at + j]! - point[j]!) <= near) ++j;
      if (j === outputs) return true;
    }
    return false;
  };
  let found = 0;
  for (let i = 0; i < looked; ++i) found += Number(isReference(points.subarray(i * outputs, (i + 1) * outputs)));
  if (2 * found <= looked) return '';
  const of = `${looked < rows ? 'first ' : ''}${count(looked)}`;
  return `${count(found)} of the ${of} rows look like rows the model was fitted to: on new rows the accuracy may be lower; held-out rows estimate it.`;
}
