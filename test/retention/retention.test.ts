/** Partitions older than the setting are dropped, except those with unfinished work. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { uuidAt } from '../../src/domain/uuid.ts';
import { dropAged } from '../../src/flows/upkeep/retention.ts';
import { partitionedTables, partitionsAround } from '../../src/store/schema/partitions.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { testAccount } from '../harness/accounts.ts';
import { untilWaiting } from '../harness/locks.ts';
import { testService } from '../harness/service.ts';

const { db, url, call } = await testService();
const account = await testAccount(db);
const log = createLog('silent');
const day = 86_400_000;
const days = 90;
const tables = await partitionedTables(db);
let weeksUsed = 0;

/** For each test the partitions of a separate week long ago, with an id in the middle of it. */
async function oldWeek(): Promise<{ names: Record<string, string>; id: () => string }> {
  const at = Date.now() - (days + 60 + 14 * weeksUsed++) * day;
  const week = partitionsAround(at, tables).filter((_, index) => index % 6 === 1);
  for (const { table, name, from, to } of week)
    await db.query(`CREATE TABLE ${name} PARTITION OF ${table} FOR VALUES FROM ('${from}') TO ('${to}')`);
  let made = 0;
  const id = () => uuidAt(at + made++).slice(0, 14) + `7000-8000-${randomBytes(6).toString('hex')}`.slice(0, 22);
  return { names: Object.fromEntries(week.map(({ table, name }) => [table, name])), id };
}

type Fields = { state?: string; scheduledAt?: Date };
/** A message accepted long ago. Returns its id. */
async function oldMessage(id: () => string, { state = 'DELIVERED', scheduledAt }: Fields = {}): Promise<string> {
  const [submission, message] = [id(), id()];
  await db.query(
    `INSERT INTO submissions (account_id, id, sender_id, sender, content, encoding, segments, price_report, scheduled_at, accepted_at)
     VALUES ($1, $2, $2, 'Shop', 'Old', 'GSM-7', 1, false, $3, now() - interval '150 days')`,
    [account.id, submission, scheduledAt ?? null],
  );
  await db.query(
    `INSERT INTO messages (account_id, id, submission_id, destination, country, price, state, due_at, state_at)
     VALUES ($1, $2, $3, '+38640123456', 'SI', 0, $4, coalesce($5, now() - interval '150 days'), now())`,
    [account.id, message, submission, state, scheduledAt ?? null],
  );
  return message;
}

async function oldEvent(id: string, state: string): Promise<void> {
  await db.query(
    `INSERT INTO outbox (account_id, id, kind, subject_id, url, origin, payload, created_at, state, due_at)
     VALUES ($1, $2, 'delivery report', $2, 'http://x.test/', 'http://x.test', '{}', now() - interval '1 day', $3, now() + interval '1 day')`,
    [account.id, id, state],
  );
}

const existing = async () =>
  (await db.query<{ relname: string }>(`SELECT relname FROM pg_class WHERE relkind = 'r'`)).rows.map((r) => r.relname);
const drop = async () => (await dropAged(db, log, days))!;
const inDays = (count: number) => new Date(Date.now() + count * day);

test('every partitioned table loses its old weeks, and no other', async () => {
  const { names, id } = await oldWeek();
  const message = await oldMessage(id);
  await oldEvent(id(), 'delivered');
  const before = await existing();
  const { dropped } = await drop();
  expect(new Set(dropped)).toEqual(new Set(Object.values(names)));
  expect(new Set(await existing())).toEqual(new Set(before.filter((name) => !dropped.includes(name))));
  expect((await call({ path: `/v1/sms/messages/${message}`, key: account.key })).status).toBe(404);
  expect((await drop()).dropped).toEqual([]);
});

