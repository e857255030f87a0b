// How good it is: evaluated, compared, tuned.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join } from 'node:path';
import { csv, fitted, fittedWith, long, open, project, score, summary, table, until, use, visit } from './support.mjs';

test('evaluate: held-out and cross-validated accuracy, curve, confusions, spectrum agree with each other', async () => {
  await visit('#data=digits&method=lda&dims=5', async (page) => {
    await fitted(page, 'pca', 'rival');
    await page.waitForSelector('[data-key=cross] strong');
    const tiles = await page.$$eval('.tile strong', (all) => all.map((each) => parseFloat(each.textContent)));
    assert.equal(tiles.length, 3);
    assert.equal(tiles[0], await score(page));
    assert.equal(tiles[1], await score(page, 'rival'));
    assert.ok(Math.abs(tiles[2] - tiles[0]) < 6, `cross-validated ${tiles[2]}, held out ${tiles[0]}`);
    await page.waitForSelector('[data-key=curve] .line.second');
    assert.equal(await page.locator('[data-key=curve] .knot.first').count(), 9, 'LDA of ten classes has nine dimensions');
    assert.ok((await page.locator('[data-key=curve] .band').count()) >= 2);
    const cells = await page.$$eval('.confusion td', (all) =>
      all.map((each) => ({ right: each.className === 'diagonal', count: parseInt(each.textContent) || 0 })),
    );
    const total = cells.reduce((sum, { count }) => sum + count, 0),
      right = cells.filter((cell) => cell.right).reduce((sum, { count }) => sum + count, 0);
    assert.equal(total, 539);
    assert.equal(Math.round((1000 * right) / total), Math.round(10 * (await score(page))));
    await page.waitForFunction(() => document.querySelectorAll('[data-key=spectrum] .bar').length === 9);
    assert.equal(await page.locator('[data-key=spectrum] .bar.kept').count(), 5);
    await page.click('.confusion .off button >> nth=0');
    assert.match(await page.textContent('.selection'), /rows? selected/);
  });
});

/** Iris with 50, 50 and 10 rows: the largest class has more than 1.5 times the rows of the smallest. */
const few = csv('iris')
  .trim()
  .split('\n')
  .slice(0, 111);

test('evaluate: where classes are uneven, balanced accuracy and the recall of each', async () => {
  await visit('#data=iris&method=pca&dims=2', async (page) => {
    await page.waitForSelector('.confusion');
    assert.equal(await page.locator('.recall').count(), 0, 'classes of one size');
    await open(page, 'few.csv', few.join('\n'));
    await use(page);
    await page.waitForSelector('.confusion td.recall');
    const rows = await page.$$eval('.confusion tbody tr', (all) => all.map((row) => [...row.cells].slice(1).map((cell) => parseFloat(cell.textContent) || 0)));
    const recalls = rows.map(([a, b, c], i) => (100 * [a, b, c][i]) / (a + b + c));
    rows.forEach((row, i) => assert.equal(row[3], Number(recalls[i].toFixed(1))));
    const balanced = (recalls[0] + recalls[1] + recalls[2]) / 3;
    assert.match(await page.textContent('.tile'), new RegExp(`balanced accuracy ${balanced.toFixed(1)} %`));

    // Too many classes for a matrix: the lowest recalls in words.
    const lines = Array.from({ length: 100 }, (_, i) => `${i % 25},${(i * 7) % 11},${i < 75 ? `c${i % 25}` : 'c0'}`);
    await open(page, 'many.csv', ['x,y,label', ...lines].join('\n'));
    await use(page);
    await until(async () => /25 classes/.test(await summary(page)), 'many classes');
    await page.waitForSelector('.figure .recall:has-text("(the lowest of 25 classes)")');
    assert.equal((await page.textContent('.figure .recall')).match(/ %/g).length, 8);
  });
});

