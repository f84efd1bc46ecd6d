/** The incident views: what waits for a carrier or of an account, since when, and the rates before and now. */
import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { lockTraffic } from '../../src/store/statistics/traffic.ts';
import { addCarrier, until, untilState } from '../dispatch/carrier.ts';
import { idsOf, numbers, sender, type TestAccount, testAccount } from '../harness/accounts.ts';
import { operations } from '../harness/operations.ts';
import { operator } from '../harness/operator.ts';
import { recount } from '../harness/recount.ts';
import { testService } from '../harness/service.ts';

const service = await testService();
const { db } = service;
const call = operator(service);

type Rate = { before: number; now?: number };
type Waiting = { messages: number; bounded: boolean; oldestAt?: string };
type Common = {
  state: string;
  since?: string;
  pause?: object;
  waiting: Waiting;
  spans: Record<'before' | 'now', { from: string; to: string }>;
  perMinute: Rate;
  lastHour: Record<string, unknown> & { reasons: { reason: string; count: number }[] };
};
type CarrierIncident = Common & {
  lastError?: { text: string };
  accounts: (Rate & { accountId: string; messages: number; amount: string; paused: boolean })[];
  otherCarriers: (Rate & { carrierId: string })[];
};
type AccountIncident = Common & {
  queues: { waitsFor: string; carrierId?: string; state?: string; messages: number; amount: string }[];
  carriers: (Rate & { carrierId: string })[];
};
const ofCarrier = async (id: string) => (await call({ path: `/carriers/${id}/incident` })).body as CarrierIncident;
const ofAccount = async ({ id }: Pick<TestAccount, 'id'>) =>
  (await call({ path: `/accounts/${id}/incident` })).body as AccountIncident;
const pause = (what: string) => call({ method: 'PUT', path: `/pauses/${what}`, headers: { 'x-operator': 'Ana' } });
const send = async (account: TestAccount, count: number, fields: object = {}) =>
  idsOf(await sender(service, account)({ destinations: numbers(count), ...fields }));

/** Counted traffic of the minute that began `minutesAgo` minutes before this one. */
async function counted(minutesAgo: number, accountId: string, carrierId: string, accepted: number): Promise<void> {
  const values = [minutesAgo, accountId, carrierId, accepted];
  const at = `date_trunc('minute', now()) - $1::integer * interval '1 minute'`;
  const none = '0, 0, 0, 0, 0, 0, 0, 0, 0';
  const names = 'waiting, sent, delivered, failed, rejected, unknown, cancelled, paid, spend';
  await db.query(
    `INSERT INTO traffic (starts_at, account_id, country, carrier_id, accepted, ${names}) VALUES (${at}, $2, 'SI', $3, $4, ${none})`,
    values,
  );
  await db.query(
    `INSERT INTO traffic_of_all AS t (starts_at, currency, country, carrier_id, accepted, ${names})
     SELECT ${at}, currency, 'SI', $3, $4, ${none} FROM accounts WHERE id = $2
     ON CONFLICT (starts_at, currency, country, carrier_id) DO UPDATE SET accepted = t.accepted + excluded.accepted`,
    values,
  );
}

/** Nothing is counted meanwhile, so that the rows of `counted` stay. */
const uncounted = <T>(work: () => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await until(() => lockTraffic(tx));
    return work();
  });