test('a week is kept until its latest day is old enough', async () => {
  const { names } = await oldWeek();
  const kept = await dropAged(db, log, 36_500);
  expect(kept).toEqual({ dropped: [], waiting: [], thinned: 0 });
  expect(await existing()).toEqual(expect.arrayContaining(Object.values(names)));
  // Last week and this week are always kept, however short the setting.
  const { rows } = await db.query<{ count: string }>(
    `SELECT count(*) FROM pg_class WHERE relispartition AND relkind = 'r'`,
  );
  await dropAged(db, log, 1);
  expect(await existing()).toEqual(
    expect.arrayContaining(partitionsAround(Date.now(), tables).map(({ name }) => name)),
  );
  expect(Number(rows[0]!.count)).toBe(partitionsAround(Date.now(), tables).length + tables.length);
});

test.each(['SCHEDULED', 'QUEUED', 'SENT'])(
  'a message that is %s keeps its week, and only what is needed of it',
  async (state) => {
    const { names, id } = await oldWeek();
    const over = await oldMessage(id);
    // Due later, so that no process claims it meanwhile.
    const open = await oldMessage(id, { state, scheduledAt: inDays(300) });
    await db.query(
      `INSERT INTO receipt_log (account_id, message_id, carrier_id, part, outcome, text, received_at)
       SELECT $1, id, $1, 1, 'unknown', 'id:1', now() FROM unnest($2::uuid[]) id`,
      [account.id, [over, open]],
    );
    const first = await drop();
    const waiting = ['messages', 'parts', 'receipt_log', 'submissions'];
    expect(new Set(first.waiting)).toEqual(new Set(waiting.map((table) => names[table])));
    expect(first.thinned).toBe(3);
    const { rows } = await db.query<{ id: string }>(`SELECT message_id AS id FROM ${names['receipt_log']}`);
    expect(rows).toEqual([{ id: open }]);
    const left = async () =>
      (await db.query<{ id: string }>(`SELECT id FROM ${names['messages']}`)).rows.map((r) => r.id);
    expect(await left()).toEqual([open]);
    expect((await call({ path: `/v1/sms/messages/${open}`, key: account.key })).status).toBe(200);
    expect((await drop()).thinned).toBe(0);
    await db.query(`UPDATE messages SET state = 'CANCELLED' WHERE id = $1`, [open]);
    expect((await drop()).dropped).toEqual(expect.arrayContaining([names['messages'], names['submissions']]));
  },
);

test('the age of a scheduled message counts from its sending', async () => {
  const { names, id } = await oldWeek();
  const sent = await oldMessage(id, { scheduledAt: inDays(-2) });
  await oldMessage(id, { scheduledAt: inDays(50), state: 'CANCELLED' });
  const { waiting, thinned } = await drop();
  expect([waiting.includes(names['messages']!), thinned]).toEqual([true, 2]);
  expect((await call({ path: `/v1/sms/messages/${sent}`, key: account.key })).status).toBe(200);
  await db.query(`UPDATE submissions SET scheduled_at = now() - interval '91 days' WHERE content = 'Old'`);
  expect((await drop()).dropped).toContain(names['messages']);
});

test('a submission whose message was created after midnight is kept with it', async () => {
  const { names, id } = await oldWeek();
  const { rows } = await db.query<{ to: string }>(
    `SELECT substring(pg_get_expr(relpartbound, oid) FROM $$TO \\('([0-9a-f-]+)'$$) AS to FROM pg_class WHERE relname = $1`,
    [names['messages']],
  );
  const end = Number.parseInt(rows[0]!.to.replaceAll('-', '').slice(0, 12), 16);
  for (const table of ['messages', 'submissions', 'parts', 'receipt_log'])
    await db.query(
      `CREATE TABLE ${table}_next PARTITION OF ${table} FOR VALUES FROM ('${uuidAt(end)}') TO ('${uuidAt(end + 7 * day)}')`,
    );
  const ids = [uuidAt(end - 1), uuidAt(end + 1)];
  await oldMessage(() => ids.shift() ?? id(), { state: 'SENT' });
  expect((await drop()).waiting).toEqual(expect.arrayContaining([names['submissions'], 'messages_next']));
  await db.query(`UPDATE messages SET state = 'UNKNOWN' WHERE state = 'SENT'`);
  expect((await drop()).dropped).toEqual(expect.arrayContaining([names['submissions'], 'messages_next']));
});

