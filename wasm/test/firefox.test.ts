// The packed package in Firefox, which no driver is needed for: the page posts what it found.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { serve } from './server.js';
import { plainPage, table } from './support.js';

const program = process.env['FIREFOX'] ?? '/usr/bin/firefox-esr';
const seconds = 300;
// It asks for nothing of its own accord.
const preferences = {
  'app.normandy.enabled': false, 'app.update.enabled': false, 'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false, 'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false, 'services.settings.server': 'http://localhost:1',
};
const main = `import './page.js';
const csv = await (await fetch('iris.csv')).text(), found = {};
for (const [name, ...given] of [['start', csv], ['refused'], ['moved'], ['here'], ['elsewhere', '/nowhere.wasm'], ['abort']])
  found[name] = await tests[name](...given).catch(String);
await fetch('found', { method: 'POST', body: JSON.stringify(found) });
`;

test('Firefox: a plain page', { skip: !existsSync(program) && `${program} is not there` }, async () => {
  const root = join(process.cwd(), 'pages-firefox'), folder = join(root, 'plain');
  const profile = mkdtempSync(join(tmpdir(), 'tanda-firefox-'));
  rmSync(root, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(process.cwd(), 'node_modules/tanda'), join(folder, 'tanda'), { recursive: true });
  writeFileSync(join(folder, 'page.js'), plainPage());
  writeFileSync(join(folder, 'main.js'), main);
  writeFileSync(join(folder, 'iris.csv'), await table('iris'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><meta charset="utf-8"><title>tanda</title><script type="module" src="main.js"></script>');
  writeFileSync(join(profile, 'user.js'), Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`).join(''));

  let hear: (text: string) => void = () => {};
  const heard = new Promise<string>((resolve) => (hear = resolve));
  const { origin, close } = await serve(root, { hear: (text) => hear(text) });
  const browser = spawn(program, ['--headless', '--no-remote', '--profile', profile, `${origin}/plain/index.html`], { stdio: 'ignore', env: { ...process.env, HOME: profile } });
  const ended = new Promise((resolve) => browser.on('exit', resolve));
  let clock: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_, reject) => (clock = setTimeout(() => reject(new Error(`nothing heard for ${seconds} s`)), 1000 * seconds)));
    const { start, abort: { took, recovered, ...abort }, ...rest } = JSON.parse(await Promise.race([heard, late]));
    assert.ok(start.right >= 145 && start.same && start.kept && start.told && start.exported, JSON.stringify(start));
    console.log(`# abort: known after ${took} ms, the next call done after ${recovered} ms`);
    assert.deepEqual(abort, { ticks: 30, atOnce: 'AbortError', toldLater: 0, same: true });
    assert.match(rest.elsewhere, /cannot_load: .*HTML/);
    assert.deepEqual([rest.refused, rest.moved, rest.here],
      [['not_finite', 'wrong_shape', 'memory_limit', 'bad_model', 'AbortError', 'ok'], 0, 150]);
  } finally {
    clearTimeout(clock);
    browser.kill();
    await ended;
    close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
