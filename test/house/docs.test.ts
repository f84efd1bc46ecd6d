/** What the documents say is what there is. */
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { settings } from '../../src/config.ts';
import { demoKey, testService } from '../harness/service.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { base } = await testService();

test('the reference of the settings lists every one, with its meaning', () => {
  const rows = [...read('docs/reference/settings.md').matchAll(/^\| `(\w+)` \| .* \| (.+) \|$/gm)];
  const documented = rows.map(([, name, meaning]) => `${name}: ${meaning}`);
  expect(documented).toEqual(Object.values(settings).map(({ name, help }) => `${name}: ${help}`));
});

test('the curl lines of the README and the guides work as they stand', async () => {
  const documents = ['README.md', 'docs/guides/webhooks.md', 'docs/guides/senders.md'].map(read).join('\n');
  const blocks = [...documents.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!);
  const commands = blocks
    .flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'))
    .filter((line) => line.startsWith('curl '));
  expect(commands.length).toBeGreaterThanOrEqual(8);
  for (const command of commands) {
    const here = command.replaceAll('http://127.0.0.1:8080', base);
    const { stdout } = await promisify(execFile)('bash', ['-c', `${here} -s --fail-with-body`], {
      env: { ...process.env, KEY: demoKey },
    });
    expect(JSON.parse(stdout)).not.toHaveProperty('error');
  }
});

const pages = globSync('docs/**/*.md', { cwd: root });

test('every file that a document links to exists', () => {
  for (const file of ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', ...pages]) {
    const links = [...read(file).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => link!);
    for (const link of links)
      expect(() => readFileSync(join(root, file, '..', link)), `${file} → ${link}`).not.toThrow(/ENOENT/);
  }
});
