/** The metrics of a carrier. */
import { expect, test } from 'vitest';
import { idsOf, numbers, sender, testAccount } from '../harness/accounts.ts';
import { testService } from '../harness/service.ts';
import { bound, peer, until, untilState } from './carrier.ts';

const service = await testService({ HERMOD_METRICS_BALANCES: 'true' });
const { call, db } = service;
const smsc = await peer();
const id = await bound(db, smsc);
await db.query(`UPDATE carriers SET name = 'Telekom' WHERE id = $1`, [id]);
await until(async () => (await figures())['hermod_carrier_connections{carrier="Telekom"}'] === 1);

async function figures(prefix = 'hermod_carrier_'): Promise<Record<string, number>> {
  const { text } = await call({ path: '/metrics', key: null });
  const lines = text.split('\n').filter((line) => line.startsWith(prefix));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

test('connections, submits by response status, and receipts by outcome', async () => {
  const send = sender(service, await testAccount(db));
  const [good, bad] = numbers(2);
  smsc.fates.set(bad!, { status: 'ESME_RINVDSTADR' });
  const [first, second] = idsOf(await send({ destinations: [good, bad] }));
  await untilState(db, first!, 'DELIVERED');
  await untilState(db, second!, 'REJECTED');
  expect(await figures()).toEqual({
    'hermod_carrier_connections{carrier="Telekom"}': 1,
    'hermod_carrier_submits_total{carrier="Telekom",outcome="accepted"}': 1,
    'hermod_carrier_submits_total{carrier="Telekom",outcome="refused"}': 1,
    'hermod_carrier_refusals_total{carrier="Telekom",status="ESME_RINVDSTADR"}': 1,
    'hermod_carrier_receipts_total{carrier="Telekom",outcome="delivered"}': 1,
  });
});

test('outcomes and durations of messages, and nothing pending when idle', async () => {
  const found = await figures('hermod_');
  expect(found).toMatchObject({
    'hermod_message_states_total{state="SENT"}': 1,
    'hermod_message_states_total{state="DELIVERED"}': 1,
    'hermod_message_states_total{state="REJECTED"}': 1,
    hermod_message_sent_seconds_count: 1,
    hermod_message_delivered_seconds_count: 1,
    hermod_accept_pending: 0,
    hermod_processes: 1,
    'hermod_database_waiting{pool="work"}': 0,
    'hermod_database_waiting{pool="reads"}': 0,
  });
  for (const job of ['schedule', 'sweep', 'silence', 'webhook order', 'statistics'])
    expect(found[`hermod_job_last_success_timestamp_seconds{job="${job}"}`], job).toBeGreaterThan(1_700_000_000);
});

test('waiting messages by carrier and age, and the credit of an account', async () => {
  const account = await testAccount(db);
  await db.query(`INSERT INTO pauses (kind, subject_id, actor) VALUES ('account', $1, 'test')`, [account.id]);
  const send = sender(service, account);
  // The pause reaches the process within two seconds.
  let waiting: string | undefined;
  await until(async () => {
    const [message] = idsOf(await send());
    const { rows } = await db.query('SELECT 1 FROM messages WHERE id = $1 AND lease IS NULL AND queue > 0', [message]);
    waiting = rows.length > 0 ? message : undefined;
    return waiting !== undefined;
  });
  await db.query(`UPDATE messages SET due_at = now() - interval '1 hour' WHERE id = $1`, [waiting]);
  const shared = () => figures('hermod_');
  // Read at most every 10 s.
  await expect
    .poll(async () => (await shared())['hermod_messages_waiting{carrier="Telekom"}'], { interval: 500 })
    .toBe(1);
  const found = await shared();
  expect(found['hermod_messages_waiting_oldest_seconds{carrier="Telekom"}']).toBeGreaterThanOrEqual(3_600);
  expect(found).toMatchObject({
    'hermod_messages_waiting{carrier="undecided"}': 0,
    'hermod_paused{kind="account"}': 1,
    'hermod_paused{kind="all"}': 0,
    hermod_webhooks_waiting: 0,
  });
  const { balance } = (await db.query('SELECT balance FROM accounts WHERE id = $1', [account.id])).rows[0];
  expect(
    found[`hermod_account_available_balance{account_id="${account.id}",account="Test",currency="EUR"}`],
  ).toBeCloseTo(Number(balance), 6);
});

test('a deleted carrier is no longer shown as down', async () => {
  await db.query('DELETE FROM routes WHERE carrier_id = $1', [id]);
  await db.query('DELETE FROM carriers WHERE id = $1', [id]);
  await until(async () => !('hermod_carrier_connections{carrier="Telekom"}' in (await figures())));
});
