import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SIMULATOR_PARAMETERS } from '../../src/carriers/simulator/settings.ts';
import { PARAMETERS } from '../../src/carriers/smpp/settings.ts';
import type { Setting } from '../../src/setting.ts';

const reference = readFileSync(join(import.meta.dirname, '../../docs/reference/carrier-url.md'), 'utf8');

const rowsOf = (heading: string): string[][] => {
  const section = reference.split('\n## ').find((text) => text.startsWith(heading)) ?? '';
  const table = section.split('| Parameter | Default | Meaning |')[1]?.split('\n\n')[0] ?? '';
  return [...table.matchAll(/^\| `(\w+)` \| (.*?) \| (.+?) \|$/gm)].map((row) => row.slice(1));
};

test.each<[string, Readonly<Record<string, Setting<unknown>>>]>([
  ['SMPP', PARAMETERS],
  ['Simulator', SIMULATOR_PARAMETERS],
])('the parameters of %s are in the reference as they are in the code', (heading, parameters) => {
  const expected = Object.values(parameters).map(({ name, fallback, help }) => [
    name,
    fallback ? `\`${fallback}\`` : '',
    help,
  ]);
  expect(rowsOf(heading)).toEqual(expected);
});
