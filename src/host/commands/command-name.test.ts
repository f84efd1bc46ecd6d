import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { invokedName, shellWord } from './command-name.ts';

test('it is called by its name where the shell finds it, and through npx elsewhere', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hermod-name-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [script, global, local] = [
    join(folder, 'hermod.mjs'),
    join(folder, 'bin'),
    join(folder, 'node_modules', '.bin'),
  ] as const;
  for (const place of [global, local]) mkdirSync(place, { recursive: true });
  writeFileSync(script, '');
  symlinkSync(script, join(local, 'hermod'));
  const path = [local, global].join(delimiter);
  expect(invokedName({ PATH: path }, join(local, 'hermod'))).toBe('npx hermod');
  // Another program of this name.
  writeFileSync(join(global, 'hermod'), '');
  chmodSync(join(global, 'hermod'), 0o755);
  expect(invokedName({ PATH: path }, script)).toBe('npx hermod');
  rmSync(join(global, 'hermod'));
  symlinkSync(script, join(global, 'hermod'));
  expect(invokedName({ PATH: path }, script)).toBe('hermod');
  expect(invokedName({}, script)).toBe('npx hermod');
});

test('a package in the npx cache has the name that npx was called with', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hermod-name-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const cached = join(folder, '_npx', '0123abcd');
  const bin = join(cached, 'node_modules', 'hermod', 'bin');
  mkdirSync(bin, { recursive: true });
  const script = join(bin, 'hermod.mjs');
  writeFileSync(script, '');
  expect(invokedName({}, script)).toBe('npx hermod');
  const told = (packages: string[]) =>
    writeFileSync(join(cached, 'package.json'), JSON.stringify({ _npx: { packages } }));
  told(['/downloads/hermod-1.2.3.tgz']);
  expect(invokedName({}, script)).toBe('npx -p /downloads/hermod-1.2.3.tgz hermod');
  told(['hermod@1.2.3']);
  expect(invokedName({}, script)).toBe('npx -p hermod@1.2.3 hermod');
});

test.each([
  ['/var/lib/hermod/demo-key', '/var/lib/hermod/demo-key'],
  ['a folder/x', `'a folder/x'`],
  ["it's $HOME", `'it'\\''s $HOME'`],
])('%s is one word for a shell', (text, word) => {
  expect(shellWord(text)).toBe(word);
});
