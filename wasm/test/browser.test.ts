// The packed package in a real browser: from a plain page, from esbuild and from Vite, under a strict policy.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import * as esbuild from 'esbuild';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { build as viteBuild, createServer as viteServer } from 'vite';
import type { Tests } from './page.js';
import { serve } from './server.js';
import { plainPage, table } from './support.js';

const program = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const skip = !existsSync(program) && `${program} is not there`;
/** Milliseconds after which something will not happen any more, on a machine that has other things to do. */
const patience = 60_000;
const root = join(process.cwd(), 'pages'), source = join(process.cwd(), 'node_modules/tanda');
const page = '<!doctype html><meta charset="utf-8"><title>tanda</title><script type="module" src="page.js"></script>';
let server: Awaited<ReturnType<typeof serve>>, context: BrowserContext, profile: string;

before(async () => {
  if (skip) return;
  rmSync(root, { recursive: true, force: true });
  for (const name of ['plain', 'esbuild', 'vite-source']) mkdirSync(join(root, name), { recursive: true });
  server = await serve(root);
  profile = mkdtempSync(join(tmpdir(), 'tanda-browser-'));
  context = await chromium.launchPersistentContext(profile, {
    executablePath: program, headless: true, timeout: patience,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
  });
  context.setDefaultTimeout(patience);
});

after(async () => {
  await context?.close();
  server?.close();
  if (profile) rmSync(profile, { recursive: true, force: true });
});

type Call = <N extends keyof Tests>(name: N, ...values: Parameters<Tests[N]>) => Promise<Awaited<ReturnType<Tests[N]>>>;

/** Opens a page, calls its tests, and sees to it that nothing leaves the origin and nothing breaks the policy. */
async function visit(folder: string, work: (call: Call, tab: Page) => Promise<void>, expected = /favicon/, origin = server.origin, elsewhere = origin) {
  const tab = await context.newPage();
  const trouble: string[] = [];
  tab.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
  tab.on('pageerror', (error) => trouble.push(error.message));
  tab.on('request', (request) => /^(data|blob):/.test(request.url()) || [origin, elsewhere].some((known) => request.url().startsWith(known)) || trouble.push(`leaves the origin: ${request.url()}`));
  await tab.goto(`${origin}/${folder}/index.html`, { waitUntil: 'load' });
  try {
    await work((name, ...values) => tab.evaluate(([test, given]) =>
      (globalThis as unknown as { tests: Record<string, (...values: unknown[]) => unknown> }).tests[test as string]!(...(given as unknown[])), [name, values] as const) as never, tab);
  } finally {
    await tab.close();
  }
  assert.deepEqual(trouble.filter((line) => !expected.test(line)), []);
}

async function checkStart(folder: string, origin = server.origin, elsewhere = origin) {
  const iris = await table('iris');
  await visit(folder, async (call) => {
    const { right, ...rest } = await call('start', iris);
    assert.deepEqual(rest, { rows: 150, told: true, kept: true, same: true, exported: true });
    assert.ok(right >= 145, `${right} right`);
  }, /favicon/, origin, elsewhere);
}

test('a plain page, with no build step', { skip }, async () => {
  cpSync(source, join(root, 'plain/tanda'), { recursive: true });
  writeFileSync(join(root, 'plain/page.js'), plainPage());
  writeFileSync(join(root, 'plain/index.html'), page);
  await checkStart('plain');
});

test('errors, and what the types cannot forbid', { skip }, async () => {
  await visit('plain', async (call) => {
    assert.deepEqual(await call('refused'), ['not_finite', 'wrong_shape', 'memory_limit', 'bad_model', 'AbortError', 'ok']);
    assert.equal(await call('moved'), 0);
    assert.match(await call('elsewhere', '/plain/nowhere.wasm'), /cannot_load: .*HTML/);
    assert.equal(await call('here'), 150);
  });
});

test('a browser without SIMD is told so before anything is loaded, and another try may succeed', { skip }, async () => {
  await visit('plain', async (call) => {
    assert.deepEqual(await call('noSimd'), ['unsupported: this browser or engine has no WebAssembly SIMD']);
    assert.equal(await call('moved'), 0);
  });
});

test('a worker that is not there', { skip }, async () => {
  await visit('plain', async (call) => {
    assert.match(await call('noWorker', '/plain/nowhere.js'), /cannot_load: .*worker/);
  }, /favicon|MIME/);  // the browser itself says that it got HTML
});

