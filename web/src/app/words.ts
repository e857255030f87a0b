// The package's texts in the words of the page: where they name options of the API, its controls.
const controls: Record<string, string> = {
  drop: 'Columns',
  keep: 'Columns',
  label: 'The class is in',
  id: 'Rows are named by',
  sep: 'Columns are separated by',
  decimal: 'Decimal mark',
  missing: 'Rows with missing values',
  scale: 'Scale features',
  pca: 'PCA first',
  dims: 'Dimensions',
  classifier: 'Neighbours',
  neighbors: 'Neighbours',
};

/** What values are called there. */
const values: Record<string, string> = {
  "label: 'none'": 'none',
  "missing: 'drop'": 'leave out',
  "missing: 'mean'": 'fill with the mean of the column',
  "scale: 'none'": 'as they are',
  "scale: 'zscore'": 'mean 0, deviation 1',
};

export function inPageWords(text: string): string {
  return text
    .replace(/; `model\.info` lists them/g, '')
    .replace(/see the types of this function's options/g, '')
    .replace(/raise `memoryLimit`, (or )?/g, '') // the page has its own, which fits the browser
    .replace(/`methods\(\)` (lists|shows)/g, 'the page $1')
    .replace(/`(([a-zA-Z]+)(?:: [^`]*)?)`/g, (_, whole: string, name: string) => {
      const value = values[whole];
      return `“${controls[name] ?? name}${value ? `: ${value}` : ''}”`;
    });
}
