// The package's README in Deno and Bun, and built by webpack and Next.js for Chromium: runtimes.mjs PACKAGE WORK, after `npm ci` in ../test.
// They come from the npm registry; where that cannot be reached, they are skipped, which is said.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const tools = ['deno@2.9.6', 'bun@1.4.4', 'webpack@5.112.2', 'webpack-cli@7.3.1', 'next@16.4.6', 'react@19.3.1', 'react-dom@19.3.1'];
const [source, folder] = process.argv.slice(2).map((path) => resolve(path));
const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const run = (program, words, more = {}) => execFileSync(program, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...more });
const write = (name, text) => {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
};

const [, start] = /```js\n(\/\/ start\.mjs[^]*?)```/.exec(readFileSync(join(source, 'README.md'), 'utf8')), [, wanted] = /\/\/ (6 .*)\n/.exec(start);
write('package.json', '{ "private": true, "type": "module" }');
write('start.mjs', start);
const tarball = run('npm', ['pack', '--pack-destination', folder, source]).trim().split('\n').at(-1);
const npm = (words) => run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...words]);
npm(['--offline', join(folder, tarball)]);
try {
  npm(tools);
} catch (error) {
  if (!/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED/.test(`${error.stderr}`)) throw error;
  console.log('the npm registry cannot be reached\n0 passed, 0 failed, 4 skipped');
  process.exit();
}

const bin = (name) => join(folder, 'node_modules/.bin', name);
const says = (said) => {
  if (said.trim() !== wanted) throw new Error(`it says ${JSON.stringify(said)}, not ${JSON.stringify(wanted)}`);
};
const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };

/** What a built page says in its title, when it is done. */
async function titleOf(root) {
  const server = createServer(({ url }, answer) => {
    const path = join(root, new URL(url, 'http://localhost').pathname.replace(/\/$/, '/index.html'));
    answer.writeHead(existsSync(path) ? 200 : 404, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(existsSync(path) ? readFileSync(path) : '');
  });
  await new Promise((ready) => server.listen(0, ready));
  const { chromium: driver } = createRequire(fileURLToPath(new URL('../test/package.json', import.meta.url)))('playwright-core');
  const browser = await driver.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://localhost:${server.address().port}/`);
    await page.waitForFunction(() => document.title.startsWith('6'), null, { timeout: 60_000 });
    return await page.title();
  } finally {
    await browser.close();
    server.close();
  }
}

const inTitle = start.replace(/console\.log\((.*?)\);/, 'document.title = [$1].join(" ");');
const tests = {
  Deno: () => says(run(bin('deno'), ['run', '-A', 'start.mjs'])),
  Bun: () => says(run(bin('bun'), ['run', 'start.mjs'])),
  async webpack() {
    write('page/start.js', inTitle);
    run(bin('webpack'), ['--mode', 'production', '--entry', './page/start.js', '--output-path', 'page/out', '--output-public-path', 'auto']);
    write('page/out/index.html', '<!doctype html><meta charset="utf-8"><title>tanda</title><script src="main.js"></script>');
    says(await titleOf(join(folder, 'page/out')));
  },
  async 'Next.js'() {
    const [, imports, body] = /^([^]*?import .*\n)([^]*)$/.exec(inTitle);
    write('app/layout.jsx', 'export default function Layout({ children }) { return <html><body>{children}</body></html>; }');
    write('app/page.jsx', `'use client';\nimport { useEffect } from 'react';\n${imports}
export default function Page() {\n  useEffect(() => { (async () => {\n${body}\n  })(); }, []);\n  return <p>tanda</p>;\n}\n`);
    write('next.config.mjs', 'export default { output: "export" };');
    run(bin('next'), ['build'], { env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' } });
    says(await titleOf(join(folder, 'out')));
  },
};
let passed = 0, failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    await test();
    ++passed;
    console.log(`${name} runs the README's start`);
  } catch (error) {
    ++failed;
    console.log(`FAILED ${name}: ${error.stderr || ''}${error.stdout || ''}${error.message}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