test.each(['ready', 'blocked'])('a webhook that is %s keeps its week', async (state) => {
  const { names, id } = await oldWeek();
  const event = id();
  await oldEvent(event, state);
  expect(new Set((await drop()).waiting)).toEqual(new Set([names['outbox'], names['webhook_attempts']]));
  await db.query(`UPDATE outbox SET state = 'given up' WHERE id = $1`, [event]);
  expect(new Set((await drop()).dropped)).toEqual(new Set([names['outbox'], names['webhook_attempts']]));
});

test('a drop interrupted by a crash is completed: detached, half detached, and needed again at the last moment', async () => {
  const week = await oldWeek();
  const other = await oldWeek();
  const event = other.id();
  await oldEvent(event, 'delivered');
  const mark = async (name: string, table: string) => {
    const { rows } = await db.query<{ bounds: string[] }>(
      `SELECT regexp_match(pg_get_expr(relpartbound, oid), $$FROM \\('([0-9a-f-]+)'\\) TO \\('([0-9a-f-]+)'$$) AS bounds
       FROM pg_class WHERE relname = $1`,
      [name],
    );
    await db.query(`COMMENT ON TABLE ${name} IS 'hermod drops this | ${table} | ${rows[0]!.bounds.join(' | ')}'`);
    await db.query(`ALTER TABLE ${table} DETACH PARTITION ${name}`);
  };
  await mark(week.names['messages']!, 'messages');
  await mark(other.names['outbox']!, 'outbox');
  await db.query(`UPDATE ${other.names['outbox']} SET state = 'ready'`);
  // The second half of a concurrent detach waits for this transaction, and is cancelled.
  const reader = new pg.Client({ connectionString: url });
  await reader.connect();
  onTestFinished(() => reader.end());
  await reader.query('BEGIN; SELECT 1 FROM parts LIMIT 1');
  const cut = new pg.Client({ connectionString: url, statement_timeout: 300 });
  await cut.connect();
  const detaching = cut.query(`ALTER TABLE parts DETACH PARTITION ${week.names['parts']} CONCURRENTLY`);
  await expect(detaching).rejects.toThrow(/timeout/);
  await cut.end();
  await reader.query('COMMIT');

  const { dropped } = await drop();
  expect(dropped).toEqual(expect.arrayContaining([week.names['messages'], week.names['parts']]));
  expect(dropped).not.toContain(other.names['outbox']);
  const { rows } = await db.query(`SELECT state FROM outbox WHERE id = $1`, [event]);
  expect(rows).toEqual([{ state: 'ready' }]);
  await db.query(`UPDATE outbox SET state = 'delivered' WHERE id = $1`, [event]);
  expect((await drop()).dropped).toContain(other.names['outbox']);
});

test('traffic continues while an old partition cannot be locked, and one process at a time retries', async () => {
  const { names, id } = await oldWeek();
  await oldMessage(id);
  const reader = new pg.Client({ connectionString: url });
  await reader.connect();
  onTestFinished(() => reader.end());
  await reader.query(`BEGIN; SELECT 1 FROM ${names['messages']} LIMIT 1; SELECT 1 FROM messages LIMIT 1`);
  const dropping = drop();
  await untilWaiting(db, 1);
  expect(await dropAged(db, log, days)).toBeUndefined();
  const body = { sender: 'Shop', destinations: ['+38640123456'], message: { content: 'Now' } };
  expect((await call({ path: '/v1/sms/messages', key: account.key, body })).status).toBe(202);
  const { dropped } = await dropping;
  expect(dropped).not.toContain(names['messages']);
  await reader.query('COMMIT');
  expect((await drop()).dropped).toContain(names['messages']);
});
