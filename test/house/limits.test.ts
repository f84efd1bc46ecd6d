/** docs/limits.md shows the limits of the code. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { limitsDocument, limitsFile } from '../../scripts/limits.ts';

test('docs/limits.md matches the output of `npm run limits`', () => {
  expect(readFileSync(limitsFile, 'utf8')).toBe(limitsDocument());
});
