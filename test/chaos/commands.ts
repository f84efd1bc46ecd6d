import fc from 'fast-check';
import { expect } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import type { Db } from '../../src/database/db.ts';
import { Refusal } from '../../src/domain/errors.ts';
import type { SendRequest } from '../../src/domain/message/send.ts';
import type { PartFate } from '../../src/domain/receipt/receipt.ts';
import { firstUuid } from '../../src/domain/uuid.ts';
import { cancelMessage } from '../../src/flows/messages/cancellations.ts';
import { claimFairly, firstTurn } from '../../src/flows/messages/claims.ts';
import { receiveReceipts } from '../../src/flows/messages/receipts.ts';
import { type Settlement, settle } from '../../src/flows/messages/settlement.ts';
import { firstStride, releaseDue, sweepSilent } from '../../src/flows/messages/sweeps.ts';
import { requestOrigin, type SendResponse } from '../../src/flows/sending/order.ts';
import type { Sending } from '../../src/flows/sending/send.ts';
import type { ClaimedMessage } from '../../src/store/message/queue.ts';
import { undecidedQueue } from '../../src/store/message/queues.ts';
import { beat } from '../../src/store/message/workers.ts';
import { numbers, request, type TestAccount, topUp } from '../harness/accounts.ts';
import { takeOver } from '../harness/workers.ts';
import type { Model, ModelMessage, ModelState } from './model.ts';
/** Events of an account, applied to the model and to the flows of the service. */

/** A process as the queue sees it: a lease, and the messages it believes it holds. */
export type Worker = { readonly lease: string; held: Map<string, ClaimedMessage> };

export type Real = {
  readonly db: Db;
  readonly sending: Sending;
  readonly account: TestAccount;
  readonly carrierId: string;
  readonly workers: readonly Worker[];
};

type Command = fc.AsyncCommand<Model, Real>;
const validitySeconds = 172_800;
const farAway = 4_000_000_000;

/** A command that is always possible; `pick` chooses one of the available items. */
const command = (name: string, run: (model: Model, real: Real) => Promise<void>): Command => ({
  check: () => true,
  run: async (model, real) => {
    await run(model, real);
    await compare(model, real);
  },
  toString: () => name,
});

const send = (count: number, long: boolean, scheduled: boolean) =>
  command(
    `send ${count}${long ? ' long' : ''}${scheduled ? ' scheduled' : ''}`,
    async (model, { sending, account }) => {
      const price = long ? 2 : 1;
      const body = request({
        destinations: numbers(count),
        message: { content: 'x'.repeat(long ? 200 : 10) },
        deliveryReportUrl: 'http://127.0.0.1:9/',
        ...(scheduled ? { scheduledTime: farAway } : {}),
      }) as unknown as SendRequest;
      const principal = { accountId: account.id, keyId: account.keyId };
      const order = { principal, request: body, origin: requestOrigin(principal, 'http') };
      const outcome = await sending.send(order).catch((error: unknown) => error as Error);
      if (!model.canPay(count * price)) {
        expect(outcome).toBeInstanceOf(Refusal);
        return;
      }
      const { messages } = JSON.parse((outcome as { answer: string }).answer) as SendResponse;
      model.accept(
        messages.map(({ messageId }) => messageId),
        price,
        scheduled,
      );
    },
  );

const cancel = (place: number) =>
  command(`cancel ${place}`, async (model, { db, account }) => {
    const message = chosen(model.messages, place);
    if (message === undefined) return;
    const { kind } = await cancelMessage(db, { accountId: account.id, id: message.id });
    const possible = message.state === 'SCHEDULED';
    expect(kind).toBe(possible || message.state === 'CANCELLED' ? 'cancelled' : 'too late');
    if (possible) model.move(message, 'CANCELLED');
  });

/** One scheduled message becomes due. */
const tick = (place: number) =>
  command(`tick ${place}`, async (model, { db }) => {
    const message = chosen(model.in('SCHEDULED'), place);
    if (message === undefined) return;
    await db.query('UPDATE messages SET due_at = now() WHERE id = $1', [message.id]);
    expect(await releaseDue(db, 100)).toBe(1);
    model.move(message, 'QUEUED', 'SCHEDULED');
  });

const claim = (number: number, room: number) =>
  command(`process ${number} claims ${room}`, async (model, { db, workers }) => {
    const { lease, held } = workers[number]!;
    for (const claimed of await claimFairly(db, lease, { queues: [undecidedQueue] }, room, firstTurn())) {
      const message = model.messages.find(({ id }) => id === claimed.id)!;
      expect([message.state, message.free]).toEqual(['QUEUED', true]);
      [message.holder, message.free] = [number, false];
      held.set(claimed.id, claimed);
    }
  });

/** The process is considered dead, and another takes over. Its belief is kept: it was only suspended. */
const crash = (number: number) =>
  command(`process ${number} crashes`, async (model, { db, workers }) => {
    const { lease } = workers[number]!;
    await takeOver(db, lease);
    await beat(db, lease, firstUuid);
    for (const message of model.messages) if (message.holder === number) model.release(message);
  });

