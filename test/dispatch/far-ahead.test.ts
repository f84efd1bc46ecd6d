/** A message scheduled far ahead: its id, and so its weekly partition, has the time when it was accepted. */
import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { uuidAt } from '../../src/domain/uuid.ts';
import { scheduledQueue } from '../../src/store/message/queues.ts';
import { partitionedTables, partitionsAround } from '../../src/store/schema/partitions.ts';
import { testAccount } from '../harness/accounts.ts';
import { testService } from '../harness/service.ts';
import { bound, isAcknowledged, peer, receipt, referencesOf, stateOf, untilState } from './carrier.ts';

const { db } = await testService();
const account = await testAccount(db);
const smsc = await peer({ onSubmit: () => ({ state: 'none' }) });
await bound(db, smsc);
const day = 86_400_000;
const accepted = Date.now() - 200 * day;
for (const { table, name, from, to } of partitionsAround(accepted, await partitionedTables(db)))
  await db.query(`CREATE TABLE ${name} PARTITION OF ${table} FOR VALUES FROM ('${from}') TO ('${to}')`);

const idThen = () => uuidAt(accepted).slice(0, 14) + newId().slice(14);

/** Accepted long ago, due now. */
async function due(destination: string): Promise<string> {
  const [submission, id] = [idThen(), idThen()].toSorted();
  await db.query(
    `INSERT INTO submissions (account_id, id, sender_id, sender, content, encoding, segments, price_report,
       delivery_report_url, scheduled_at, accepted_at)
     SELECT $1, $2, id, value, 'At last', 'GSM-7', 1, false, 'http://127.0.0.1:9/', now(), now() - interval '200 days'
     FROM senders WHERE account_id = $1 AND status = 'Confirmed' LIMIT 1`,
    [account.id, submission],
  );
  await db.query(
    `INSERT INTO messages (account_id, id, submission_id, destination, country, price, state, due_at, state_at, queue)
     VALUES ($1, $2, $3, $4, 'SI', 0.01, 'SCHEDULED', now(), now() - interval '200 days', ${scheduledQueue})`,
    [account.id, id, submission, destination],
  );
  return id!;
}

test('its receipt is matched, although it was accepted long before', async () => {
  const destination = '+38640123456';
  const id = await due(destination);
  await untilState(db, id, 'SENT');
  const [reference] = await referencesOf(db, id);
  expect(isAcknowledged(await smsc.send(receipt(reference!, 'UNDELIV', destination)))).toBe(true);
  await untilState(db, id, 'FAILED');
});

test('a reference that its carrier reuses belongs to the newer message', async () => {
  const [old, young] = [await due('+38640123001'), await due('+38640123001')];
  await untilState(db, old, 'SENT');
  await untilState(db, young, 'SENT');
  const [reference] = await referencesOf(db, young);
  await db.query('UPDATE parts SET reference = $2 WHERE message_id = $1', [old, reference]);
  await db.query(`UPDATE messages SET state = 'UNKNOWN', state_at = now() - interval '31 days' WHERE id = $1`, [old]);
  await smsc.send(receipt(reference!, 'UNDELIV', '+38640123001'));
  await untilState(db, young, 'FAILED');
  expect(await stateOf(db, old)).toBe('UNKNOWN');
});
