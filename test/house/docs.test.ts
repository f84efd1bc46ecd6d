import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf, continues } from './code-blocks.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const pages = globSync('docs/**/*.md', { cwd: root });

test('every file that a document links to exists', () => {
  for (const file of ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', ...pages]) {
    const links = [...read(file).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => link!);
    for (const link of links)
      expect(() => readFileSync(join(root, file, '..', link)), `${file} → ${link}`).not.toThrow(/ENOENT/);
  }
});

/** The folders in which a source file named by a document may be. */
const roots = ['', 'src', 'console/src', 'tools', 'test', 'bench', 'chaos'];

test('every source file that a document names exists', () => {
  const missing = ['README.md', 'CONTRIBUTING.md', ...pages].flatMap((file) => {
    const named = [...read(file).matchAll(/`((?:[a-z0-9-]+\/)+[a-z0-9.-]+\.ts)`/g)].map(([, path]) => path!);
    return named
      .filter((path) => !roots.some((from) => existsSync(join(root, from, path))))
      .map((path) => `${file}: ${path}`);
  });
  expect(missing).toEqual([]);
});

/** Set by the shell or by the user. */
const given = new Set(['USER', 'HOME', 'PATH', 'PWD', 'RANDOM', 'SECONDS']);
/** Set in the environment of a script, as its document says. */
const inputs: Record<string, string[]> = { 'docs/guides/webhooks-verification.md': ['URL', 'SECRET'] };

/** The shell blocks of a document, after those of the document that it continues. */
function shellCode(file: string): string {
  const before = continues(read(file));
  const own = blocksOf(read(file)).filter(({ language }) => ['sh', 'bash'].includes(language));
  return [before === undefined ? '' : shellCode(join(file, '..', before)), ...own.map(({ code }) => code)].join('\n');
}

/** Includes blocks that are not run, which `bash -u` does not check. */
test.each(['README.md', ...pages])('%s defines every shell variable before it uses it', (file) => {
  const code = shellCode(file);
  for (const { 1: name = '', index } of code.matchAll(/\$\{?([A-Z][A-Z0-9_]*)/g)) {
    if (given.has(name) || inputs[file]?.includes(name)) continue;
    const before = code.slice(0, index);
    expect(before, `$${name}`).toMatch(new RegExp(`(^|[\\s;(])${name}=`, 'm'));
  }
});
