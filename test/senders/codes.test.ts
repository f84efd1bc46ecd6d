/** The codes: how they are sent, how often they can be tried and requested, and that no request bypasses the limits. */
import { expect, test, vi } from 'vitest';
import { serviceAccountId } from '../../src/domain/access/service-account.ts';
import { mostTries } from '../../src/domain/sender/sender-code.ts';
import { ensureDefaultCarrier } from '../../src/flows/carriers/carriers.ts';
import { dropOldCodes } from '../../src/store/sender/sender-codes.ts';
import { books, countStatuses, sender, testAccount, times } from '../harness/accounts.ts';
import { patienceMs } from '../harness/patience.ts';
import { serviceOn, testService } from '../harness/service.ts';
import { ageCodes, codeOf, confirmer, idOf, number, registrar, wrong } from './codes.ts';

const service = await testService();
const { call, db, url } = service;
const second = await serviceOn(url);
await ensureDefaultCarrier(db, 'simulator:?receipt_delay=50');
const account = await testAccount(db);
const register = registrar(service, account.key);
const confirm = confirmer(service, account.key);
const elsewhere = confirmer(second, account.key);
const ask = (id: string, key = account.key) => call({ method: 'POST', path: `/v1/senders/${id}/code`, key });

async function stored(id: string) {
  const { rows } = await db.query<{ tries: number; live: boolean; number: string | null }>(
    'SELECT tries, hash IS NOT NULL AS live, number FROM sender_codes WHERE sender_id = $1 ORDER BY id',
    [id],
  );
  return rows;
}

async function statusOf(id: string): Promise<string> {
  const { body } = await call({ path: `/v1/senders/${id}`, key: account.key });
  return (body as { status: string }).status;
}

test('a code reaches its number like any message, free of charge, and is not a message of the customer', async () => {
  // No balance and no price list: a code needs neither.
  const poor = await testAccount(db, { balance: '0', prices: {}, senders: [] });
  const value = number();
  const id = idOf(await registrar(service, poor.key)({ value, type: 1 }));
  const message = () =>
    db.query(
      `SELECT m.destination, m.price, m.state, s.sender, s.content, s.segments FROM messages m
       JOIN submissions s ON s.account_id = m.account_id AND s.id = m.submission_id
       WHERE m.account_id = $1 AND s.sender_id = $2`,
      [serviceAccountId, id],
    );
  await vi.waitFor(async () => expect((await message()).rows).toMatchObject([{ state: 'DELIVERED' }]), patienceMs);
  const { rows } = await message();
  const code = await codeOf(db, id);
  expect(rows).toEqual([
    {
      destination: value,
      price: '0.000000',
      state: 'DELIVERED',
      sender: 'Hermod',
      content: expect.stringMatching(new RegExp(`^Hermod: ${code} `)),
      segments: 1,
    },
  ]);
  expect((await call({ path: '/v1/sms/messages', key: poor.key })).body).toEqual({ messages: [] });
  expect(await books(db, poor)).toMatchObject({ balance: '0.000000', ledger: '0.000000', messages: 0, submissions: 0 });
  expect((await confirmer(service, poor.key)(id, code)).status).toBe(200);
});

test('a confirmed number may be sent from, by every process', async () => {
  const value = number();
  const id = idOf(await register({ value, type: 1 }));
  expect((await confirm(id, await codeOf(db, id))).status).toBe(200);
  expect((await sender(service, account)({ sender: value })).status).toBe(202);
  expect((await sender(second, account)({ sender: value })).status).toBe(202);
});

test('a Viber sender has the same statuses and never sends SMS', async () => {
  const value = number();
  const id = idOf(await register({ value, type: 1, channel: 'Viber' }));
  expect((await confirm(id, await codeOf(db, id))).status).toBe(200);
  expect((await sender(service, account)({ sender: value })).body).toEqual({
    error: 'Error: 2 - Invalid sender (from): the sender is registered for Viber, it must be Confirmed',
  });
});

