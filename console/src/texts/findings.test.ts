import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findings } from './sl/findings.ts';

const source = join(import.meta.dirname, '../../../src');
const files = [
  ...readdirSync(join(source, 'domain/health'))
    .filter((name) => !name.endsWith('.test.ts') && name !== 'finding.ts')
    .map((name) => join(source, 'domain/health', name)),
  join(source, 'flows/health/checks.ts'),
  join(source, 'flows/health/examine.ts'),
];

/** `${…}` in a template is a blank; what is in it has no template of its own that is a sentence. */
function withBlanks(template: string): string {
  let place = 0;
  return template.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, () => `{${place++}}`);
}

/** All that the service may find: sentences with blanks, and others, which begin with a capital letter. */
function sentences(): string[] {
  const code = files.map((file) => readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')).join('\n');
  const said = [...code.matchAll(/say`([^`]*)`/g)].map(([, template]) => withBlanks(template!));
  const plain = [...code.matchAll(/'([A-Z][^'\n]*)'/g)].map(([, text]) => text!);
  return [...new Set([...said, ...plain])].sort();
}

test('every sentence of the health page is there in Slovenian, with the same blanks', () => {
  const blanks = (text: string) => [...new Set(text.match(/\{\d+\}/g))].sort();
  const all = sentences();
  expect(all.length).toBeGreaterThan(100);
  expect(Object.keys(findings).sort()).toEqual(all);
  for (const [english, slovenian] of Object.entries(findings))
    expect(blanks(slovenian), english).toEqual(blanks(english));
});