test('a dead carrier: since when, what waits of whom at which price, and who took over', async () => {
  const dead = await addCarrier(db, 'smpp://esme:hunter2x@127.0.0.1:1', [{ country: 'SI' }]);
  const other = await addCarrier(db, 'smpp://esme:hunter2x@127.0.0.1:1', []);
  const [bakery, garage, silent] = [await testAccount(db), await testAccount(db), await testAccount(db)];
  await until(async () => (await ofCarrier(dead)).lastError?.text.includes('ECONNREFUSED') === true);
  await send(bakery, 3);
  await send(garage, 2);
  await pause(`accounts/${garage.id}`);
  await until(async () => (await ofCarrier(dead)).waiting.messages === 5);
  // Its first message has waited for three and a half minutes, longer than this process has tried to connect.
  await db.query(
    `UPDATE submissions SET accepted_at = date_trunc('minute', now()) - interval '210 seconds' WHERE account_id = $1`,
    [bakery.id],
  );
  const found = await uncounted(async () => {
    for (const minutesAgo of [5, 6, 7, 8, 9]) await counted(minutesAgo, bakery.id, dead, 12);
    for (const minutesAgo of [5, 6, 7, 8, 9]) await counted(minutesAgo, silent.id, dead, 6);
    for (const minutesAgo of [0, 1, 2, 3]) await counted(minutesAgo, silent.id, other, 9);
    return ofCarrier(dead);
  });
  const { rows } = await db.query<{ accepted_at: Date }>('SELECT accepted_at FROM submissions WHERE account_id = $1', [
    bakery.id,
  ]);
  expect(found).toMatchObject({
    state: 'down',
    since: rows[0]!.accepted_at.toISOString(),
    waiting: { messages: 5, bounded: false, oldestAt: rows[0]!.accepted_at.toISOString() },
    perMinute: { before: 18, now: 0 },
    otherCarriers: [{ carrierId: other, before: 0, now: 9 }],
  });
  expect(found.accounts).toMatchObject([
    { accountId: bakery.id, messages: 3, amount: '0.03', paused: false, before: 12, now: 0 },
    { accountId: garage.id, messages: 2, amount: '0.02', paused: true, before: 0 },
    { accountId: silent.id, messages: 0, before: 6, now: 0 },
  ]);
  expect(JSON.stringify(found)).not.toContain('hunter2x');
  const { run, json } = operations(service.base);
  expect(await json(['carriers', 'incident', dead])).toMatchObject({ state: 'down', waiting: { messages: 5 } });
  expect(await json(['accounts', 'incident', bakery.id])).toMatchObject({ state: 'waiting' });

  await db.query(
    `INSERT INTO carrier_circuits (carrier_id, failures, reason, refused_at, retry_at)
     VALUES ($1, 3, 'ESME_RINVPASWD', now(), now() + interval '1 hour')`,
    [dead],
  );
  expect(await ofCarrier(dead)).toMatchObject({ state: 'refused', lastError: { text: 'ESME_RINVPASWD' } });
  expect((await run(['carriers', 'retry', dead])).out).toContain('is tried now');
  const { rows: circuits } = await db.query(
    'SELECT retry_at <= now() AS due FROM carrier_circuits WHERE carrier_id = $1',
    [dead],
  );
  expect(circuits).toEqual([{ due: true }]);
  expect((await call({ path: `/audit?subjectId=${dead}` })).text).toContain('carrier retry');

  const off = await call({ method: 'PATCH', path: `/carriers/${dead}`, body: { enabled: false } });
  expect(off.status).toBe(200);
  const disabled = await ofCarrier(dead);
  expect(disabled.state).toBe('disabled');
  expect(Math.abs(Date.parse(disabled.since!) - Date.now())).toBeLessThan(600_000);
});