/** Also settles messages it no longer holds: such a result must change nothing. */
const settlement = (number: number, kind: 'submitted' | 'refused' | 'later' | 'not yet') =>
  command(`process ${number} settles: ${kind}`, async (model, { db, workers, carrierId }) => {
    const { lease, held } = workers[number]!;
    const results = [...held.values()].map((message): Settlement => {
      if (kind === 'submitted') return { message, kind, carrierId, references: [newId()] };
      return kind === 'not yet' ? { message, kind } : { message, kind, reason: 'because' };
    });
    held.clear();
    if (results.length === 0) return;
    // So that every message is checked, including one whose id is slightly ahead of the clock.
    await settle(db, lease, results, { validitySeconds, silentSeconds: -3_600 });
    for (const result of results) {
      const message = model.messages.find(({ id }) => id === result.message.id)!;
      if (result.kind === 'submitted') message.references.push(...result.references);
      if (message.state === 'QUEUED' && message.holder === number) applySettlement(model, message, kind);
    }
    await db.query(`UPDATE messages SET due_at = now() WHERE state = 'QUEUED' AND lease IS NULL`);
  });

function applySettlement(model: Model, message: ModelMessage, kind: string): void {
  if (kind === 'submitted') model.move(message, 'SENT');
  else if (kind === 'refused') model.move(message, 'REJECTED');
  else model.release(message);
}

const outcomes = { delivered: 'DELIVERED', failed: 'FAILED', rejected: 'REJECTED', unknown: 'UNKNOWN' } as const;

/** A receipt for any message that the carrier has ever accepted, any number of times. */
const receipt = (place: number, outcome: keyof typeof outcomes) =>
  command(`receipt ${place} ${outcome}`, async (model, { db, carrierId }) => {
    const message = chosen(
      model.messages.filter(({ references }) => references.length > 0),
      place,
    );
    if (message === undefined) return;
    const key = message.references[place % message.references.length]!;
    const fate: PartFate = outcome;
    const told = {
      keys: [{ key, certain: true }],
      outcome: fate,
      destination: '',
      numbers: [],
      error: undefined,
      text: '',
    };
    await receiveReceipts(db, [{ carrierId, carriers: [carrierId], ...told }]);
    const state: ModelState = outcomes[outcome];
    if (message.state === 'SENT' || (message.state === 'UNKNOWN' && state !== 'UNKNOWN')) model.move(message, state);
  });

/** The time limit for receipts expires. */
const silence = command('silence', async (model, { db }) => {
  await sweepSilent(db, 0, 1_000, firstStride());
  for (const message of model.in('SENT')) model.move(message, 'UNKNOWN');
});

const paid = (cents: number) =>
  command(`top up ${cents}`, async (model, { db, account }) => {
    await db.transaction((tx) => topUp(tx, account.id, `${cents / 100}`));
    model.balance += cents;
  });

function chosen<T>(items: readonly T[], place: number): T | undefined {
  return items[place % Math.max(1, items.length)];
}

/** Balance, states, and the reports in their order. */
async function compare(model: Model, { db, account }: Real): Promise<void> {
  const { rows } = await db.query<{ balance: string; ledger: string; states: object; reports: object }>(
    `SELECT (balance * 100)::integer AS balance,
       (SELECT (coalesce(sum(amount), 0) * 100)::integer FROM ledger WHERE account_id = $1) AS ledger,
       (SELECT coalesce(json_object_agg(id, state), '{}') FROM messages WHERE account_id = $1) AS states,
       (SELECT coalesce(json_object_agg(subject_id, reports), '{}') FROM (
          SELECT subject_id, json_agg(payload::json ->> 'status' ORDER BY created_at, id) AS reports FROM outbox
          WHERE account_id = $1 GROUP BY 1) r) AS reports
     FROM accounts WHERE id = $1`,
    [account.id],
  );
  const told = model.messages.filter(({ reports }) => reports.length > 0);
  expect(rows[0]).toEqual({
    balance: model.balance,
    ledger: model.balance,
    states: Object.fromEntries(model.messages.map(({ id, state }) => [id, state])),
    reports: Object.fromEntries(told.map(({ id, reports }) => [id, reports])),
  });
}

const place = fc.nat(1_000);
const worker = fc.nat(1);
export const commands: fc.Arbitrary<Command>[] = [
  fc.tuple(fc.integer({ min: 1, max: 3 }), fc.boolean(), fc.boolean()).map((args) => send(...args)),
  place.map(cancel),
  place.map(tick),
  fc.tuple(worker, fc.integer({ min: 1, max: 5 })).map((args) => claim(...args)),
  worker.map(crash),
  fc
    .tuple(
      worker,
      fc.constantFrom(
        'submitted' as const,
        'submitted' as const,
        'refused' as const,
        'later' as const,
        'not yet' as const,
      ),
    )
    .map((args) => settlement(...args)),
  fc
    .tuple(place, fc.constantFrom(...(Object.keys(outcomes) as (keyof typeof outcomes)[])))
    .map((args) => receipt(...args)),
  fc.constant(silence),
  fc.integer({ min: 1, max: 5 }).map(paid),
];
