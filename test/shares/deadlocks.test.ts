/** All requests that lock accounts, in parallel and on the same three accounts: no deadlock. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { addPriceList, books, idsOf, request, type TestAccount, testAccount, times } from '../harness/accounts.ts';
import { untilWaiting } from '../harness/locks.ts';
import { isNightly } from '../harness/nightly.ts';
import { operator } from '../harness/operator.ts';
import { type Answer, serviceOn, testService } from '../harness/service.ts';

const service = await testService();
const { db } = service;
const ways = [service, await serviceOn(service.url)];
const accounts = await Promise.all(times(3, () => testAccount(db, { balance: '10000' })));
const lists = await Promise.all(accounts.map(({ id }) => addPriceList(db, id, { SI: '0.01', HR: '0.02' })));

type Step = (account: TestAccount, turn: number) => Promise<Answer[]>;
const pick = <T>(all: readonly T[], turn: number): T => all[turn % all.length]!;
const customer = (turn: number) => pick(ways, turn).call;
const admin = (turn: number) => operator(pick(ways, turn));

/** A scheduled request to several numbers, all of which are cancelled at the same time. */
const cancels: Step = async ({ key }, turn) => {
  const body = request({
    destinations: ['+38640111222', '+38640111223', '+38640111224'],
    scheduledTime: Math.floor(Date.now() / 1_000) + 86_400,
  });
  const sent = await customer(turn)({ path: '/v1/sms/messages', key, body });
  if (sent.status !== 202) return [sent];
  const cancelled = await Promise.all(
    idsOf(sent).map((id, index) =>
      customer(turn + index)({ method: 'POST', path: `/v1/sms/messages/${id}/cancel`, key }),
    ),
  );
  return [sent, ...cancelled];
};

const senders: Step = async ({ key }, turn) => {
  const call = customer(turn);
  const body = { value: `Shop ${turn}`, type: 0, channel: 'SMS', statusCallbackUrl: null };
  const registered = await call({ path: '/v1/senders', key, body });
  const { id } = registered.body as { id: string };
  const changed = await Promise.all([
    call({ path: '/v1/senders/confirm', key, body: { id, confirmationCode: '000000' } }),
    call({ method: 'PATCH', path: `/v1/senders/${id}`, key, body: { inboundUrl: null } }),
    call({ method: 'POST', path: `/v1/senders/${id}/code`, key }),
  ]);
  return [registered, ...changed, await call({ method: 'DELETE', path: `/v1/senders/${id}`, key })];
};

const keys: Step = async ({ id }, turn) => {
  const call = admin(turn);
  const issued = await call({ method: 'POST', path: `/accounts/${id}/keys` });
  const { keyId } = issued.body as { keyId: string };
  const changed = await Promise.all([
    call({ method: 'PATCH', path: `/keys/${keyId}`, body: { label: `Key ${turn}` } }),
    call({ path: `/keys/${keyId}/rotate`, body: { overlapSeconds: 60 } }),
  ]);
  return [issued, ...changed, await call({ method: 'POST', path: `/keys/${keyId}/revoke` })];
};

const assignments: Step = async ({ id }, turn) => {
  const path = `/accounts/${id}/price-lists/${pick(lists, turn)}`;
  const assigned = await admin(turn)({ method: 'PUT', path });
  // The account's first list is kept, so that its messages have a price.
  if (lists[accounts.findIndex((account) => account.id === id)] === pick(lists, turn)) return [assigned];
  return [assigned, await admin(turn + 1)({ method: 'DELETE', path })];
};

const prices: Step = async (_account, turn) => {
  const list = pick(lists, turn);
  const body = { prices: ['SI', 'HR'].map((country) => ({ country, unitPrice: `0.0${1 + (turn % 9)}` })) };
  return Promise.all([
    admin(turn)({ method: 'PUT', path: `/price-lists/${list}/prices`, body }),
    admin(turn + 1)({ method: 'PATCH', path: `/price-lists/${list}`, body: { name: `List ${turn}` } }),
  ]);
};

const steps: Record<string, Step> = {
  sends: ({ key }, turn) =>
    Promise.all(times(4, (index) => customer(turn + index)({ path: '/v1/sms/messages', key, body: request() }))),
  onceOnly: ({ key }, turn) =>
    Promise.all(
      times(2, (index) =>
        customer(turn + index)({
          path: '/v1/sms/messages',
          key,
          body: request(),
          headers: { 'idempotency-key': randomUUID() },
        }),
      ),
    ),
  topUps: async ({ id }, turn) => [
    await admin(turn)({ path: `/accounts/${id}/top-ups`, body: { amount: '1', id: randomUUID() } }),
    await admin(turn)({ path: `/accounts/${id}/corrections`, body: { amount: '-1', note: 'Taken back' } }),
  ],
  cancels,
  senders,
  keys,
  assignments,
  prices,
  secrets: async ({ key }, turn) => [await customer(turn)({ method: 'POST', path: '/v1/webhooks/secret', key })],
  changes: async ({ id }, turn) => [
    await admin(turn)({ method: 'PATCH', path: `/accounts/${id}`, body: { creditLimit: `${turn % 5}` } }),
  ],
};

test('sends, cancellations, top-ups, keys, lists, prices and senders of three accounts never deadlock', async () => {
  const done = new Set<string>();
  const answers = await Promise.all(
    Object.entries(steps).flatMap(([name, step]) =>
      times(3, async (lane) => {
        const said: string[] = [];
        for (let turn = 0; turn < rounds; turn++) {
          for (const answer of await step(pick(accounts, turn + lane), turn * 3 + lane)) {
            // A busy machine may answer 503; the database itself counts deadlocks.
            if (answer.status === 500) said.push(`${name}: ${answer.text}`);
            if (answer.status < 300) done.add(name);
          }
        }
        return said;
      }),
    ),
  );
  expect(answers.flat()).toEqual([]);
  expect([...done].sort()).toEqual(Object.keys(steps).sort());
  for (const account of accounts) {
    const { balance, ledger } = await books(db, account);
    expect(ledger).toBe(balance);
  }
  expect(await deadlocks()).toBe(0);
});

const rounds = isNightly ? 12 : 4;

test('a transaction that loses a deadlock against another client is repeated', async () => {
  const [account] = accounts as [TestAccount];
  const scheduledTime = Math.floor(Date.now() / 1_000) + 86_400;
  const [id] = idsOf(
    await service.call({ path: '/v1/sms/messages', key: account.key, body: request({ scheduledTime }) }),
  );
  const foreign = new pg.Client({ connectionString: service.url });
  await foreign.connect();
  try {
    // This client never checks for a deadlock, so that the service is the one to be rolled back.
    await foreign.query(`SET deadlock_timeout = '10min'; BEGIN`);
    await foreign.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [account.id]);
    const cancel = service.call({ method: 'POST', path: `/v1/sms/messages/${id}/cancel`, key: account.key });
    await untilWaiting(db, 1);
    await foreign.query('SELECT FROM messages WHERE id = $1 FOR UPDATE', [id]);
    await foreign.query('COMMIT');
    expect(await cancel).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
  } finally {
    await foreign.end();
  }
});

/** The database's own count; each backend reports within a second, or when it is forced to. */
async function deadlocks(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await db.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await db.query<{ deadlocks: number }>(
    'SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0]!.deadlocks;
}
