// The page as static files that work from any folder of any host.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { policy } from './scripts/policy.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The policy in the page itself: hosts that set no headers enforce it, too. */
const withPolicy = {
  name: 'policy',
  transformIndexHtml: { order: 'post', handler: (page) => page.replace('<head>', `<head>\n<meta http-equiv="content-security-policy" content="${policy}">`) },
  apply: 'build',
};

/** The service worker knows the files of this build, and changes when they do. */
const serviceWorker = {
  name: 'service-worker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const files = Object.keys(bundle).filter((name) => !name.endsWith('.html'));
      const content = createHash('sha256');
      for (const name of Object.keys(bundle)) content.update(name).update(bundle[name].code ?? bundle[name].source);
      const source = readFileSync(at('src/service-worker.js'), 'utf8')
        .replace("'FILES'", JSON.stringify(['./', 'icon.svg', 'manifest.webmanifest', ...files]))
        .replace('VERSION', content.digest('hex').slice(0, 12));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  },
};

export default defineConfig({
  root: at('.'),
  base: './',
  resolve: { alias: [{ find: /^tanda$/, replacement: at('../build/npm/index.js') }, { find: /^tanda\/run$/, replacement: at('../build/npm/run.js') }] },
  server: { fs: { allow: [at('..')] } },
  worker: { format: 'es' },
  plugins: [withPolicy, serviceWorker],
  build: {
    outDir: at('../build/web'), emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
