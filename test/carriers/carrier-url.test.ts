import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PRESETS } from '../../src/carriers/http/kind.ts';
import { HTTP_PARAMETERS } from '../../src/carriers/http/settings.ts';
import { SIMULATOR_PARAMETERS } from '../../src/carriers/simulator/carrier.ts';
import { PARAMETERS } from '../../src/carriers/smpp/settings.ts';
import type { Setting } from '../../src/config/setting.ts';

const reference = readFileSync(join(import.meta.dirname, '../../docs/reference/carrier-url.md'), 'utf8');

const rowsOf = (heading: string): string[][] => {
  const section = reference.split('\n## ').find((text) => text.startsWith(heading)) ?? '';
  const table = section.split('| Parameter | Default | Meaning |')[1]?.split('\n\n')[0] ?? '';
  return [...table.matchAll(/^\| `(\w+)` \| (.*?) \| (.+?) \|$/gm)].map((row) => row.slice(1));
};

test.each<[string, Readonly<Record<string, Setting<unknown>>>]>([
  ['SMPP', PARAMETERS],
  ['HTTP', HTTP_PARAMETERS],
  ['Simulator', SIMULATOR_PARAMETERS],
])('the parameters of %s are in the reference as they are in the code', (heading, parameters) => {
  const expected = Object.values(parameters).map(({ name, fallback, help }) => [
    name,
    fallback ? `\`${fallback}\`` : '',
    help,
  ]);
  expect(rowsOf(heading)).toEqual(expected);
});

test('docs/reference lists the parameters of every HTTP provider as the code defines them', () => {
  const section = reference.split('\n## ').find((text) => text.startsWith('HTTP')) ?? '';
  const table = section.split('| Provider | Parameter | Default | Meaning |')[1]?.split('\n\n')[0] ?? '';
  const rows = [...table.matchAll(/^\| `(\w+)` \| `(\w+)` \| (.*?) \| (.+?) \|$/gm)].map((row) => row.slice(1));
  const expected = Object.entries(PRESETS).flatMap(([provider, { parameters }]) =>
    Object.values(parameters).map(({ name, fallback, help }) => [
      provider,
      name,
      fallback ? `\`${fallback}\`` : '',
      help,
    ]),
  );
  expect(rows).toEqual(expected);
});
