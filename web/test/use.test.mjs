// Trying a sample, and a model on another file.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csv, downloaded, fitted, tab, until, visit } from './support.mjs';

/** Draws lines of points from 0 to 1 in the pad. */
async function draw(page, strokes) {
  const { x, y, width, height } = await page.locator('.pad').boundingBox();
  for (const stroke of strokes) {
    const at = ([u, v]) => [x + u * width, y + v * height];
    await page.mouse.move(...at(stroke[0]));
    await page.mouse.down();
    for (const point of stroke.slice(1)) await page.mouse.move(...at(point), { steps: 3 });
    await page.mouse.up();
  }
}

const round = (u, v, a, b, from = 0, to = 2 * Math.PI) =>
  Array.from({ length: 25 }, (_, i) => {
    const angle = from + ((to - from) * i) / 24;
    return [u + a * Math.sin(angle), v - b * Math.cos(angle)];
  });

test('draw a digit: the point moves, the label changes, the time is told', async () => {
  await visit('#data=digits&method=lfda&dims=9&tab=try', async (page) => {
    await page.locator('.pad').scrollIntoViewIfNeeded();
    const guess = () => page.textContent('output[aria-label="Predicted class"]'),
      seen = [];
    for (const [digit, strokes] of [
      ['0', [round(0.5, 0.5, 0.2, 0.36)]],
      [
        '1',
        [
          [
            [0.42, 0.3],
            [0.54, 0.14],
            [0.54, 0.86],
          ],
        ],
      ],
      [
        '7',
        [
          [
            [0.28, 0.16],
            [0.72, 0.16],
            [0.45, 0.86],
          ],
          [
            [0.4, 0.5],
            [0.68, 0.5],
          ],
        ],
      ],
      ['3', [[...round(0.5, 0.32, 0.2, 0.18, -1, 3), ...round(0.5, 0.68, 0.2, 0.18, 0.1, 4.2)]]],
    ]) {
      await page.click('#panel-try >> text=Clear');
      await draw(page, strokes);
      seen.push(`${digit}:${await guess()}`);
    }
    assert.ok(seen.filter((pair) => pair[0] === pair[2]).length >= 3, seen.join(' '));
    assert.match(await page.textContent('.try-answer'), /\d (µs|ms) for each prediction/);
    assert.ok((await page.locator('.try-answer .picture').count()) >= 3, 'nearest training samples');
    await page.click('text=One it gets wrong');
    await page.click('text=A held-out sample');
    assert.match(await guess(), /^\d$/);
  });
});

test('edit features: the label changes live', async () => {
  await visit('#data=iris&method=lda&dims=2&tab=try', async (page) => {
    const guess = () => page.textContent('output[aria-label="Predicted class"]'),
      slide = (name, key) => page.locator(`.feature-list input[aria-label=${name}]`).press(key);
    for (const name of ['petal_length_cm', 'petal_width_cm']) await slide(name, 'Home');
    assert.equal(await guess(), 'setosa');
    for (const name of ['petal_length_cm', 'petal_width_cm']) await slide(name, 'End');
    assert.equal(await guess(), 'virginica');
  });
});

