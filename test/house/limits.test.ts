/** docs/limits.md shows the limits of the code. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { limitsDocument, limitsFile } from '../../scripts/limits.ts';

test('docs/limits.md is what `npm run limits` writes', () => {
  expect(readFileSync(limitsFile, 'utf8')).toBe(limitsDocument());
});
