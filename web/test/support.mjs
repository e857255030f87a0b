// A browser, the page in a sub-folder of a host, and words for what people do with it.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from '../scripts/serve.mjs';

export const project = fileURLToPath(new URL('../..', import.meta.url));
export const csv = (name) => readFileSync(join(project, `native/data/${name}.csv`), 'utf8');
export const folder = mkdtempSync(join(tmpdir(), 'tanda-page-'));
/** Bytes as they were sent, by path. */
export const sent = new Map();

/** Milliseconds after which something will not happen any more, on a machine that has other things to do. */
const patience = 60_000;
let browser, server;
export let address;

before(async () => {
  ({ server, address } = await serve(process.env.TANDA_PAGE, 0, '/some/folder/', (path, bytes) => sent.set(path, bytes)));
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    timeout: patience,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
  });
});

after(async () => {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

export const stopServer = () =>
  new Promise((done) => {
    server.closeAllConnections?.();
    server.close(done);
  });

/** Opens the page, works with it, and sees to it that nothing is logged as an error and nothing is asked of anybody else. */
export async function visit(hash, work, { expected = /^$/, wait = true, init, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: 'block', acceptDownloads: true, ...options });
  const page = await context.newPage(),
    problem = [],
    home = new URL(address).origin;
  await page.addInitScript(watchFrames);
  if (init) await page.addInitScript(init);
  page.setDefaultTimeout(patience);
  page.on('console', (message) => message.type() === 'error' && problem.push(message.text()));
  page.on('pageerror', (error) => problem.push(error.message));
  page.on(
    'request',
    (request) => /^(data|blob):/.test(request.url()) || request.url().startsWith(home) || problem.push(`leaves the host: ${request.url()}`),
  );
  try {
    await page.goto(address + hash);
    if (wait) await fitted(page);
    await work(page, context);
  } finally {
    await context.close();
  }
  assert.deepEqual(
    problem.filter((line) => !expected.test(line)),
    [],
  );
}

/** In the page, before its own scripts: `resting` says whether nothing moves or is about to be drawn. */
function watchFrames() {
  const wanted = new Set(),
    { requestAnimationFrame: request, cancelAnimationFrame: cancel } = window;
  window.requestAnimationFrame = (work) => {
    const frame = request((time) => {
      wanted.delete(frame);
      work(time);
    });
    wanted.add(frame);
    return frame;
  };
  window.cancelAnimationFrame = (frame) => {
    wanted.delete(frame);
    cancel(frame);
  };
  window.resting = () => wanted.size === 0 && document.getAnimations().every(({ playState }) => playState !== 'running');
}

/** Waits until the page has come to rest. Asks by a clock, since asking in frames would keep them going. */
export const settled = (page) => page.waitForFunction(() => window.resting(), null, { polling: 50 });

/** Waits until what was asked to be drawn is drawn. */
export const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Waits until the picture shows a fit; of `method`, and for which `holds` is true of its spec, if they are given. */
export async function fitted(page, method, which = 'main') {
  await page.waitForFunction(
    ([wanted, side]) => {
      const said = document.querySelector(`.plot[data-which=${side}] [data-fitted]`)?.dataset.fitted;
      return said && (!wanted || JSON.parse(said)[0].method === wanted);
    },
    [method, which],
  );
  return spec(page, which);
}

export const spec = (page, which = 'main') =>
  page.evaluate((side) => JSON.parse(document.querySelector(`.plot[data-which=${side}] [data-fitted]`).dataset.fitted)[0], which);

/** Waits until a fit with these settings is shown. */
export const fittedWith = (page, patch) =>
  page.waitForFunction((wanted) => {
    const said = JSON.parse(document.querySelector('.plot[data-which=main] [data-fitted]')?.dataset.fitted ?? '[{}]')[0];
    return Object.entries(wanted).every(([name, value]) => JSON.stringify(said[name]) === JSON.stringify(value));
  }, patch);

export const table = (page, key) => page.click(`[data-table=${key}]`);
export const tab = (page, name) => page.click(`#tab-${name}`);
export const summary = (page) => page.textContent('.card .summary');
export const plot = (page, which = 'main') => page.locator(`.plot[data-which=${which}] .scatter`);
export const score = async (page, which = 'main') => Number(/([\d.]+) %/.exec(await page.textContent(`.plot[data-which=${which}] .score`))[1]);
/** Opens a file of one's own. */
/** By way of a file, as people do: a large one goes slowly through the wire that drives the browser. */
export function open(page, name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return page.setInputFiles('#csv-file', path);
}
export const use = (page) => page.click('dialog >> text=Use this table');

/** What a click downloads. */
export async function downloaded(page, click) {
  const [file] = await Promise.all([page.waitForEvent('download'), click()]);
  const path = join(folder, file.suggestedFilename());
  await file.saveAs(path);
  return { name: file.suggestedFilename(), path, bytes: readFileSync(path), text: readFileSync(path, 'utf8') };
}

/** How many pixels of the points have colour. */
export async function inked(page, which = 'main') {
  await settled(page);
  const image = (await plot(page, which).screenshot()).toString('base64');
  return page.evaluate(async (data) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${data}`;
    await picture.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [picture.width, picture.height];
    const pen = canvas.getContext('2d');
    pen.drawImage(picture, 0, 0);
    const { data: pixels } = pen.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 0; i < pixels.length; i += 4)
      count += Number(Math.max(pixels[i], pixels[i + 1], pixels[i + 2]) - Math.min(pixels[i], pixels[i + 1], pixels[i + 2]) > 60);
    return count;
  }, image);
}

/** A table on which kernel methods take long enough to be cancelled, on any machine. */
export const long = '#data=roll-4000-0.4&dims=2';

/** Waits until something holds. */
export async function until(holds, message, most = patience) {
  const end = Date.now() + most;
  while (!(await holds())) {
    assert.ok(Date.now() < end, message);
    await new Promise((done) => setTimeout(done, 50));
  }
}
