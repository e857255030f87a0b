// Numbers with units as the page writes them, and the package's texts in its words.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { transform } from 'esbuild';

/** A module of the sources that imports no other. */
async function source(path) {
  const { code } = await transform(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'), { loader: 'ts', format: 'esm' });
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}
const { bytes, number, percentWith, seconds } = await source('web/src/text.ts'),
  { inPageWords } = await source('web/src/app/words.ts');

test('times have the unit that suits them, and no exponent', () => {
  const wanted = {
    '8e-4': '800 µs', '4.2e-6': '4.2 µs', '0.00099949': '999 µs', '0.0009996': '1.0 ms', '0.00998': '10 ms', '0.123': '123 ms', '0.9994': '999 ms', '0.9996': '1.0 s',
    '9.94': '9.9 s', '9.96': '10 s', '99.4': '99 s', '99.6': '1 min 40 s', '119.7': '2 min 0 s', '209': '3 min 29 s',
  };
  for (const [value, text] of Object.entries(wanted)) assert.equal(seconds(Number(value)), text);
  const factors = { µs: 1e-6, ms: 1e-3, s: 1 };
  for (let value = 1e-6; value < 99; value *= 1.01) {
    const [, digits, unit] = /^(\d{1,3}|\d\.\d) (µs|ms|s)$/.exec(seconds(value)) ?? assert.fail(`${value}: ${seconds(value)}`);
    assert.ok(Math.abs(Number(digits) * factors[unit] - value) <= 0.051 * value, `${value}: ${seconds(value)}`);
  }
});

test('sizes and numbers', () => {
  const sizes = { 0: '0 bytes', 1: '1 byte', 999: '999 bytes', 1000: '1.0 kB', 9960: '10 kB', 999499: '999 kB', 999600: '1.0 MB', 5e12: '5.0 TB' };
  for (const [count, text] of Object.entries(sizes)) assert.equal(bytes(Number(count)), text);
  assert.deepEqual([0, 5, 0.25, 123456.7, 8e-4, 1.23456e-7, 2e9].map(number), ['0', '5', '0.25', '123500', '8e-4', '1.23e-7', '2e+9']);
  assert.equal(percentWith(0.9421, 0.0132), '94.2 ± 1.3 %');
});

/** What the library says of options, in the words of the package. */
const messages = readFileSync(new URL('../../tests/messages/messages.txt', import.meta.url), 'utf8').split('\n')
  .filter((line) => line.startsWith('  JavaScript ')).map((line) => line.slice('  JavaScript '.length));

test('no message of the library names an option of the package on the page', () => {
  assert.ok(messages.length > 25, `${messages.length} messages`);
  for (const text of messages) assert.ok(!/--[a-z]|`|memoryLimit|\(\)/.test(inPageWords(text)), `${text} | ${inPageWords(text)}`);
});

test('options of the package in the words of the page', () => {
  const wanted = [
    ["use `missing: 'drop'` or `missing: 'mean'`", 'use “Rows with missing values: leave out” or “Rows with missing values: fill with the mean of the column”'],
    ["leave it out with `drop: 'my unit'`, or carry it along with `id: 3`", 'leave it out with “Columns”, or carry it along with “Rows are named by”'],
    ['raise `memoryLimit`, use `pca`, or take fewer samples', 'use “PCA first”, or take fewer samples'],
    ["use `decimal: ','` if all numbers are written so", 'use “Decimal mark” if all numbers are written so'],
    ['name another label column with `label`', 'name another label column with “The class is in”'],
    ["each was scaled (`scale: 'none'` leaves them)", 'each was scaled (“Scale features: as they are” leaves them)'],
    ['give its columns; `model.info` lists them', 'give its columns'],
  ];
  for (const [npm, page] of wanted) assert.equal(inPageWords(npm), page);
});
