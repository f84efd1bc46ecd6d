/** Fallback: messages sent over another carrier because the first one reports nothing. */
import { expect, test } from 'vitest';
import { books, idsOf, sender, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { recount } from '../harness/recount.ts';
import { serviceOn, testService } from '../harness/service.ts';
import { bound, isAcknowledged, type Peer, peer, receipt, stateOf, until, untilState } from './carrier.ts';

const service = await testService({ HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8' });
const { db, url } = service;
// Two processes check, and each has its own bind to both carriers.
await serviceOn(url, { HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8' });
const admin = operator(service);
const receiver = await webhookReceiver();
const account = await testAccount(db, { balance: '100' });
const send = sender(service, account);
const senders = new Map<Peer, string[]>();
async function silent(priority: number): Promise<{ smsc: Peer; carrierId: string }> {
  const shown: string[] = [];
  const smsc = await peer({
    onSubmit: (pdu) => {
      shown.push(String(pdu.source_addr));
      return { state: 'none' };
    },
  });
  senders.set(smsc, shown);
  const carrierId = await bound(db, smsc, { query: '?binds=2', binds: 2, routes: [{ priority }] });
  return { smsc, carrierId };
}
const first = await silent(1);
const second = await silent(2);
let used = 0;
const newNumber = () => `+38640${800_100 + used++}`;

async function ask(fallbackSeconds?: number): Promise<{ id: string; destination: string }> {
  const destination = newNumber();
  const fields = { destinations: [destination], deliveryReportUrl: `${receiver.url}/${destination}` };
  const asked = { ...fields, ...(fallbackSeconds === undefined ? {} : { fallbackSeconds }) } as typeof fields;
  const [id] = idsOf(await send(asked));
  await untilState(db, id!, 'SENT');
  return { id: id!, destination };
}
/** Makes the fallback due immediately. */
const hurry = ({ id }: { id: string }) =>
  db.query(
    `WITH sent AS (UPDATE messages SET state_at = state_at - interval '60 seconds' WHERE id = $1)
     UPDATE second_tries SET due_at = now() WHERE message_id = $1`,
    [id],
  );
const went = ({ smsc }: { smsc: Peer }, destination: string) =>
  smsc.submits.filter((submit) => submit.destination === destination).length;
const reference = async (id: string, carrierId: string) => {
  const find = async () =>
    (
      await db.query<{ reference: string }>('SELECT reference FROM parts WHERE message_id = $1 AND carrier_id = $2', [
        id,
        carrierId,
      ])
    ).rows[0]?.reference;
  await until(async () => (await find()) !== undefined);
  return (await find())!;
};
const tell = async ({ smsc, carrierId }: typeof first, message: { id: string; destination: string }, stat: string) => {
  const pdu = receipt(await reference(message.id, carrierId), stat, message.destination);
  expect(isAcknowledged(await smsc.send(pdu))).toBe(true);
};
const reports = (destination: string) =>
  receiver.received
    .filter(({ path }) => path === `/${destination}`)
    .map(({ body }) => (JSON.parse(body) as { status: string }).status);

test('once, over the other carrier, without a further charge and without another report', async () => {
  const before = await books(db, account);
  const message = await ask(30);
  expect([went(first, message.destination), went(second, message.destination)]).toEqual([1, 0]);
  await hurry(message);
  await until(() => went(second, message.destination) === 1);
  expect(await stateOf(db, message.id)).toBe('SENT');
  await tell(second, message, 'DELIVRD');
  await untilState(db, message.id, 'DELIVERED');
  await until(() => reports(message.destination).includes('DELIVERED'));
  expect(reports(message.destination)).toEqual(['SENT', 'DELIVERED']);
  await db.query('UPDATE second_tries SET due_at = now() WHERE message_id = $1', [message.id]);
  expect([went(first, message.destination), went(second, message.destination)]).toEqual([1, 1]);
  const after = await books(db, account);
  expect(Number(before.balance) - Number(after.balance)).toBeCloseTo(0.01, 6);
  expect(after.ledger).toBe(after.balance);
});

test('a failed receipt of one carrier is not final, those of both are', async () => {
  const [delivered, failed] = [await ask(30), await ask(30)];
  for (const message of [delivered, failed]) {
    await hurry(message);
    await tell(first, { ...message, id: message.id }, 'ENROUTE');
    await until(() => went(second, message.destination) === 1);
    await reference(message.id, second.carrierId);
    await tell(first, message, 'UNDELIV');
    await untilState(db, message.id, 'UNKNOWN');
  }
  await tell(second, delivered, 'DELIVRD');
  await untilState(db, delivered.id, 'DELIVERED');
  await tell(second, failed, 'UNDELIV');
  await untilState(db, failed.id, 'FAILED');
});

test('not if the receipt arrives in time, and not without `fallbackSeconds`', async () => {
  const [asked, plain] = [await ask(30), await ask()];
  await tell(first, asked, 'DELIVRD');
  await untilState(db, asked.id, 'DELIVERED');
  await hurry(asked);
  await hurry(plain);
  const left = async () =>
    (await db.query('SELECT 1 FROM second_tries WHERE message_id = ANY ($1)', [[asked.id, plain.id]])).rowCount;
  await until(async () => (await left()) === 0);
  expect([went(second, asked.destination), went(second, plain.destination)]).toEqual([0, 0]);
});

test('an invalid field is refused', async () => {
  for (const fallbackSeconds of [0, 9, 1.5, '60']) {
    const answer = await send({ fallbackSeconds } as never);
    expect(answer.status).toBe(400);
  }
});

test('a route overrides the sender, and picks the same one of a pool for the same recipient', async () => {
  const { routes } = (await admin({ path: '/routes' })).body as { routes: { routeId: string; carrierId: string }[] };
  const { routeId } = routes.find(({ carrierId }) => carrierId === first.carrierId)!;
  const pool = ['+38640111001', '+38640111002', '+38640111003'];
  const changed = await admin({ method: 'PATCH', path: `/routes/${routeId}`, body: { senders: pool } });
  expect(changed.body).toMatchObject({ senders: pool, rewrites: 'all' });
  const shown = senders.get(first.smsc)!;
  const person = newNumber();
  await until(async () => {
    shown.length = 0;
    await send({ destinations: [person] });
    await until(() => shown.length === 1);
    return shown[0] !== 'Shop';
  });
  const seen = shown[0]!;
  for (let turn = 0; turn < 3; turn++) await send({ destinations: [person] });
  await until(() => shown.length === 4);
  expect(new Set(shown)).toEqual(new Set([seen]));
  expect(pool.map((number) => number.slice(1))).toContain(seen.replace('+', ''));
  await admin({ method: 'PATCH', path: `/routes/${routeId}`, body: { senders: [] } });
});

test('costs and policies, how explain shows them, and margins', async () => {
  const costs = (carrierId: string, unitCost: string, currency = 'EUR') =>
    admin({
      method: 'PUT',
      path: `/carriers/${carrierId}/costs`,
      body: { currency, costs: [{ country: 'SI', unitCost }] },
    });
  expect((await costs(first.carrierId, '0.005')).body).toMatchObject({ costs: [{ country: 'SI', unitCost: '0.005' }] });
  expect((await costs(second.carrierId, '0.002', 'USD')).status).toBe(409);
  expect((await costs(second.carrierId, '0.002')).status).toBe(200);
  // Equal priorities now, so that the policy decides.
  await db.query('UPDATE routes SET priority = 5');
  const body = { policies: [{ country: 'SI', policy: 'least cost' }] };
  expect((await admin({ method: 'PUT', path: '/routing/policies', body })).body).toEqual({
    policies: [{ country: 'SI', policy: 'least cost', windowHours: 24 }],
  });
  const { body: told } = await admin({ path: '/routes/explain?destination=%2B38640123456' });
  expect(told).toMatchObject({
    carrierId: second.carrierId,
    candidates: [
      {
        carrierId: second.carrierId,
        unitCost: '0.002',
        currency: 'EUR',
        text: expect.stringContaining('the lowest cost'),
      },
      { carrierId: first.carrierId, unitCost: '0.005' },
    ],
  });
  const message = newNumber();
  await until(async () => {
    await send({ destinations: [message] });
    return went(second, message) > 0;
  });
  await recount(db);
  const { margins } = (await admin({ path: '/margins?country=SI' })).body as {
    margins: { carrierId: string; revenue: string; segments: number; cost: string; margin: string }[];
  };
  const row = margins.find(({ carrierId }) => carrierId === first.carrierId)!;
  expect(row.segments).toBeGreaterThan(0);
  expect(Number(row.cost)).toBeCloseTo(row.segments * 0.005, 6);
  expect(Number(row.margin)).toBeCloseTo(Number(row.revenue) - Number(row.cost), 6);
});