test('an account: paused, suspended, without funds; its messages by what they wait for, and nothing of others', async () => {
  const carrierId = await addCarrier(db, 'simulator:?receipt_delay=20', [{ prefix: '+38640', priority: 1 }]);
  const [held, other] = [await testAccount(db), await testAccount(db)];
  await db.query(`UPDATE accounts SET name = 'Rival Ltd' WHERE id = $1`, [other.id]);
  await until(async () => {
    const [id] = await send(held, 1);
    await until(
      async () =>
        ((await db.query('SELECT state FROM messages WHERE id = $1', [id])).rows[0] as { state: string }).state !==
        'QUEUED',
    );
    return (
      ((await db.query('SELECT state FROM messages WHERE id = $1', [id])).rows[0] as { state: string }).state !==
      'REJECTED'
    );
  });
  expect(await ofAccount(held)).toMatchObject({ state: 'sending', waiting: { messages: 0 }, queues: [] });
  for (const { id } of [held, other]) await pause(`accounts/${id}`);
  await send(held, 2, { scheduledTime: Math.floor(Date.now() / 1_000) + 3_600 });
  await until(async () => {
    await send(held, 1);
    return (await ofAccount(held)).waiting.messages >= 3;
  });
  await send(other, 5);
  const paused = await ofAccount(held);
  expect(paused).toMatchObject({ state: 'paused', pause: { kind: 'account', accountId: held.id, by: 'Ana' } });
  expect(paused.since).toBe((paused.pause as { since: string }).since);
  expect(paused.queues.find(({ waitsFor }) => waitsFor === 'scheduled')).toMatchObject({ messages: 2, amount: '0.02' });
  expect(paused.queues.filter(({ waitsFor }) => waitsFor !== 'scheduled').every(({ messages }) => messages > 0)).toBe(
    true,
  );
  const { text } = await call({ path: `/accounts/${held.id}/incident` });
  for (const secret of [other.id, 'Rival Ltd']) expect(text).not.toContain(secret);

  // The carrier takes it over: paused as well, and shown as such.
  await pause(`carriers/${carrierId}`);
  expect(await ofCarrier(carrierId)).toMatchObject({ state: 'paused', pause: { kind: 'carrier', by: 'Ana' } });
  for (const kind of ['carriers', 'accounts'])
    await call({ method: 'DELETE', path: `/pauses/${kind}/${kind === 'carriers' ? carrierId : held.id}` });
  await until(async () => (await ofAccount(held)).state === 'sending');

  await call({ method: 'PATCH', path: `/accounts/${held.id}`, body: { status: 'suspended' } });
  const suspended = await ofAccount(held);
  expect(suspended).toMatchObject({ state: 'suspended', since: expect.any(String) });
  const poor = await testAccount(db, { balance: '0' });
  expect(await ofAccount(poor)).toMatchObject({ state: 'no funds' });
});

test('outcomes of the last hour with their reasons, of the carrier and of the account', async () => {
  const carrierId = await addCarrier(db, 'simulator:?receipt_delay=20', [{ prefix: '+38640000', priority: 0 }]);
  const account = await testAccount(db);
  const failing = '+38640000001';
  await until(async () => {
    const [id] = idsOf(await sender(service, account)({ destinations: [failing] }));
    await untilState(db, id!, 'FAILED');
    await recount(db);
    return (await ofCarrier(carrierId)).lastHour['failed'] !== 0;
  });
  const { lastHour } = await ofCarrier(carrierId);
  expect(lastHour.reasons).toMatchObject([{ reason: expect.any(String), count: lastHour['failed'] }]);
  const own = (await ofAccount(account)).lastHour;
  expect(own.reasons.map(({ reason }) => reason)).toContain(lastHour.reasons[0]!.reason);
});

test('unknown ids, other callers, and unmatched receipts by outcome', async () => {
  for (const path of [`/carriers/${newId()}/incident`, `/accounts/${newId()}/incident`])
    expect(await call({ path })).toMatchObject({ status: 404 });
  expect(await call({ path: `/carriers/${newId()}/retry`, method: 'POST' })).toMatchObject({ status: 404 });
  const account = await testAccount(db);
  for (const headers of [{ apikey: account.key }, {}])
    expect(await service.call({ path: `/admin/v1/accounts/${account.id}/incident`, key: null, headers })).toMatchObject(
      { status: 401 },
    );
  const carrierId = await addCarrier(db, 'smpp://esme:hunter2x@127.0.0.1:1', []);
  for (const outcome of ['failed', 'unread'])
    await db.query(
      `INSERT INTO unmatched_receipts (id, carrier_id, keys, outcome, destination, text) VALUES ($1, $2, $3, $4, '', 'text')`,
      [newId(), carrierId, outcome === 'unread' ? [] : ['x'], outcome],
    );
  const { body } = await call({ path: `/receipts/unmatched?carrierId=${carrierId}&outcome=unread` });
  expect((body as { receipts: object[] }).receipts).toMatchObject([{ carrierId, outcome: 'unread' }]);
});
