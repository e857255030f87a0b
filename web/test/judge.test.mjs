// How good it is: judged, compared, tuned.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitted, fittedWith, long, score, summary, table, until, visit } from './support.mjs';

test('judge: held-out and cross-validated accuracy, curve, confusions, spectrum agree with each other', async () => {
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

test('compare: small pictures and a table on the same split, with progress; cancelled, sorted, taken over', async () => {
  await visit('#data=wine&method=tsd&scale=zscore&dims=2&tab=compare', async (page) => {
    await page.waitForFunction(() => document.querySelectorAll('table.compare tbody tr').length === 6);
    await until(async () => await page.locator('.compare-panel .busy').isHidden(), 'it ends');
    assert.equal(await page.locator('.mini-figure canvas').count(), 6);
    const row = await page.locator('table.compare tr[data-method=lda] td').allTextContents();
    assert.match(row[0], /^\d+\.\d %$/);
    assert.match(row[1], /^\d+\.\d % ± \d+\.\d( ≈)?$/);
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
