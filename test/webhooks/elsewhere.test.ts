import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { reportId } from '../../src/domain/message/payloads.ts';
import { claimFairly, firstTurn } from '../../src/flows/messages/claims.ts';
import { receiveReceipts } from '../../src/flows/messages/receipts.ts';
import type { EventConsumer } from '../../src/flows/webhooks/event-hand-off.ts';
import { undecidedQueue } from '../../src/store/message/queues.ts';
import { storeSubmitted } from '../../src/store/message/submits.ts';
import type { ClaimedEvent } from '../../src/store/webhook/deliveries.ts';
import { insertResults } from '../../src/store/webhook/delivery-results.ts';
import { unblockForgotten } from '../../src/store/webhook/waiting-deliveries.ts';
import { idsOf, sender, testAccount } from '../harness/accounts.ts';
import { testService } from '../harness/service.ts';
import { takeOver, testWorker } from '../harness/workers.ts';

/** The receipt reaches another process than the one that has the previous report in its memory. */

const service = await testService();
const { db } = service;
const account = await testAccount(db);
const send = sender(service, account);
const url = 'http://unreachable.invalid/';

/** Sent by a process that keeps its report in memory; then another process, or `consumer`, receives the delivery receipt. */
async function deliveredElsewhere(worker: string, consumer?: EventConsumer) {
  const [id] = idsOf(await send({ deliveryReportUrl: url })) as [string];
  await claimFairly(db, worker, { queues: [undecidedQueue] }, 1_000, firstTurn());
  const [carrierId, reference] = [newId(), newId()];
  const submitted = { accountId: account.id, id, carrierId, references: [reference], isDelivered: false, isHeld: true };
  await storeSubmitted(db, worker, [submitted], { before: '00000000-0000-0000-0000-000000000000', seconds: 60 });
  const told = { destination: '', numbers: [], error: undefined, text: '', outcome: 'delivered' } as const;
  const keys = [{ key: reference, certain: true }];
  await receiveReceipts(db, [{ carrierId, carriers: [carrierId], keys, ...told }], consumer);
  await db.query(`UPDATE outbox SET created_at = now() - interval '5 seconds' WHERE subject_id = $1`, [id]);
  return id;
}

async function eventsOf(id: string): Promise<Record<string, string>> {
  const { rows } = await db.query<{ status: string; state: string }>(
    `SELECT payload::json ->> 'status' AS status, state FROM outbox WHERE subject_id = $1`,
    [id],
  );
  return Object.fromEntries(rows.map(({ status, state }) => [status, state]));
}

function inMemory(id: string, status: 'SENT' | 'DELIVERED'): ClaimedEvent {
  const event = {
    accountId: account.id,
    kind: 'delivery report',
    url,
    origin: 'http://unreachable.invalid',
    payload: JSON.stringify({ status }),
  };
  return {
    ...event,
    id: reportId(id, status),
    subjectId: id,
    attempts: 0,
    attempted: false,
    claims: 0,
    isStored: false,
  };
}

test('its report waits until the previous one is stored, and is then claimed by the process that stored that', async () => {
  const worker = await testWorker(db);
  const id = await deliveredElsewhere(worker);
  expect(await eventsOf(id)).toEqual({ DELIVERED: 'blocked' });
  // It is not forgotten.
  await unblockForgotten(db, 100);
  expect(await eventsOf(id)).toEqual({ DELIVERED: 'blocked' });
  const result = { durationMs: 5, status: 200, error: undefined, answer: '', state: 'delivered', delayMs: 0 } as const;
  const next = await insertResults(db, worker, [{ event: inMemory(id, 'SENT'), ...result }]);
  expect(next.map((event) => event.id)).toEqual([reportId(id, 'DELIVERED')]);
  expect(await eventsOf(id)).toEqual({ SENT: 'delivered', DELIVERED: 'ready' });
});

test('if that process is gone, the previous report is created again, and goes first', async () => {
  const worker = await testWorker(db);
  const id = await deliveredElsewhere(worker);
  await takeOver(db, worker);
  expect(await eventsOf(id)).toEqual({ SENT: 'ready', DELIVERED: 'blocked' });
});

test('of two in memory that cannot be sent now, the second waits for the first, also if it is stored first', async () => {
  const worker = await testWorker(db);
  const id = newId();
  const [sent, delivered] = [inMemory(id, 'SENT'), inMemory(id, 'DELIVERED')];
  await insertResults(db, worker, [{ event: delivered, state: 'blocked', behind: sent.id }]);
  await db.query(`UPDATE outbox SET created_at = now() - interval '5 seconds' WHERE subject_id = $1`, [id]);
  await unblockForgotten(db, 100);
  expect(await eventsOf(id)).toEqual({ DELIVERED: 'blocked' });
  await insertResults(db, worker, [{ event: sent, state: 'not tried' }]);
  await unblockForgotten(db, 100);
  expect(await eventsOf(id)).toEqual({ SENT: 'ready', DELIVERED: 'blocked' });
});

/** Another process receives the receipt: what it says of its memory, and the messages whose reports it keeps there. */
async function keeping(says: { inDoubt?: boolean; holds?: boolean[] }) {
  const id = await testWorker(db);
  const kept: string[] = [];
  const inDoubt = { has: () => says.inDoubt === true } as unknown as Set<string>;
  const holds = [...(says.holds ?? [])];
  const consumer = {
    worker: { id, inDoubt, covers: () => true, coversSince: '00000000-0000-0000-0000-000000000000' },
    holds: () => holds.shift() ?? false,
    reserve: () => true,
    release: () => {},
    give: (events: ClaimedEvent[]) => kept.push(...events.map(({ subjectId }) => subjectId)),
    tally: { delivered: () => {} },
    wake: () => {},
  } as unknown as EventConsumer;
  const message = await deliveredElsewhere(id, consumer);
  return { isKept: kept.includes(message), events: await eventsOf(message) };
}

test('a process that does not know whether the previous report is its own lets the report wait for it', async () => {
  expect(await keeping({})).toEqual({ isKept: true, events: {} });
  expect(await keeping({ inDoubt: true })).toEqual({ isKept: false, events: { DELIVERED: 'blocked' } });
});

test('so does a process that has stored the previous report while it searched the outbox for it', async () => {
  expect(await keeping({ holds: [true, true] })).toEqual({ isKept: true, events: {} });
  expect(await keeping({ holds: [true, false] })).toEqual({ isKept: false, events: { DELIVERED: 'blocked' } });
});