test('compare: small pictures and a table on the same split, with progress; cancelled, sorted, taken over', async () => {
  await visit('#data=wine&method=tsd&scale=zscore&dims=2&tab=compare', async (page) => {
    await page.waitForFunction(() => document.querySelectorAll('table.compare tbody tr').length === 6);
    await until(async () => await page.locator('.compare-panel .busy').isHidden(), 'it ends');
    assert.equal(await page.locator('.mini-figure canvas').count(), 6);
    const row = await page.locator('table.compare tr[data-method=lda] td').allTextContents();
    assert.match(row[0], /^\d+\.\d %$/);
    assert.match(row[1], /^\d+\.\d ± \d+\.\d %( ≈)?$/);
    assert.match(row[2], /(µs|ms|s)$/);
    assert.equal(row[3], '2');
    assert.match(row[4], /(kB|bytes)$/);
    assert.equal(
      (await page.locator('table.compare tr[data-method=pca] td').allTextContents())[0],
      `${(await score(page, 'rival')).toFixed(1)} %`,
      'the same split as beside it',
    );
    assert.ok((await page.locator('table.compare tr.best').count()) >= 1);
    await page.click('table.compare >> button:text("fit")');
    assert.equal(await page.getAttribute('th:has(button:text-is("fit"))', 'aria-sort'), 'ascending');
    await page.click('.mini-figure[data-method=lda] button');
    await fitted(page, 'lda');

    await page.evaluate((hash) => (location.hash = hash), `${long}&method=lda&tab=compare`);
    await until(async () => /4.000 rows/.test(await summary(page)), 'a larger table');
    await page.click('text=Choose methods');
    for (const id of ['mfa', 'mpda', 'tsd', 'lfda']) await page.uncheck(`.chosen input[value=${id}]`);
    await page.check('.chosen input[value=kernel_laplda]');
    await page.click('text=Compare 3 methods');
    await page.waitForSelector('.compare-panel .busy:visible');
    await page.click('.compare-panel .busy >> text=Cancel');
    await page.waitForSelector('.compare-panel >> text=Stopped.');
    await table(page, 'iris');
    await page.waitForFunction(() => document.querySelectorAll('table.compare tbody tr').length === 3);
  });
});

test('compare: the most frequent class and, where classes are uneven, balanced accuracy, as evaluate has them', async () => {
  await visit('#data=iris&method=pca&dims=2&tab=compare', async (page) => {
    await page.waitForSelector('table.compare tfoot tr');
    assert.deepEqual(await page.locator('table.compare tfoot td').allTextContents(), ['–', '33.3 %', '–', '–', '–']);

    await open(page, 'few.csv', few.join('\n'));
    await use(page);
    await until(async () => /110 rows/.test(await summary(page)), 'the table is used');
    await page.waitForSelector('table.compare th:has-text("balanced")');
    const { load } = await import(join(project, 'build/npm/node.js')),
      tanda = await load(),
      { contests, uneven } = await tanda.evaluate({
        ...(await tanda.readCsv(few.join('\n'))), methods: ['pca', 'lda'], train: 0.7, seed: 0, dims: 2, splits: 5, neighbors: 1,
      });
    tanda.close();
    assert.ok(uneven);
    const cells = (row) => page.locator(`table.compare ${row} td`).allTextContents(),
      shown = (part) => `${(100 * part).toFixed(1)} %`,
      { majority, ...others } = Object.fromEntries(contests.map((contest) => [contest.name, contest]));
    assert.equal(majority.sd, 0);
    assert.deepEqual((await cells('tfoot')).slice(0, 3), ['–', shown(1 - majority.error), shown(1 - majority.balanced_error)]);
    for (const id of ['pca', 'lda'])
      assert.equal((await cells(`[data-method=${id}]`))[2], `${shown(1 - others[id].balanced_error).slice(0, -2)} ± ${shown(others[id].balanced_sd)}`);
    await page.click('table.compare >> button:text("balanced")');
    const order = (await page.locator('table.compare tbody td:nth-child(4)').allTextContents()).map(parseFloat);
    assert.deepEqual(order, [...order].sort((a, b) => b - a));
    assert.match(await page.textContent('.mini-figure[data-method=pca] figcaption'), /balanced \d+\.\d %$/);
  });
});

