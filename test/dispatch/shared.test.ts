/** Two processes on one database, each bound to one of two carriers: messages reach the right carrier from either process. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Db } from '../../src/database/db.ts';
import { carrierStatus } from '../../src/store/carrier/links.ts';
import { books, croatian, idsOf, numbers, sender, slovenian, testAccount } from '../harness/accounts.ts';
import { serviceOn, testService } from '../harness/service.ts';
import {
  addCarrier,
  bound,
  type Peer,
  peer,
  silentPeer,
  stateOf,
  states,
  until,
  untilState,
  urlOf,
} from './carrier.ts';

/** Carrier A is bound only in the first process, B only in the second. */
const first = await testService();
const { db } = first;
const smscA = await peer();
const smscB = await peer();
const smscOfTwo = await peer();
const a = await bound(db, smscA);
const second = await serviceOn(first.url);
const b = await addCarrier(db, urlOf(smscB));
await bindElsewhere(db, b, a);
/** Applies in every process. */
const marker = await addCarrier(db, 'simulator:?receipt_delay=0', []);
const account = await testAccount(db);
const processes = [sender(first, account), sender(second, account)];

/** The process that holds the bind slot of a carrier, according to PostgreSQL. */
async function holderOf(carrierId: string, slot = 0): Promise<number | undefined> {
  const { rows } = await db.query<{ pid: number }>(
    `SELECT l.pid FROM pg_locks l, (SELECT hashtextextended($1, $2) AS key) k
     WHERE l.locktype = 'advisory' AND l.classid::bigint = (k.key >> 32) & x'ffffffff'::bigint
       AND l.objid::bigint = k.key & x'ffffffff'::bigint AND l.granted
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [carrierId, slot],
  );
  return rows[0]?.pid;
}

/** Which of the two processes takes a free slot is random: it is offered until the right one holds it. */
async function bindElsewhere(db: Db, carrierId: string, than: string): Promise<void> {
  await until(async () => {
    const holder = await holderOf(carrierId);
    if (holder === undefined) return false;
    if (holder !== (await holderOf(than))) return true;
    await db.query('UPDATE carriers SET enabled = false WHERE id = $1', [carrierId]);
    await until(async () => (await holderOf(carrierId)) === undefined);
    await db.query('UPDATE carriers SET enabled = true WHERE id = $1', [carrierId]);
    await until(async () => (await holderOf(carrierId)) !== undefined);
    return false;
  });
}

type Route = { country?: string; prefix?: string; priority?: number; weight?: number };
let markers = 0;

/**
 * Replaces all routes, and waits until both processes have loaded them: each must know a route that is added with them, which
 * leads an unused number to the marker. At that point, nothing has been submitted yet.
 */
async function routes(forA: Route[], forB: Route[]): Promise<void> {
  const prefix = `+3864099${String(1_000 + markers++)}`;
  const wanted = [
    ...forA.map((route) => ({ carrier: a, route })),
    ...forB.map((route) => ({ carrier: b, route })),
    { carrier: marker, route: { prefix, priority: -1 } as Route },
  ];
  await db.transaction(async (tx) => {
    await tx.query('DELETE FROM routes');
    for (const { carrier, route } of wanted) {
      const { country = null, prefix = null, priority = 100, weight = 1 } = route;
      await tx.query(
        `INSERT INTO routes (id, carrier_id, country, prefix, priority, weight)
         VALUES (gen_random_uuid(), $1, $2, $3, $4, $5)`,
        [carrier, country, prefix, priority, weight],
      );
    }
  });
  await reaches(marker, prefix);
  for (const { submits } of [smscA, smscB]) submits.length = 0;
}

/** Waits until a message to this number is routed there by either process. */
async function reaches(carrierId: string, destination: string): Promise<void> {
  for (const send of processes) {
    await until(async () => {
      const [id] = idsOf(await send({ destinations: [destination] }));
      await until(async () => (await stateOf(db, id!)) !== 'QUEUED');
      const { rows } = await db.query<{ carrier_id: string }>('SELECT carrier_id FROM parts WHERE message_id = $1', [
        id,
      ]);
      return rows[0]?.carrier_id === carrierId;
    });
  }
}

const linksUp = async (id: string) => (await carrierStatus(db)).find((carrier) => carrier.id === id)!.linksUp;

const counts = () => [smscA, smscB].map(({ submits }) => submits.length);

test('each process is bound to one carrier', async () => {
  expect([smscA.receivers, smscB.receivers]).toEqual([1, 1]);
  expect(await holderOf(a)).not.toBe(await holderOf(b));
});

test.each([
  ['A', 1, 2, [40, 0]],
  ['B', 2, 1, [0, 40]],
])('priority is for carrier %s, whichever process accepts', async (_, priorityA, priorityB, expected) => {
  await routes([{ priority: priorityA }], [{ priority: priorityB }]);
  for (const send of processes) {
    await send({ destinations: numbers(15) });
    for (const destination of numbers(5)) await send({ destinations: [destination] });
  }
  await until(() => smscA.submits.length + smscB.submits.length === 40);
  expect(counts()).toEqual(expected);
});

test('weights hold in total over both processes', async () => {
  await routes([{ weight: 3 }], [{ weight: 1 }]);
  for (const send of [...processes, ...processes]) await send({ destinations: numbers(100) });
  await until(() => smscA.submits.length + smscB.submits.length === 400);
  // 300 are expected; a deviation of 43 has a probability of 1 in 1,000,000.
  expect(smscA.submits.length).toBeGreaterThan(255);
  expect(smscA.submits.length).toBeLessThan(345);
});

test('a message refused temporarily by one carrier goes to the next', async () => {
  await routes([{ priority: 1 }], [{ priority: 2 }]);
  smscA.fates.set(slovenian, { status: 'ESME_RMSGQFUL' });
  const [id] = idsOf(await processes[0]!());
  await untilState(db, id!, 'DELIVERED');
  expect(counts()).toEqual([1, 1]);
});

test('a message without a route is REJECTED and refunded by either process', async () => {
  await routes([{ country: 'SI' }], [{ country: 'SI' }]);
  const { balance } = await books(db, account);
  for (const send of processes) {
    const [id] = idsOf(await send({ destinations: [croatian] }));
    await untilState(db, id!, 'REJECTED');
  }
  expect(await books(db, account)).toMatchObject({ balance, ledger: balance });
});

test('with one of two slots in each process, messages are sent by the process that accepted them', async () => {
  const id = await addCarrier(db, urlOf(smscOfTwo, '?binds=2'), []);
  const holders = () => Promise.all([holderOf(id, 0), holderOf(id, 1)]);
  await until(async () => (await holders()).every((pid) => pid !== undefined));
  expect(new Set(await holders()).size).toBe(2);
  await db.query('DELETE FROM carriers WHERE id = $1', [id]);
  await until(async () => (await holders()).every((pid) => pid === undefined));
});

test('messages that wait for a carrier that is down are not updated, and are sent when it is up', async () => {
  await routes([{ country: 'SI' }], [{ country: 'HR' }]);
  const { port } = smscA;
  await smscA.stop(100);
  await until(async () => (await linksUp(a)) === 0);
  for (const send of processes) await send({ destinations: [...numbers(20), croatian] });
  await until(async () => smscB.submits.length === 2 && (await queue()).every(({ lease }) => lease === null));
  const before = await queue();
  expect(before).toHaveLength(40);
  // The other carrier is up, has room and is used all the time.
  for (let round = 0; round < 5; round++) {
    await processes[round % 2]!({ destinations: [croatian] });
    await sleep(400);
  }
  expect(await queue()).toEqual(before);
  const back = await listening(port);
  await until(() => back.submits.length === 40);
  await until(async () => (await states(db))['QUEUED'] === undefined);
});

test('B takes over when A is down, and A again when it is back', async () => {
  const up = current.at(-1)!;
  await routes([{ priority: 1 }], [{ priority: 2 }]);
  await reaches(a, slovenian);
  const { port } = up;
  await up.stop(100);
  smscB.submits.length = 0;
  // Sent immediately: some are still queued for A, and must not remain there.
  for (const send of processes) await send({ destinations: numbers(10) });
  await until(() => smscB.submits.length === 20);
  const back = await listening(port);
  await reaches(a, slovenian);
  const [onA, onB] = [back.submits.length, smscB.submits.length];
  for (const send of processes) await send({ destinations: numbers(10) });
  await until(() => back.submits.length === onA + 20);
  expect(smscB.submits).toHaveLength(onB);
});

test('while all carriers are down, only messages with a route wait; the rest are REJECTED and refunded', async () => {
  await routes([{ country: 'SI' }], [{ country: 'SI' }]);
  await db.query('DELETE FROM carriers WHERE id = $1', [marker]);
  for (const smsc of [current.at(-1)!, smscB]) await smsc.stop(100);
  await until(async () => (await db.query('SELECT 1 FROM carrier_links WHERE links > 0')).rowCount === 0);
  const { balance } = await books(db, account);
  const [waiting] = idsOf(await processes[0]!());
  const [alone] = idsOf(await processes[0]!({ destinations: [croatian] }));
  const [mixed, beside] = idsOf(await processes[1]!({ destinations: [croatian, slovenian] }));
  for (const id of [alone, mixed]) await untilState(db, id!, 'REJECTED');
  expect(await stateOf(db, beside!)).toBe('QUEUED');
  expect(Number((await books(db, account)).balance)).toBeCloseTo(Number(balance) - 0.02, 6);
  // Disabled carriers and deleted routes do not count as routes either.
  await db.query('UPDATE carriers SET enabled = false WHERE id = $1', [a]);
  await db.query(`UPDATE routes SET country = 'HR' WHERE carrier_id = $1 AND country = 'SI'`, [b]);
  for (const id of [waiting, beside]) await untilState(db, id!, 'REJECTED');
  expect(await books(db, account)).toMatchObject({ balance, ledger: balance });
});

/** SMSCs that have replaced A. */
const current: Peer[] = [];

async function listening(port: number): Promise<Peer> {
  const smsc = silentPeer({ port });
  await smsc.listen();
  current.push(smsc);
  await until(() => smsc.receivers === 1);
  return smsc;
}

/** The columns that a claim or a put-back would change. */
async function queue(): Promise<{ lease: string | null }[]> {
  const { rows } = await db.query<{ lease: string | null }>(
    `SELECT id, xmin::text, lease, due_at, attempts, queue FROM messages WHERE state = 'QUEUED' ORDER BY id`,
  );
  return rows;
}