test('the code is stored as a hash only', async () => {
  const id = idOf(await register({ value: 'Hashed' }));
  const code = await codeOf(db, id);
  const { rows } = await db.query<{ row: string }>('SELECT c::text AS row FROM sender_codes c WHERE sender_id = $1', [
    id,
  ]);
  expect(rows[0]!.row).not.toContain(code);
  expect(rows[0]!.row).not.toContain(Buffer.from(code).toString('hex'));
});

test('of fifty concurrent wrong codes on two processes five are compared, and then the right one is refused', async () => {
  const id = idOf(await register({ value: 'Attacked' }));
  const code = await codeOf(db, id);
  const answers = await Promise.all(
    times(50, (index) => (index % 2 ? confirm : elsewhere)(id, wrong(code, index + 1))),
  );
  expect(countStatuses(answers)).toEqual({ 400: 50 });
  const compared = answers.filter(({ text }) => text.includes('is wrong'));
  expect(compared).toHaveLength(mostTries);
  expect(new Set(compared.map(({ text }) => text)).size).toBe(mostTries);
  expect(await stored(id)).toMatchObject([{ tries: mostTries }]);
  expect((await confirm(id, code)).status).toBe(400);
  expect((await elsewhere(id, code)).status).toBe(400);
  expect(await statusOf(id)).toBe('Confirmation Pending');
});

test('the right code among wrong ones confirms once or not at all', async () => {
  for (const round of times(5, (index) => index)) {
    const id = idOf(await register({ value: `Race ${round}` }));
    const code = await codeOf(db, id);
    const answers = await Promise.all(
      times(20, (index) => (index % 2 ? confirm : elsewhere)(id, index % 4 === 0 ? code : wrong(code, index))),
    );
    const confirmed = answers.filter(({ status }) => status === 200).length;
    expect(confirmed).toBeLessThanOrEqual(1);
    expect(await statusOf(id)).toBe(confirmed === 1 ? 'Confirmed' : 'Confirmation Pending');
    expect((await stored(id))[0]!.tries).toBeLessThanOrEqual(mostTries);
  }
});

