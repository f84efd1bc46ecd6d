import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { insertEvents } from '../../src/store/webhook/outbox.ts';
import { unblockOlder } from '../../src/store/webhook/waiting-deliveries.ts';
import { testAccount } from '../harness/accounts.ts';
import { testDatabase } from '../harness/database.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { serviceOn } from '../harness/service.ts';

/** A report was written just as the previous one ended, and then no process was there to notice for longer than usual. */

const { db, url } = await testDatabase();
const receiver = await webhookReceiver();
const { id: accountId } = await testAccount(db);
const [subjectId, first, last] = [newId(), newId(), newId()];
const event = { accountId, kind: 'delivery report', subjectId, url: receiver.url } as const;
await insertEvents(db, [{ ...event, id: first, payload: '{"n":1}' }]);
await insertEvents(db, [{ ...event, id: last, payload: '{"n":2}' }]);
const { rows: before } = await db.query('SELECT state FROM outbox ORDER BY id');
await db.query(`UPDATE outbox SET state = 'delivered' WHERE id = $1`, [first]);
await db.query(`UPDATE outbox SET created_at = now() - interval '10 minutes'`);
await serviceOn(url, { HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8' });

test('the first process that is running again delivers it', async () => {
  expect(before).toEqual([{ state: 'ready' }, { state: 'blocked' }]);
  const [got] = await receiver.until(1);
  expect(got).toMatchObject({ body: '{"n":2}', headers: { 'webhook-id': last } });
});

test('however many events wait for a good reason, a forgotten one among them is found, and every scan is short', async () => {
  const subjects = Array.from({ length: 250 }, newId);
  for (const payload of ['{"n":3}', '{"n":4}']) {
    await insertEvents(
      db,
      subjects.map((id) => ({ ...event, subjectId: id, id: newId(), url: 'http://10.0.0.1/', payload })),
    );
  }
  const isForgotten = `state = 'blocked' AND subject_id = $1`;
  await db.query(`UPDATE outbox SET created_at = created_at - interval '1 hour' WHERE state = 'blocked'`);
  await db.query(`UPDATE outbox SET created_at = now() - interval '2 minutes' WHERE ${isForgotten}`, [subjects.at(-1)]);
  await db.query(`UPDATE outbox SET state = 'delivered', lease = NULL WHERE state = 'ready' AND subject_id = $1`, [
    subjects.at(-1),
  ]);
  const left = async () => (await db.query(`SELECT 1 FROM outbox WHERE ${isForgotten}`, [subjects.at(-1)])).rowCount;
  let after: string | undefined = '-infinity';
  for (let round = 0; round < 2; round++) after = await unblockOlder(db, after!, 100);
  expect([after === undefined, await left()]).toEqual([false, 1]);
  expect(await unblockOlder(db, after!, 100)).toBeUndefined();
  expect(await left()).toBe(0);
});