test('applied to rows with labels: recalls where classes are uneven, and whether the rows are those of the fit', async () => {
  for (const method of ['lda', 'kernel_laplda'])
    await visit(`#data=iris&method=${method}&dims=2&tab=export`, async (page) => {
      const model = await downloaded(page, () => page.click('[data-format=tanda]')),
        [head, ...rows] = csv('iris').trim().split('\n'),
        note = /\d+ of the \d+ rows look like rows the model was fitted to: on new rows the accuracy may be lower/,
        apply = async (name, lines) => {
          await page.setInputFiles('#apply-file', { name, mimeType: 'text/csv', buffer: Buffer.from([head, ...lines].join('\n')) });
          await page.waitForSelector(`.apply strong:has-text("of ${name}")`);
          return page.textContent('.apply');
        };
      await tab(page, 'try');
      const even = await apply('all.csv', rows);
      assert.match(even, /150 rows of all.csv: accuracy [\d.]+ % \(1\d\d of 150\)/);
      assert.doesNotMatch(even, /balanced|Recall/);
      assert.match(even, note, 'most rows are fitted to, the others held out');
      // New rows, few of a class, and one of a class that the model does not know.
      const moved = rows.map((line) => line.replace(/^[\d.]+/, (value) => (Number(value) + 0.013).toFixed(3)));
      const uneven = await apply('moved.csv', [...moved.slice(0, 50), ...moved.slice(50, 60), moved[149].replace('virginica', 'rose')]);
      assert.match(uneven, /61 rows of moved.csv: accuracy (98.4 % \(60|96.7 % \(59) of 61\), balanced accuracy 6\d.\d %/);
      assert.match(uneven, /Recall: rose 0\.0 %, (versicolor|setosa) [\d.]+ %, (versicolor|setosa) [\d.]+ %/);
      assert.doesNotMatch(uneven, note);

      await page.evaluate(() => (location.hash = '#data=digits&method=pca&dims=2&tab=try'));
      await fitted(page, 'pca');
      await page.setInputFiles('#model-file', model.path);
      await page.waitForSelector('.apply .summary:has-text(".tanda: ")');
      assert.match(await apply('again.csv', rows), note, 'a model from a file');
    });
});

test('open a saved model and apply it to another CSV; what is no model, or of another version, is refused in words', async () => {
  await visit('#data=iris&method=lda&dims=2&tab=export', async (page) => {
    const model = await downloaded(page, () => page.click('[data-format=tanda]'));
    await page.evaluate(() => (location.hash = '#data=digits&method=pca&dims=2&tab=try'));
    await fitted(page, 'pca');
    const give = (id, name, content) => page.setInputFiles(id, { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
    await give('#model-file', 'iris-lda.tanda', model.bytes);
    await until(
      async () => /iris-lda.tanda: lda, 4 features to 2 dimensions, 3 classes: setosa/.test(await page.textContent('.apply')),
      'the model is opened',
    );

    // Columns in another order, one too many: they are found by name.
    const lines = csv('iris')
      .trim()
      .split('\n')
      .map((line, i) => {
        const [a, b, c, d, label] = line.split(',');
        return [d, c, i === 0 ? 'extra' : i, b, a, label].join(',');
      });
    await give('#apply-file', 'flowers.csv', lines.join('\n'));
    await until(async () => /150 rows of flowers.csv: accuracy (9\d|100)\.\d %/.test(await page.textContent('.apply')), 'it is applied');
    const result = await downloaded(page, () => page.click('text=Save the result'));
    assert.equal(result.text.split('\n')[0], 'row,predicted,dim1,dim2');
    assert.equal(result.text.trim().split('\n').length, 151);

    await give('#apply-file', 'other.csv', 'a,b,label\n1,2,x\n3,4,y\n');
    await until(async () => /sepal_length|feature|column/.test(await page.textContent('.apply .problem')), 'other columns');
    await give('#apply-file', 'words.csv', 'sepal_length_cm,sepal_width_cm,petal_length_cm,petal_width_cm\n1,2,three,4\n1,2,4,5\n');
    await until(async () => /row 1.*"three" is not a number/i.test(await page.textContent('.apply .problem')), 'a word');
    assert.match(await page.textContent('.apply .problem'), /name the label column with “The class is in”/);
    const other = Buffer.from(model.bytes);
    other.writeUInt32LE(7, 8);
    await give('#model-file', 'future.tanda', other);
    await until(async () => /version 7/.test(await page.textContent('.apply .problem')), 'another version');
    await give('#model-file', 'no.tanda', 'this is no model');
    await until(async () => /not a whole tanda model|no tanda model|not a tanda model/i.test(await page.textContent('.apply .problem')), 'no model');
    await tab(page, 'evaluate');
    await page.evaluate(() => (location.hash = '#data=iris&method=pca&dims=2'));
    await fitted(page, 'pca');
  });
});