test('a transaction that is cut off leaves no part of a registration, and uses no try', async () => {
  const client = await db.pool.connect();
  const value = number();
  try {
    // The registration waits behind this lock when its process loses its connections.
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE', [account.id]);
    const pending = register({ value, type: 1 });
    await vi.waitFor(async () => {
      const { rows } = await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`,
      );
      expect(rows.length).toBeGreaterThan(0);
    }, patienceMs);
    await client.query('COMMIT');
    // The service retries by itself, with the same id.
    expect((await pending).status).toBe(202);
  } finally {
    client.release();
  }
  const { rows } = await db.query(
    `SELECT s.status, (SELECT count(*)::int FROM sender_codes c WHERE c.sender_id = s.id) AS codes,
       (SELECT count(*)::int FROM submissions b WHERE b.account_id = $2 AND b.sender_id = s.id) AS messages
     FROM senders s WHERE value = $1`,
    [value, serviceAccountId],
  );
  expect(rows).toEqual([{ status: 'Confirmation Pending', codes: 1, messages: 1 }]);
});

test('a new code: not within a minute, five per hour, and the previous one becomes invalid', async () => {
  const id = idOf(await register({ value: number(), type: 1 }));
  const first = await codeOf(db, id);
  const early = await ask(id);
  expect(early.status).toBe(429);
  const seconds = Number(early.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(early.body).toEqual({ error: `error: 429 - Too many codes were sent; try again in ${seconds} s` });
  for (const index of times(4, (i) => i)) {
    await ageCodes(db, id, '61 seconds');
    const answer = await ask(id);
    expect([index, answer.status]).toEqual([index, 202]);
    expect(answer.body).toMatchObject({ id, status: 'Confirmation Pending' });
  }
  await ageCodes(db, id, '61 seconds');
  const enough = await ask(id);
  expect(enough.status).toBe(429);
  expect(Number(enough.headers['retry-after'])).toBeGreaterThan(3_000);
  expect((await stored(id)).map(({ live }) => live)).toEqual([false, false, false, false, true]);
  const latest = await codeOf(db, id);
  if (first !== latest) expect((await confirm(id, first)).status).toBe(400);
  expect((await confirm(id, latest)).status).toBe(200);
});

test('a new code has all its tries again', async () => {
  const id = idOf(await register({ value: 'Again' }));
  const code = await codeOf(db, id);
  await Promise.all(times(6, (index) => confirm(id, wrong(code, index + 1))));
  await ageCodes(db, id, '61 seconds');
  expect((await ask(id)).status).toBe(202);
  expect((await confirm(id, await codeOf(db, id))).status).toBe(200);
});

test('of many concurrent requests for a code, one is sent', async () => {
  const id = idOf(await register({ value: number(), type: 1 }));
  await ageCodes(db, id, '61 seconds');
  const answers = await Promise.all(
    times(10, (index) =>
      (index % 2 ? service : second).call({ method: 'POST', path: `/v1/senders/${id}/code`, key: account.key }),
    ),
  );
  expect(countStatuses(answers)).toEqual({ 202: 1, 429: 9 });
  expect(await stored(id)).toHaveLength(2);
});

test('a code is sent only to a sender that awaits one', async () => {
  const id = idOf(await register({ value: 'Awaits' }));
  expect((await confirm(id, await codeOf(db, id))).status).toBe(200);
  expect(await ask(id)).toMatchObject({
    status: 409,
    body: { error: 'error: 409 - The sender is Confirmed; a code can be asked for while it is Confirmation Pending' },
  });
});

test('deleting and registering again counts for the number, across accounts', async () => {
  const value = number();
  const accounts = await Promise.all(times(4, () => testAccount(db)));
  for (const index of times(10, (i) => i)) {
    const { key } = accounts[index % 4]!;
    const answer = await registrar(service, key)({ value, type: 1 });
    expect([index, answer.status]).toEqual([index, 202]);
    await call({ method: 'DELETE', path: `/v1/senders/${idOf(answer)}`, key });
  }
  const fresh = await testAccount(db);
  const answer = await registrar(second, fresh.key)({ value, type: 1 });
  expect(answer.status).toBe(429);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_500);
  // No sender was registered, and other numbers are not affected.
  expect((await call({ path: '/v1/senders?status=Pending', key: fresh.key })).body).toEqual({ senders: [] });
  expect((await registrar(second, fresh.key)({ value: number(), type: 1 })).status).toBe(202);
  await dropOldCodes(db);
  expect((await registrar(second, fresh.key)({ value, type: 1 })).status).toBe(429);
});

test('the codes that an account can have sent are limited', async () => {
  const spender = await testAccount(db);
  const id = idOf(await registrar(service, spender.key)({ value: number(), type: 1 }));
  await db.query(
    `INSERT INTO sender_codes (id, sender_id, account_id, number, expires_at)
     SELECT gen_random_uuid(), $1, $2, '+3864' || (1000000 + i), now() FROM generate_series(1, 199) i`,
    [id, spender.id],
  );
  expect((await registrar(service, spender.key)({ value: number(), type: 1 })).status).toBe(429);
  // A name costs no SMS.
  expect((await registrar(service, spender.key)({ value: 'Free' })).status).toBe(202);
});

test('housekeeping erases expired codes immediately and deletes their rows after a day', async () => {
  const [expired, old, live] = [
    idOf(await register({ value: 'Expired' })),
    idOf(await register({ value: 'Old' })),
    idOf(await register({ value: 'Live' })),
  ];
  await ageCodes(db, expired, '31 minutes');
  await ageCodes(db, old, '25 hours');
  await dropOldCodes(db);
  expect(await stored(expired)).toMatchObject([{ live: false }]);
  expect(await stored(old)).toEqual([]);
  expect(await stored(live)).toMatchObject([{ live: true }]);
});
