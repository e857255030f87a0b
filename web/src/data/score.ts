// Predictions compared with labels, class by class where classes are uneven.
import { percent } from '../text.js';

/** By class; null: it has no rows. */
export type Recall = readonly (number | null)[];

export interface Score {
  /** Rows that have a label, and those of them that are predicted right. */
  rows: number;
  right: number;
  accuracy: number;
  /** Where classes are uneven, so that accuracy alone misleads: the recall of each class, and their mean. */
  balanced: number | null;
  recall: Recall | null;
}

/** `labels`: the classes they are uneven in; left out, those of the rows that are predicted. -1 is no label. */
export function scoreOf(classes: number, truth: ArrayLike<number>, predicted: ArrayLike<number>, labels = truth): Score {
  const hits = Array.from(truth).filter((label, i) => label === predicted[i]),
    rows = sizesOf(classes, truth),
    right = sizesOf(classes, hits);
  const recall = rows.map((size, c) => (size > 0 ? right[c]! / size : null)),
    known = recall.filter((part) => part !== null);
  const uneven = areUneven(sizesOf(classes, labels)),
    all = sum(rows);
  return {
    rows: all,
    right: sum(right),
    accuracy: sum(right) / all,
    balanced: uneven ? sum(known) / known.length : null,
    recall: uneven ? recall : null,
  };
}

/** The rule of the program and of `uneven` in evaluations: the largest class has more than 1.5 times the rows of the smallest. */
function areUneven(sizes: readonly number[]): boolean {
  const present = sizes.filter((size) => size > 0);
  return Math.max(...present) > 1.5 * Math.min(...present);
}

function sizesOf(classes: number, labels: ArrayLike<number>): number[] {
  const sizes = Array<number>(classes).fill(0);
  for (let i = 0; i < labels.length; ++i) if (labels[i]! >= 0) ++sizes[labels[i]!]!;
  return sizes;
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

const mostShown = 8;

/** "Recall: b 12.5 %, a 100.0 %": the lowest first, since they are the interesting ones. */
export function recallText(recall: Recall, classes: readonly string[]): string {
  const known = recall.flatMap((part, c) => (part === null ? [] : [{ part, name: classes[c]! }])).sort((a, b) => a.part - b.part);
  const shown = known.slice(0, mostShown).map(({ part, name }) => `${name} ${percent(part)}`);
  return `Recall: ${shown.join(', ')}${known.length > mostShown ? `, … (the lowest of ${known.length} classes)` : ''}`;
}
