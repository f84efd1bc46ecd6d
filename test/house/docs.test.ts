import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

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
