import { expect, test } from 'vitest';
import { states } from '../../src/domain/message/message.ts';
import { testDatabase } from '../harness/database.ts';

const { db } = await testDatabase();

test('the states in the database are those of the code', async () => {
  const { rows } = await db.query<{ definition: string }>(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE conrelid = 'messages'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%state%'`,
  );
  expect(rows).toHaveLength(1);
  const listed = [...rows[0]!.definition.matchAll(/'([A-Z]+)'/g)].map(([, state]) => state);
  expect(listed).toEqual([...states]);
});
