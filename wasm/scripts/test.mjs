// Packs build/npm, installs the tarball into a fresh folder, and runs the tests there, as a user would have it.
//   test.mjs PACKAGE WORK [NAME...]        after `npm ci` in .. and ../test; without names, all but firefox
//   TANDA_PROGRAM: the native program, to compare with
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const [source, work, ...only] = process.argv.slice(2);
const here = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(work);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const npm = (words, cwd) => execFileSync('npm', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, npm_config_loglevel: 'error' } });
const tarball = npm(['pack', '--pack-destination', folder, resolve(source)], folder).trim().split('\n').at(-1);
writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
npm(['install', '--offline', '--no-audit', '--no-fund', join(folder, tarball)], folder);
// The tools are those of the build, and of the tests.
for (const [from, tools] of [['.', ['typescript', 'esbuild', '@types']], ['test', ['vite', 'playwright-core', 'publint', '@arethetypeswrong']]])
  for (const tool of tools) symlinkSync(join(here, from, 'node_modules', tool), join(folder, 'node_modules', tool));

const tests = readdirSync(join(here, 'test')).filter((name) => name.endsWith('.ts'));
await build({
  absWorkingDir: here, entryPoints: tests.map((name) => `test/${name}`), outdir: folder, format: 'esm', target: 'node18', logLevel: 'warning',
});

// The tests are users, too: strictly typed, against the types of the package.
const { compilerOptions } = JSON.parse(readFileSync(join(here, 'tsconfig.json'), 'utf8'));
for (const name of tests) copyFileSync(join(here, 'test', name), join(folder, name));
writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...compilerOptions, rootDir: '.', noEmit: true, skipLibCheck: true }, files: tests }));
execFileSync(process.execPath, [join(here, 'node_modules/typescript/bin/tsc'), '-p', folder], { stdio: 'inherit' });

const chosen = tests.filter((name) => name.endsWith('.test.ts') && (only.length > 0 ? only.some((word) => name.startsWith(word)) : name !== 'firefox.test.ts'));
const { stdout, status } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', ...chosen.map((name) => name.replace(/\.ts$/, '.js'))], {
  cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 28,
  env: {
    ...process.env,
    TANDA_PROJECT: pathToFileURL(join(here, '..') + '/').href,
    ...(process.env.TANDA_PROGRAM && { TANDA_PROGRAM: resolve(process.env.TANDA_PROGRAM) }),
  },
});
const count = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(stdout)?.[1] ?? 0);
if (status !== 0) console.log(stdout);
// What tests measured: they print it with a # in front, which TAP escapes.
for (const [, said] of stdout.matchAll(/^# \\# (.*)$/gm)) console.log(`  ${said}`);
const skipped = count('skipped');
console.log(`${count('pass')} passed, ${count('fail') + count('cancelled') || Number(status !== 0)} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = status === 0 ? 0 : 1;
