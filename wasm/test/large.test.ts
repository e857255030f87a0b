// A CSV larger than a page could hold, in Chromium: TANDA_LARGE_MB=1000 streams a gigabyte, else it is 64 MB.
import assert from 'node:assert/strict';
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import type { Tests } from './page.js';
import { serve } from './server.js';
import { clouds, plainPage } from './support.js';

const program = process.env['CHROMIUM'] ?? '/usr/bin/chromium', megabytes = Number(process.env['TANDA_LARGE_MB'] ?? 64);
const patience = 60_000 + 3000 * megabytes;

/** A line of /proc about the memory of a process, in MB. */
const memoryOf = (id: number, line: 'VmHWM' | 'VmRSS') => Number(new RegExp(`${line}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${id}/status`, 'utf8'))![1]) / 1024;

test('a large file becomes a model in little memory, with progress, while the page goes on', { skip: !existsSync(program) && `${program} is not there`, timeout: 2 * patience }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tanda-large-')), file = join(folder, 'large.csv'), cols = 40, rows = 20_000;
  const { data, labels } = clouds(rows, cols);
  const block = Array.from({ length: rows }, (_, i) => `${Array.from(data.subarray(cols * i, cols * (i + 1)), (value) => value.toFixed(4)).join()},kind ${labels[i]}\n`).join('');
  const blocks = Math.ceil((megabytes * 1e6) / block.length);
  writeFileSync(file, `${Array.from({ length: cols }, (_, j) => `x${j}`).join()},kind\n`);
  for (let i = 0; i < blocks; ++i) appendFileSync(file, block);

  mkdirSync(join(folder, 'plain'));
  cpSync(join(process.cwd(), 'node_modules/tanda'), join(folder, 'plain/tanda'), { recursive: true });
  writeFileSync(join(folder, 'plain/page.js'), plainPage());
  writeFileSync(join(folder, 'plain/index.html'), '<!doctype html><meta charset="utf-8"><title>tanda</title><input type="file"><script type="module" src="page.js"></script>');
  const server = await serve(folder), browser = await chromium.launch({ executablePath: program, headless: true, timeout: 60_000, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(patience);
    await page.goto(`${server.origin}/plain/index.html`, { waitUntil: 'load' });
    await page.setInputFiles('input', file);
    // All threads of a page, its workers among them, are of one process.
    const session = await browser.newBrowserCDPSession(), { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as { processInfo: { type: string; id: number }[] };
    const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
    const before = renderers.map((id) => memoryOf(id, 'VmRSS'));
    const found = (await page.evaluate(() => (globalThis as unknown as { tests: Tests }).tests.large())) as Awaited<ReturnType<Tests['large']>>;
    const grown = Math.max(...renderers.map((id, i) => memoryOf(id, 'VmHWM') - before[i]!));
    const { fractions, longTasks, longest, seconds } = found, load = loadavg()[0]! / cpus().length;
    console.log(`# ${Math.round(found.bytes / 1e6)} MB of CSV, ${found.rows} rows: LDA after ${seconds.toFixed(1)} s, the page's process grew by ${grown.toFixed(0)} MB, `
      + `${fractions.length} times progress, ${longTasks.length} tasks over 50 ms, longest pause of the page ${longest.toFixed(0)} ms (load ${load.toFixed(1)} per core)`);
    assert.deepEqual([found.rows, found.cols, found.classes, found.label?.slice(0, 5)], [rows * blocks, cols, ['kind 0', 'kind 1', 'kind 2'], 'kind ']);
    assert.ok(grown <= 200, `${grown} MB`);
    assert.ok(fractions.length >= megabytes / 8 && fractions.every((fraction, i) => fraction >= (fractions[i - 1] ?? 0)) && fractions.at(-1) === 1, String(fractions));
    // A task is measured by the clock: on a machine with other work it lasts longer than it works.
    for (const task of longTasks) assert.ok(task <= 50 * Math.max(1, load), `a task of ${task} ms`);
  } finally {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
