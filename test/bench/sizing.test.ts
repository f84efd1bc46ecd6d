/** The capacity page holds what its arithmetic gives. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { measured, sizeFor, sizingTable } from '../../bench/sizing.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/capacity.md'), 'utf8');

test('the table of docs/capacity.md is the one that `node bench/sizing.ts` prints', () => {
  expect(page).toContain(sizingTable(measured));
});

test('the figures it is made from stand on the page', () => {
  const { nodeMicros, postgresMicros, diskBytes, walBytes, networkBytes } = measured;
  for (const figure of [`${nodeMicros} µs`, `${postgresMicros} µs`]) expect(page).toContain(figure);
  for (const bytes of [diskBytes, walBytes, networkBytes])
    expect(page).toContain(`${bytes.toLocaleString('en')} bytes`);
});

test('more messages ask for more of everything, and never for fewer than two nodes', () => {
  const sizes = [1, 10, 100, 1_000, 10_000, 100_000].map((rate) => sizeFor(rate, measured));
  for (const [index, size] of sizes.entries()) {
    expect(size.nodes).toBeGreaterThanOrEqual(2);
    const before = sizes[index - 1] ?? size;
    for (const name of Object.keys(size) as (keyof typeof size)[])
      expect(size[name]).toBeGreaterThanOrEqual(before[name]);
  }
});
