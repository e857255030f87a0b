// Offline, by keyboard, for screen readers, on every screen.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { address, fitted, fittedWith, inked, open, settled, stopServer, summary, tab, until, visit } from './support.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tabs = ['evaluate', 'compare', 'tune', 'try', 'export'];

async function check(page, what) {
  await page.evaluate(`${axe}; undefined`);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  assert.deepEqual(
    found.violations.map(
      ({ id, impact, nodes }) =>
        `${what}: ${impact} ${id}: ${nodes
          .slice(0, 3)
          .map(({ target, failureSummary }) => `${target} ${failureSummary}`)
          .join(' | ')}`,
    ),
    [],
  );
}

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing, ${colorScheme}, in any view`, async () => {
    await visit(
      '#data=iris&method=lda&dims=2',
      async (page) => {
        for (const name of tabs) {
          await tab(page, name);
          if (name === 'compare') await page.waitForFunction(() => document.querySelectorAll('table.compare tbody tr').length === 6);
          if (name === 'evaluate') await page.waitForSelector('[data-key=curve] .line');
          await settled(page);
          await check(page, name);
        }
        await page.click('.current-method');
        await check(page, 'picker');
        await page.keyboard.press('Escape');
        await page.click('.card >> button:text-is("Auto")');
        await page.waitForSelector('.found tr.best');
        await settled(page);
        await check(page, 'auto');
        await open(page, 'a.csv', 'a,b,label\n1,,x\n3,4,y\n5,6,x\n2,1,y\n');
        await page.waitForSelector('dialog table');
        await check(page, 'columns');
      },
      { colorScheme },
    );
  });
}

test('the colours can be chosen, and the choice is remembered', async () => {
  await visit(
    '#data=iris',
    async (page) => {
      const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor),
        light = await ground();
      await page.click('.theme');
      const dark = await ground();
      assert.notEqual(dark, light);
      await page.reload();
      await fitted(page);
      assert.equal(await ground(), dark);
    },
    { colorScheme: 'light' },
  );
});

test('on a phone, all of a table, the tabs, charts and code can be seen', async () => {
  await visit(
    '#data=digits&method=pca&dims=5',
    async (page) => {
      const fits = (selector) => page.$eval(selector, ({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
      const [toolbar, button] = [await page.locator('.toolbar').boundingBox(), await page.locator('.toolbar .menu').boundingBox()];
      assert.ok(toolbar.height < 3 * button.height, 'two lines of tools');
      assert.ok(await fits('[role=tablist]'), 'five tabs');
      await page.waitForSelector('.confusion td');
      assert.ok(await fits('.figure .scroll:has(.confusion)'), 'a confusion matrix of ten classes');
      await page.waitForSelector('[data-key=curve] .line');
      const letters = await page.$eval('[data-key=curve] text', (text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a);
      assert.ok(letters >= 9, `letters of ${letters} px in a chart`);

      await tab(page, 'export');
      await page.hover('#tab-export');
      await settled(page);
      const [line, accent] = await page.$eval('#tab-export', (each) => [getComputedStyle(each).borderBottomColor, getComputedStyle(document.querySelector('button.primary')).backgroundColor]);
      assert.equal(line, accent, 'the tab that is shown is marked, also under the pointer');
      const [code, copy] = [await page.locator('.code pre').first().boundingBox(), await page.locator('.code .copy').first().boundingBox()];
      assert.ok(copy.y >= code.y + code.height, 'the button does not lie on the code');

      await open(page, 'some.csv', 'name_of_a_long_column,b,label\n1.5,2.5,x\n3.5,,y\n5.5,6.5,x\n2.5,1.5,y\n');
      await page.waitForSelector('dialog table');
      assert.ok((await fits('dialog.columns')) && (await fits('dialog .scroll')), 'what is in the columns');
      assert.ok(await page.isVisible('dialog td:text-is("1.5 to 5.5")'));
      const { height } = page.viewportSize(),
        use = await page.locator('dialog >> text=Use this table').boundingBox();
      assert.ok(use.y + use.height <= height, 'the button is there without scrolling');
    },
    { viewport: { width: 360, height: 640 } },
  );
});

test('nothing is cut or needs sideways scrolling, from 360 px to 4K', async () => {
  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [1280, 800],
    [1920, 1080],
    [2560, 1440],
    [3840, 2160],
  ]) {
    await visit(
      '#data=wine&scale=zscore&dims=2&method=tsd',
      async (page) => {
        for (const name of tabs) {
          await tab(page, name);
          if (name === 'compare') await page.waitForSelector('table.compare tbody tr');
          const wide = await page.evaluate(() => {
            const most = document.documentElement.clientWidth,
              scrolls = (node) => node && (['auto', 'scroll', 'hidden'].includes(getComputedStyle(node).overflowX) || scrolls(node.parentElement));
            const out = [...document.querySelectorAll('main *, header *')].filter((node) => {
              const { right, left, width: w } = node.getBoundingClientRect();
              return w > 1 && (right > most + 1 || left < -1) && !scrolls(node.parentElement) && !node.closest('.unseen, .skip');
            });
            return { over: document.documentElement.scrollWidth - most, out: out.slice(0, 3).map((node) => node.outerHTML.slice(0, 120)) };
          });
          assert.deepEqual(wide, { over: 0, out: [] }, `${name} at ${width}`);
        }
        const { height: tall } = await page.locator('.plot[data-which=main] .scatter').boundingBox();
        assert.ok(tall >= 250, `${tall} at ${width}`);
        assert.ok((await inked(page)) > 300);
      },
      { viewport: { width, height } },
    );
  }
});

test('by keyboard alone: a table, a method, a setting, the plot, a tab, a download', async () => {
  await visit('', async (page) => {
    const focused = () =>
      page.evaluate(() => {
        const { tagName, textContent, ariaLabel, dataset, id, className } = document.activeElement;
        return `${tagName} ${ariaLabel ?? ''} ${Object.values(dataset).join(' ')} ${id} ${className} ${textContent.slice(0, 40)}`;
      });
    const walk = async (wanted, most = 120) => {
      for (let i = 0; i < most; ++i) {
        await page.keyboard.press('Tab');
        if (wanted.test(await focused())) return;
      }
      assert.fail(`${wanted} cannot be reached`);
    };
    await walk(/Skip to the picture/);
    await page.keyboard.press('Enter');
    await walk(/scatter plot|scatter$|The samples as the chosen method/);
    const before = await inked(page);
    for (const key of ['+', '+', 'ArrowLeft', 'ArrowDown']) await page.keyboard.press(key);
    assert.notEqual(await inked(page), before);
    await page.keyboard.press('0');
    assert.ok(Math.abs((await inked(page)) - before) < 0.02 * before);
    await walk(/BUTTON.* iris /);
    await page.keyboard.press('Enter');
    await until(async () => /Iris: 150/.test(await summary(page)), 'iris by keyboard');
    await fitted(page);
    await walk(/current-method/);
    await page.keyboard.press('Enter');
    await walk(/ lfda /);
    await page.keyboard.press('Enter');
    await fitted(page, 'lfda');
    await walk(/INPUT Neighbors, slider/);
    await page.keyboard.press('ArrowRight');
    await fittedWith(page, { params: { neighbors: 8 } });
    await walk(/tab-evaluate/);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    assert.ok(await page.isVisible('#panel-export'));
    await walk(/BUTTON.*tanda\s+download/);
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    assert.equal(file.suggestedFilename(), 'iris-lfda.tanda');
  });
});

test('works offline after the first visit, with the server gone', async () => {
  await visit(
    '#data=iris&method=lda&dims=2',
    async (page, context) => {
      await page.evaluate(() => navigator.serviceWorker.ready);
      await until(() => page.evaluate(() => navigator.serviceWorker.controller !== null), 'the worker is in charge');
      await stopServer();
      await context.setOffline(true);
      await page.reload();
      await fitted(page, 'lda');
      await page.goto(`${address}#data=digits`);
      await page.click('[data-table=wine]');
      await until(async () => /Wine: 178/.test(await summary(page)), 'wine, offline');
      await page.reload();
      await fitted(page);
      await tab(page, 'export');
    },
    { serviceWorkers: 'allow', expected: /ERR_INTERNET_DISCONNECTED|Failed to fetch|favicon/ },
  );
});
