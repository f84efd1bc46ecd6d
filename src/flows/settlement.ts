import type { Db, Transaction } from '../db.ts';
import { retryDelayMs } from '../domain/backoff.ts';
import type { Event } from '../domain/message.ts';
import { afterExpiry } from '../domain/unanswered.ts';
import type { Concerned } from '../store/messages.ts';
import { insertParts, type NewPart } from '../store/parts.ts';
import { type Claimed, putBack, undecidedLane } from '../store/queue.ts';
import { advance } from './advance.ts';
import { type Courier, type Desk, delivering } from './courier.ts';

/** What came of a message that this process had taken. */
export type Settlement = { readonly message: Claimed } & (
  | { readonly kind: 'submitted'; readonly carrierId: string; readonly references: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unanswered'; readonly reason: string } // and it must not be sent again
  | { readonly kind: 'later'; readonly reason: string; readonly unanswered?: boolean } // tried, and to be tried again
  | { readonly kind: 'moved'; readonly lane: number } // not tried: it is to wait in this lane
  | { readonly kind: 'not yet' } // not tried, and nobody knows where it belongs
);

const notYetMs = 250;

/** Writes many results in one transaction. What another process has taken over in the meantime is left alone. */
export async function settle(
  db: Db,
  lease: string,
  settlements: readonly Settlement[],
  validitySeconds: number,
  desk?: Desk,
): Promise<void> {
  const now = Date.now();
  const isExpired = ({ message }: Settlement) => now - message.since.getTime() > validitySeconds * 1_000;
  const back = settlements.filter(({ kind }) => kind === 'later' || kind === 'moved' || kind === 'not yet');
  await delivering(db, desk, async (tx, courier) => {
    await settleSubmitted(tx, lease, settlements, courier);
    await move(
      tx,
      lease,
      settlements.filter(({ kind }) => kind === 'unanswered'),
      'unanswered',
    );
    const expired = back.filter(isExpired);
    for (const event of ['expired', 'unanswered'] as const) {
      await move(
        tx,
        lease,
        expired.filter((settlement) => afterExpiry(unansweredTries(settlement)) === event),
        event,
      );
    }
    await release(
      tx,
      lease,
      back.filter((settlement) => !isExpired(settlement)),
    );
    // Last: money goes back, which locks accounts, and messages are locked before those.
    await move(
      tx,
      lease,
      settlements.filter(({ kind }) => kind === 'refused'),
      'refused',
    );
  });
}

async function settleSubmitted(
  tx: Transaction,
  lease: string,
  settlements: readonly Settlement[],
  courier: Courier | undefined,
): Promise<void> {
  const submitted = settlements.filter((settlement) => settlement.kind === 'submitted');
  if (submitted.length === 0) return;
  // The parts are kept even if the message is no longer ours: the carrier has taken it, and its receipt will come.
  await insertParts(
    tx,
    submitted.flatMap(({ message, carrierId, references }) => toParts(message, carrierId, references)),
  );
  await advance(
    tx,
    submitted.map(({ message }) => message),
    'submitted',
    lease,
    courier,
  );
}

function toParts({ accountId, id }: Claimed, carrierId: string, references: readonly string[]): NewPart[] {
  const total = references.length;
  return references.map((reference, index) => ({ accountId, id, carrierId, reference, part: index + 1, total }));
}

async function move(tx: Transaction, lease: string, settlements: readonly Settlement[], event: Event): Promise<void> {
  if (settlements.length === 0) return;
  await advance(tx, settlements.map(toConcerned), event, lease);
}

function toConcerned(settlement: Settlement): Concerned {
  const { accountId, id } = settlement.message;
  return { accountId, id, reason: 'reason' in settlement ? settlement.reason : undefined };
}

async function release(tx: Transaction, lease: string, settlements: readonly Settlement[]): Promise<void> {
  if (settlements.length === 0) return;
  await putBack(
    tx,
    lease,
    settlements.map((settlement) => {
      const { accountId, id } = settlement.message;
      const lane = settlement.kind === 'moved' ? settlement.lane : undecidedLane;
      const { reason } = toConcerned(settlement);
      const [tried, unanswered] = [settlement.kind === 'later', isUnanswered(settlement)];
      return { accountId, id, lane, tried, unanswered, reason, delayMs: delayOf(settlement) };
    }),
  );
}

const isUnanswered = (settlement: Settlement): boolean => settlement.kind === 'later' && settlement.unanswered === true;

const unansweredTries = (settlement: Settlement): number =>
  settlement.message.unanswered + Number(isUnanswered(settlement));

function delayOf({ kind, message }: Settlement): number {
  if (kind === 'moved') return 0;
  return kind === 'later' ? retryDelayMs(message.attempts + 1, Math.random()) : notYetMs;
}
