// Brings lib/ up to date with src/ and tools/. Line numbers stay the same, so stack traces fit the source.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { sources, staleSources, targetOf, timeOf } from './compiled.mjs';
import { root } from './ensure.mjs';

const specifier = /((?:\bfrom|\bimport|\bnew URL)\s*\(?\s*')(\.{1,2}\/[^'\n]*\.ts)'/g;

for (const { file, target } of staleSources()) {
  const time = new Date(timeOf(file));
  const compiledPath = (path) => {
    const found = relative(dirname(target), targetOf(resolve(dirname(file), path)));
    return found.startsWith('.') ? found : `./${found}`;
  };
  const stripped = stripTypeScriptTypes(readFileSync(file, 'utf8'));
  const code = stripped.replaceAll(specifier, (_, before, path) => `${before}${compiledPath(path)}'`);
  mkdirSync(dirname(target), { recursive: true });
  // Several processes may do this at the same time, and others read what is there.
  const draft = `${target}.${process.pid}`;
  writeFileSync(draft, code);
  utimesSync(draft, time, time);
  renameSync(draft, target);
}

const known = new Set(sources().map(({ target }) => target));
const folder = join(root, 'lib');
for (const name of readdirSync(folder, { recursive: true })) {
  const file = join(folder, name);
  if (name.endsWith('.js') && !known.has(file)) rmSync(file, { force: true });
}
