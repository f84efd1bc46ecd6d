import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const service = process.env['HERMOD_URL'] ?? 'http://127.0.0.1:8080';
/** Replaced in each answer; see src/api/console/pages.ts. */
const nonce = '__NONCE__';

/** The script that sets the colours before the first paint: a classic script with a name that changes with its content. */
function schemeScript(): Plugin {
  const file = new URL('src/design/scheme.js', import.meta.url);
  let reference = '';
  return {
    name: 'scheme-script',
    apply: 'build',
    buildStart() {
      reference = this.emitFile({ type: 'asset', name: 'scheme.js', source: readFileSync(file, 'utf8') });
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return;
        const script = `<script src="/${this.getFileName(reference)}"></script>`;
        page.source = String(page.source)
          .replace('<link rel="icon"', `${script}\n    <link rel="icon"`)
          .replace('<script type="module"', `<script type="module" nonce="${nonce}"`);
      },
    },
  };
}

/** A component without its styles would look broken, and only where it is used. */
function mantineStyles(): Plugin {
  const listed = readFileSync(new URL('src/design/mantine.css', import.meta.url), 'utf8');
  return {
    name: 'mantine-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      for (const id of modules) {
        const component = /@mantine\/core\/.*\/(\w+)\.module\.mjs$/.exec(id)?.[1];
        if (component !== undefined && !listed.includes(`/${component}.css"`))
          this.error(`the styles of ${component} are missing in src/design/mantine.css`);
      }
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), schemeScript(), mantineStyles()],
  build: {
    emptyOutDir: true,
    target: 'es2024',
    manifest: 'manifest.json',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: Object.fromEntries(
      ['/v1', '/admin', '/console/v1', '/docs', '/openapi.json'].map((path) => [path, service]),
    ),
  },
});
