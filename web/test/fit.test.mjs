// Every method, its controls, progress, cancelling, and what is heavy.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csv, fitted, fittedWith, long, open, score, summary, tab, table, until, use, visit } from './support.mjs';

test('every method of the registry is fitted from the picker, by family, with its text and paper', async () => {
  await visit('#data=iris', async (page) => {
    const methods = await page.$$eval('.method[data-method]', (all) => all.map((each) => ({ id: each.dataset.method, text: each.textContent })));
    assert.ok(methods.length >= 27, `${methods.length} methods`);
    assert.ok(
      methods.every(({ text }) => /\d{4}/.test(text)),
      'a paper has a year',
    );
    assert.ok((await page.$$('.method-list h3')).length >= 5, 'families');
    const weak = [];
    for (const { id } of methods) {
      await page.click('.current-method');
      await page.click(`[data-method=${id}]`);
      await fitted(page, id);
      await until(async () => (await page.textContent('.plan')).includes('needs at most'), `a plan for ${id}`);
      const said = await page.textContent('.plot[data-which=main] .score');
      if (!/nothing is held out/.test(said) && (await score(page)) < 75) weak.push(`${id} ${said}`);
    }
    assert.deepEqual(weak, []);
  });
});

test('controls come from the registry: sliders, choices, flags, auto, defaults', async () => {
  await visit('#data=iris&method=lfda&dims=2', async (page) => {
    const field = (name) => page.locator(`[data-parameter=${name}] input[type=number]`);
    await field('neighbors').fill('3');
    await field('neighbors').press('Enter');
    await fittedWith(page, { params: { neighbors: 3 } });
    await page.locator('[data-parameter=neighbors] input[type=range]').press('ArrowRight');
    await fittedWith(page, { params: { neighbors: 4 } });
    await page.click('text=3 more settings');
    await page.selectOption('[data-parameter=graph] select', 'all');
    await page.uncheck('[data-parameter=sparse] input');
    await fittedWith(page, { params: { neighbors: 4, graph: 'all', sparse: false } });
    assert.match(await page.textContent('[data-parameter=graph] .help'), /\w{4}/);
    assert.ok(await page.evaluate(() => document.querySelector('[data-parameter=graph]').classList.contains('changed')));
    await field('neighbors').fill('99999999');
    await field('neighbors').press('Enter');
    assert.equal(await field('neighbors').inputValue(), '10000');
    await page.click('text=Defaults');
    await fittedWith(page, { params: {} });
    assert.equal(await field('neighbors').inputValue(), '7');

    await page.locator('.control', { hasText: 'Dimensions' }).locator('input[type=number]').fill('3');
    await page.keyboard.press('Enter');
    await page.selectOption('.control:has-text("Scale features") select', 'zscore');
    await page.click('text=PCA first, neighbours, split');
    await page.selectOption('.control:has-text("PCA first") select', '0.95');
    await fittedWith(page, { dims: 3, scale: 'zscore', pca: 0.95 });
    await page.click('text=Another split');
    await until(async () => (await page.evaluate(() => location.hash)).includes('seed=1'), 'another split');
    await fitted(page);

    await page.evaluate(() => (location.hash = '#data=iris&method=laplda&dims=2'));
    await fitted(page, 'laplda');
    await page.check('text=choose it by cross-validation');
    await fittedWith(page, { params: { lambda: 'auto' } });
    assert.match(await page.textContent('.card .notes >> nth=1'), /lambda = .* was chosen/);
  });
});

test('scale: automatic by itself, and what was taken is said; links of before keep theirs', async () => {
  const scale = '.control:has-text("Scale features")',
    taken = async (page, text) => until(async () => (await page.textContent(`${scale} .help`)) === text, `it says: ${text}`);
  await visit('#data=wine', async (page) => {
    assert.equal(await page.$eval(`${scale} option`, (first) => first.value), 'auto');
    assert.equal(await page.inputValue(`${scale} select`), 'auto');
    await taken(page, 'chosen for this table: mean 0, deviation 1');
    assert.doesNotMatch(await page.evaluate(() => location.hash), /scale/);
    const automatic = await score(page);
    await page.selectOption(`${scale} select`, 'zscore');
    await fittedWith(page, { scale: 'zscore' });
    assert.equal(await score(page), automatic);
    await taken(page, 'before anything else');
    await page.selectOption(`${scale} select`, 'none');
    await fittedWith(page, { scale: 'none' });
    assert.match(await page.evaluate(() => location.hash), /scale=none/);
    assert.ok((await score(page)) < automatic);
    await table(page, 'digits');
    await fittedWith(page, { scale: 'auto', dims: 5 });
    await taken(page, 'chosen for this table: as they are');
    for (const before of ['none', 'unit', 'zscore']) {
      await page.evaluate((word) => (location.hash = `#data=iris&method=lda&dims=2&scale=${word}`), before);
      await fittedWith(page, { method: 'lda', scale: before });
    }
  });
});

