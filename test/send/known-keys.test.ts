/** A process caches a key for two seconds, whatever happens to its clock. */
import { expect, test } from 'vitest';
import { Keys } from '../../src/flows/accounts/keys.ts';
import type { Runtime } from '../../src/runtime.ts';
import { testAccount } from '../harness/accounts.ts';
import { testDatabase } from '../harness/database.ts';

const { db } = await testDatabase();
const { key } = await testAccount(db);

test.each([
  ['a moment later', 1_999, true],
  ['after two seconds', 2_000, false],
  ['with the clock set back by an hour', -3_600_000, false],
])('a key that was looked up, %s', async (_, passed, known) => {
  let now = Date.UTC(2026, 10, 15);
  const keys = new Keys({ db, clock: () => now } as Runtime);
  expect(await keys.find(key)).toBeDefined();
  now += passed;
  expect(keys.kept(key) !== undefined).toBe(known);
});
