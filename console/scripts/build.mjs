// Builds the console beside the build in use and puts it in its place when it is whole: compressed, and within its budget.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { renderGuides } from './guides.mjs';

/** What a browser loads before the first view can be used, compressed the worse way (gzip). */
const budgetKb = 350;
/** The page itself, the language with the longer words, the first view and its charts. */
const firstLoad = ['index.html', 'src/texts/sl/index.ts', 'src/views/overview/index.tsx', 'src/parts/chart/plot.ts'];

const home = fileURLToPath(new URL('..', import.meta.url));
const target = join(home, 'dist');
const draft = `${target}.${process.pid}`;

// Tests set it to something else, and would get the larger React that helps those who write it.
process.env['NODE_ENV'] = 'production';

try {
  await build({ root: home, configFile: join(home, 'vite.config.ts'), logLevel: 'warn', build: { outDir: draft } });
  renderGuides(draft);
  const manifest = JSON.parse(readFileSync(join(draft, 'manifest.json'), 'utf8'));
  for (const file of readdirSync(join(draft, 'assets'))) compress(join(draft, 'assets', file));
  const sizes = sizesOf(filesOfFirstLoad(manifest));
  if (sizes.gz > budgetKb * 1_000) throw new Error(`the first load is ${kb(sizes.gz)}, more than ${budgetKb} kB`);
  writeFileSync(join(draft, '.stamp'), process.argv[2] ?? '');
  swap();
  console.log(`first load ${kb(sizes.gz)} gzip, ${kb(sizes.br)} brotli`);
} finally {
  rmSync(draft, { recursive: true, force: true });
}

function compress(file) {
  const content = readFileSync(file);
  const quality = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  };
  writeFileSync(`${file}.br`, brotliCompressSync(content, quality));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}

/** All files that the first load needs: its static imports, and what the first view adds. */
function filesOfFirstLoad(manifest) {
  const files = new Set();
  const seen = new Set();
  const visit = (key) => {
    const entry = manifest[key];
    if (!entry || seen.has(key)) return;
    seen.add(key);
    for (const file of [entry.file, ...(entry.css ?? [])]) files.add(file);
    for (const name of entry.imports ?? []) visit(name);
  };
  for (const key of firstLoad) visit(key);
  return [...files];
}

function sizesOf(files) {
  const sum = (ending) =>
    files.reduce((bytes, file) => bytes + readFileSync(join(draft, `${file}${ending}`)).length, 0);
  return { gz: sum('.gz'), br: sum('.br') };
}

/** Two may build at the same time; the last one stays. */
function swap() {
  const old = `${target}.old.${process.pid}`;
  mkdirSync(home, { recursive: true });
  if (existsSync(target)) renameSync(target, old);
  renameSync(draft, target);
  rmSync(old, { recursive: true, force: true });
}

function kb(bytes) {
  return `${Math.round(bytes / 1_000)} kB`;
}
