import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findings } from './sl/findings.ts';
import { routeSentences } from './sl/routes.ts';

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

/** All that the service may say: sentences with blanks, and others, which begin with a capital letter. */
function sentencesOf(paths: readonly string[]): string[] {
  const code = paths.map((file) => readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')).join('\n');
  const said = [...code.matchAll(/say`([^`]*)`/g)].map(([, template]) => withBlanks(template!));
  const plain = [...code.matchAll(/'([A-Z][^'\n]*)'/g)].map(([, text]) => text!);
  return [...new Set([...said, ...plain])].sort();
}

test.each([
  ['the health page', files, findings, 100],
  ['route lookup', [join(source, 'domain/carrier/explain.ts')], routeSentences, 25],
])('every sentence of %s is there in Slovenian, with the same blanks', (_, paths, slovenian, least) => {
  const blanks = (text: string) => [...new Set(text.match(/\{\d+\}/g))].sort();
  const all = sentencesOf(paths);
  expect(all.length).toBeGreaterThan(least);
  expect(Object.keys(slovenian).sort()).toEqual(all);
  for (const [english, translation] of Object.entries(slovenian))
    expect(blanks(translation), english).toEqual(blanks(english));
});