test('a heavy fit asks first, shows its progress, and can be cancelled; the page answers all the time', async () => {
  await visit(`${long}&method=pca`, async (page) => {
    await page.click('.current-method');
    await page.click('[data-method=kernel_tsd]');
    await page.waitForSelector('text=Fit anyway');
    assert.match(await page.textContent('.notices'), /may need up to \d+ MB/);
    await page.evaluate(() => {
      window.ticks = window.longest = 0;
      let last = performance.now();
      setInterval(() => {
        const since = performance.now() - last;
        last += since;
        if (document.querySelector('.stage .busy').hidden) return;
        ++window.ticks;
        window.longest = Math.max(window.longest, since);
      }, 10);
    });
    await page.click('text=Fit anyway');
    await page.waitForSelector('.busy:visible progress');
    await page.waitForFunction(() => window.ticks >= 20, null, { polling: 10 }); // the page goes on while it fits
    await page.click('.stage .busy >> text=Cancel');
    await until(async () => /cancelled/.test(await page.textContent('.problems')), 'it says so');
    assert.ok(await page.isHidden('.stage .busy'));
    console.log(`# fit: the page was held up for ${Math.round(await page.evaluate(() => window.longest))} ms at most`);
    await page.click('.current-method');
    await page.click('[data-method=lda]');
    await fitted(page, 'lda');
    assert.equal(await page.textContent('.problems'), '');
  });
});

test('two heavy fits ask one by one', async () => {
  await visit(
    `${long}&method=kernel_tsd&vs=kernel_laplda`,
    async (page) => {
      await page.waitForFunction(() => document.querySelectorAll('.notices .primary').length === 2);
      await page.click('.notices .primary >> nth=1');
      await page.waitForSelector('.stage .busy:visible');
      assert.equal(await page.locator('.notices .primary').count(), 1);
      await page.click('.stage .busy >> text=Cancel');
      await until(async () => /cancelled/.test(await page.textContent('.notices')), 'it says so');
      assert.equal(await page.locator('.notices .primary').count(), 1);
    },
    { wait: false },
  );
});

test('too much memory is refused in words', async () => {
  await visit('#data=iris&method=kernel_tsd&dims=2', async (page) => {
    const rows = Array.from({ length: 16000 }, (_, i) => `${i % 89},${i % 97},${i % 2 ? 'a' : 'b'}`);
    await open(page, 'many.csv', `x,y,label\n${rows.join('\n')}\n`);
    await use(page);
    await page.click('text=Fit anyway');
    await until(async () => /would need up to \d+ bytes, the limit leaves/.test(await page.textContent('.problems')), 'it is refused');
    await page.evaluate(() => (location.hash = '#data=digits&method=lda&dims=2'));
    await fitted(page, 'lda');
  });
});

test('what needs less memory than it might is fitted', async () => {
  await visit('', async (page) => {
    await page.evaluate(() => (location.hash = '#data=digits&method=ltsimr&dims=2'));
    await page.click('text=Fit anyway');
    await fitted(page, 'ltsimr');
  });
});

test('fast changes are fitted once, the last one wins', async () => {
  await visit('#data=digits&method=lfda&dims=5', async (page) => {
    await page.evaluate(() => {
      const plot = document.querySelector('.plot[data-which=main] [data-fitted]');
      window.seen = [];
      new MutationObserver(() => {
        const { neighbors } = JSON.parse(plot.dataset.fitted)[0].params;
        if (neighbors !== window.seen.at(-1)) window.seen.push(neighbors);
      }).observe(plot, { attributeFilter: ['data-fitted'] });
    });
    const slide = (steps) =>
      page.locator('[data-parameter=neighbors] input[type=range]').evaluate(async (range, count) => {
        for (let i = 0; i < count; ++i) {
          range.stepUp();
          range.dispatchEvent(new Event('input', { bubbles: true }));
          await null; // each is heard by itself, and no time passes
        }
      }, steps);
    await slide(8);
    await fittedWith(page, { params: { neighbors: 15 } });
    await slide(1); // one more takes its turn behind any that was left over
    await fittedWith(page, { params: { neighbors: 16 } });
    assert.deepEqual(await page.evaluate(() => window.seen), [15, 16]);
  });
});

test('a table without labels: methods that need none', async () => {
  await visit('#data=iris', async (page) => {
    await open(page, 'plain.csv', csv('iris'));
    await page.selectOption('#label-column', '-1');
    await use(page);
    await until(async () => /no labels/.test(await summary(page)), 'no labels');
    await until(async () => /needs at least two classes, and this table has no labels/.test(await page.textContent('.problems')), 'it says why');
    await page.click('.current-method');
    await page.click('[data-method=lpp]');
    await fitted(page, 'lpp');
    assert.match(await page.textContent('.plot[data-which=main] .score'), /no labels to measure accuracy by/);
    for (const name of ['evaluate', 'compare', 'tune', 'try', 'export']) await tab(page, name);
    await table(page, 'wine');
    await fittedWith(page, { method: 'tsd' });
  });
});