test('abort: at once, the page never blocks, and models live on', { skip }, async () => {
  await visit('plain', async (call, tab) => {
    const { took, recovered, ...rest } = await call('abort');
    console.log(`# abort: known after ${took.toFixed(1)} ms, the next call done after ${recovered.toFixed(0)} ms`);
    assert.deepEqual(rest, { ticks: 30, atOnce: 'AbortError', toldLater: 0, same: true });
    for (const end = Date.now() + patience; Date.now() < end && tab.workers().length > 1;) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(tab.workers().length, 1, 'the one that was stopped is gone');
  });
});

test('close: every call says so, and the worker ends', { skip }, async () => {
  await visit('plain', async (call, tab) => {
    assert.deepEqual(await call('closed'), ['closed', 'closed', 'closed']);
    for (const end = Date.now() + patience; Date.now() < end && tab.workers().length > 0;) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(tab.workers().length, 0);
    assert.deepEqual(await call('unmovable'), ['bad_argument', 'bad_argument', 'bad_argument', 'ok', 'ok']);
  });
});

test('esbuild: a bundle, with the worker and the module beside it', { skip }, async () => {
  const out = join(root, 'esbuild');
  await esbuild.build({ entryPoints: ['page.js'], bundle: true, minify: true, format: 'esm', outdir: out, logLevel: 'error' });
  for (const name of ['worker.js', 'tanda.wasm']) cpSync(join(source, name), join(out, name));
  writeFileSync(join(out, 'index.html'), page);
  await checkStart('esbuild');
});

test('Vite: nothing to configure', { skip }, async () => {
  const folder = join(root, 'vite-source');
  cpSync('page.js', join(folder, 'page.js'));
  writeFileSync(join(folder, 'index.html'), page.replace('src="page.js"', 'src="/page.js"'));
  await viteBuild({ root: folder, base: './', logLevel: 'error', configFile: false, build: { outDir: join(root, 'vite'), emptyOutDir: true } });
  await checkStart('vite');
});

test('Vite in development: nothing to configure', { skip }, async () => {
  const folder = join(root, 'vite-dev');
  mkdirSync(folder, { recursive: true });
  cpSync('page.js', join(folder, 'page.js'));
  cpSync(source, join(folder, 'node_modules/tanda'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "dependencies": { "tanda": "*" } }');
  writeFileSync(join(folder, 'index.html'), page.replace('src="page.js"', 'src="/page.js"').replace('<title>', '<link rel="icon" href="data:,"><title>'));
  const dev = await viteServer({ root: folder, logLevel: 'error', configFile: false, server: { port: 0, hmr: false } });
  await dev.listen();
  try {
    await checkStart('.', dev.resolvedUrls!.local[0]!.replace(/\/$/, ''));
  } finally {
    await dev.close();
  }
});

test('a CDN: the package is on another origin than the page', { skip }, async () => {
  const cdn = await serve(source, { shared: true }), plain = await serve(join(root, 'plain'), { elsewhere: cdn.origin });
  try {
    mkdirSync(join(root, 'plain/cdn'), { recursive: true });
    writeFileSync(join(root, 'plain/cdn/page.js'), plainPage().replaceAll('./tanda/', `${cdn.origin}/`));
    writeFileSync(join(root, 'plain/cdn/index.html'), page);
    await checkStart('cdn', plain.origin, cdn.origin);
  } finally {
    cdn.close();
    plain.close();
  }
});

test('the examples: a page, and a worker of one\'s own', { skip }, async () => {
  cpSync(join(source, 'examples'), join(root, 'examples'), { recursive: true });
  cpSync(source, join(root, 'examples/tanda'), { recursive: true });
  cpSync(join(root, 'examples/page.html'), join(root, 'examples/index.html'));
  const iris = await table('iris');
  await visit('examples', async (_call, tab) => {
    await tab.setInputFiles('input', { name: 'iris.csv', mimeType: 'text/csv', buffer: Buffer.from(iris) });
    await tab.getByText('150 samples in the plane').waitFor();
    const points = await tab.evaluate(() => new Promise<number>((resolve, reject) => {
      const worker = new Worker('worker.mjs', { type: 'module' });
      worker.onmessage = ({ data }) => resolve(data.length);
      worker.onerror = (event) => reject(new Error(event.message));
      const labels = Array.from({ length: 60 }, (_, i) => i % 3);
      worker.postMessage({ data: Float32Array.from({ length: 240 }, (_, i) => Math.sin(i * i) + labels[Math.floor(i / 4)]!), cols: 4, labels });
    }));
    assert.equal(points, 120);
  });
});
