/** docs/capacity.md matches the arithmetic of bench/sizing.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { measured, sizeFor, sizingTable } from '../../bench/sizing.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/capacity.md'), 'utf8');

test('the table of docs/capacity.md is the output of `node bench/sizing.ts`', () => {
  expect(page).toContain(sizingTable(measured));
});

test('the page shows the figures that the table is computed from', () => {
  const { nodeMicros, postgresMicros, diskBytes, walBytes, networkBytes } = measured;
  for (const figure of [`${nodeMicros} µs`, `${postgresMicros} µs`]) expect(page).toContain(figure);
  for (const bytes of [diskBytes, walBytes, networkBytes])
    expect(page).toContain(`${bytes.toLocaleString('en')} bytes`);
});

test('a higher rate needs more of every resource, and never fewer than two nodes', () => {
  const sizes = [1, 10, 100, 1_000, 10_000, 100_000].map((rate) => sizeFor(rate, measured));
  for (const [index, size] of sizes.entries()) {
    expect(size.nodes).toBeGreaterThanOrEqual(2);
    const before = sizes[index - 1] ?? size;
    for (const name of Object.keys(size) as (keyof typeof size)[])
      expect(size[name]).toBeGreaterThanOrEqual(before[name]);
  }
});