test('auto: methods compared, the simplest of the best taken over; from the picker, too; dimensions alone; cancelled', async () => {
  await visit(
    '#data=wine&method=pca&dims=12&scale=minmax',
    async (page) => {
      await page.focus('.card >> button:text-is("Auto")');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.found tr.best');
      const rows = await page.$$eval('.found tbody tr', (all) => all.map((row) => [row.className, ...[...row.cells].map((cell) => cell.textContent)]));
      assert.ok(rows.length >= 6, `${rows.length} methods`);
      for (const [, , dims, accuracy] of rows) assert.match(`${dims}: ${accuracy}`, /^\d+: \d+\.\d ± \d+\.\d %$/);
      const best = rows.filter(([kind]) => kind === 'best'),
        [, taken] = /^([a-z_]+).*\(taken\)/.exec(best[0][1]);
      assert.equal(best.length, 1);
      const said = await page.textContent('.found');
      assert.match(said, new RegExp(`^${taken}, \\d+ dimensions?: the simplest method within one standard error of the best`));
      assert.match(said, /Accuracy \d+\.\d ± \d+\.\d % in 5-fold cross-validation, 3 times, on 125 training rows/);
      await fittedWith(page, { method: taken, dims: Number(/, (\d+) dim/.exec(said)[1]), scale: 'auto' });
      assert.ok((await score(page)) > 90);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
      const [card, list] = [await page.locator('.found').boundingBox(), await page.locator('.found table').boundingBox()];
      assert.ok(list.x + list.width <= card.x + card.width, 'the table is within its card');

      await page.click('.current-method');
      await page.click('[data-method=pca]');
      await fitted(page, 'pca');
      await page.click('[aria-label="Choose the number of dimensions by cross-validation"]');
      await page.waitForSelector('.found >> text=/\\d+ dimensions: the fewest within one standard error of the best/');
      const dims = parseInt(await page.textContent('.found'));
      await fittedWith(page, { method: 'pca', dims });
      assert.equal(await page.locator('.control', { hasText: 'Dimensions' }).locator('input[type=number]').inputValue(), String(dims));
      await page.click('.current-method');
      await page.click('.method.automatic');
      await page.waitForSelector('.found tr.best');
      await fitted(page, taken);

      await table(page, 'digits');
      await until(async () => (await page.textContent('.found')) === '', 'what was found about another table is gone');
      await fitted(page, 'tsd');
      await page.click('.card >> button:text-is("Auto")');
      await page.waitForSelector('.auto .busy >> text=cross-validate');
      await page.click('.auto .busy >> text=Cancel');
      await page.waitForSelector('.auto >> text=Stopped.');
      assert.equal((await fitted(page)).method, 'tsd');
    },
    { viewport: { width: 360, height: 740 } },
  );
});

test('what a person chooses while something is chosen for them is not put back', async () => {
  await visit('#data=digits&method=lfda&dims=3', async (page) => {
    for (const start of ['[aria-label="Choose the number of dimensions by cross-validation"]', '.card >> button:text-is("Auto")']) {
      await page.click(start);
      await page.waitForSelector('.auto .busy:visible');
      const other = (await fitted(page)).method === 'pca' ? 'lda' : 'pca';
      await page.click('.current-method');
      await page.click(`[data-method=${other}]`);
      await fittedWith(page, { method: other, dims: 3 });
      await page.waitForSelector('.auto >> text=you have changed the settings yourself');
      assert.equal(await page.locator('.auto .busy:visible').count(), 0);
      assert.match(await page.evaluate(() => location.hash), new RegExp(`method=${other}&dims=3`));
    }
    // Dimensions are counted for each class, here and in what is chosen.
    await page.evaluate(() => (location.hash = '#data=iris&method=sle&dims=1'));
    await fitted(page, 'sle');
    await page.click('[aria-label="Choose the number of dimensions by cross-validation"]');
    await page.waitForSelector('.found >> text=/\\d dimensions?/');
    const dims = parseInt(await page.textContent('.found'));
    await fittedWith(page, { method: 'sle', dims });
    assert.ok(dims <= 4, `${dims} for each class`);
  });
});

test('tune: a grid, a path of lambda, and the best settings taken over', async () => {
  await visit('#data=iris&method=lfda&dims=2', async (page) => {
    await page.click('.card >> button:text-is("Tune")');
    await page.waitForSelector('text=Use these settings');
    assert.match(await page.textContent('#panel-tune'), /Best: .*neighbors \d+, ridge [\d.]+, \d dimensions/);
    assert.equal(await page.locator('#panel-tune tr.best').count(), 1);
    await page.click('text=Use these settings');
    await page.waitForFunction(() => /p\.neighbors=\d+&p\.ridge=/.test(location.hash) || /p\.ridge/.test(location.hash));

    await page.evaluate(() => (location.hash = '#data=iris&method=laplda&dims=2&tab=tune'));
    await fitted(page, 'laplda');
    await page.click('text=Tune laplda');
    await page.waitForSelector('#panel-tune .chart');
    assert.equal(await page.locator('#panel-tune .knot').count(), 25);
    await page.click('text=Use these settings');
    await page.waitForFunction(() => /p\.lambda=/.test(location.hash));
    await fittedWith(page, { method: 'laplda' });

    await page.evaluate((hash) => (location.hash = hash), `${long}&method=kernel_tsd&tab=tune`);
    await until(async () => /4.000 rows/.test(await summary(page)), 'a larger table');
    await page.click('text=Tune kernel_tsd');
    await page.waitForSelector('#panel-tune .busy:visible');
    await page.click('#panel-tune .busy >> text=Cancel');
    await page.waitForSelector('#panel-tune >> text=Stopped.');
    await page.evaluate(() => (location.hash = '#data=iris&method=pca&dims=2&tab=tune'));
    await fitted(page, 'pca');
    assert.ok(await page.isDisabled('text=Tune pca'));
  });
});
