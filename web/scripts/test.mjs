// Tests the built page in Chromium: test.mjs FOLDER [NAME...], after `npm ci` in ../test. The last line says how many passed.
//   TANDA_PROGRAM: the native program, which has to agree with what is downloaded.  CHROMIUM: where the browser is
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [folder, ...only] = process.argv.slice(2),
  here = fileURLToPath(new URL('../test', import.meta.url));
const files = readdirSync(here).filter((name) => name.endsWith('.test.mjs') && (only.length === 0 || only.some((word) => name.startsWith(word))));
let passed = 0,
  failed = 0,
  skipped = 0;
const besides = (count) => (count > 0 ? `, ${count} skipped` : '');
for (const file of files) {
  // One after the other: each has a browser of its own.
  const { stdout, status } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', `${here}/${file}`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
    env: { ...process.env, TANDA_PAGE: resolve(folder), ...(process.env.TANDA_PROGRAM && { TANDA_PROGRAM: resolve(process.env.TANDA_PROGRAM) }) },
  });
  const count = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(stdout)?.[1] ?? 0),
    bad = count('fail') + count('cancelled') || Number(status !== 0);
  console.log(bad > 0 ? stdout : `${file}: ${count('pass')} passed${besides(count('skipped'))}`);
  // What tests measured: they print it with a # in front, which TAP escapes.
  for (const [, said] of stdout.matchAll(/^# \\# (.*)$/gm)) console.log(`  ${said}`);
  passed += count('pass');
  failed += bad;
  skipped += count('skipped');
}
console.log(`${passed} passed, ${failed} failed${besides(skipped)}`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
