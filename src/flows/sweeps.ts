import type { Db } from '../db.ts';
import { afterExpiry } from '../domain/unanswered.ts';
import type { Concerned } from '../store/messages.ts';
import { type Expired, findUnsendable, lockDue, lockExpired, lockSilent, lockUnroutable } from '../store/sweeps.ts';
import { advance } from './advance.ts';

/**
 * Scheduled messages whose time has come join the queue, with the report that the contract asks for then. What could not be
 * sent any more if it were asked for today is refused, and given back.
 */
export function releaseDue(db: Db, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await lockDue(tx, limit);
    if (due.length === 0) return 0;
    await advance(tx, due, 'due');
    const unsendable = await findUnsendable(tx, due);
    if (unsendable.length > 0) await advance(tx, unsendable, 'refused');
    return due.length;
  });
}

/** While no carrier has room nobody takes a message, and so nobody would notice that its validity is over. */
export function sweepExpired(db: Db, validitySeconds: number, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const over = await lockExpired(tx, validitySeconds, limit);
    const { expired = [], unanswered = [] } = Object.groupBy(over, (message) =>
      message.vanished ? 'unanswered' : afterExpiry(message.unanswered),
    );
    if (expired.length > 0) await advance(tx, expired, 'expired');
    if (unanswered.length > 0) await advance(tx, unanswered.map(toUnanswered), 'unanswered');
    return over.length;
  });
}

export const vanished = 'a process vanished while it handed the message over';
/** Without a reason of its own it keeps that of its last try. */
const toUnanswered = ({ accountId, id, ...message }: Expired): Concerned => ({
  accountId,
  id,
  reason: message.vanished ? vanished : undefined,
});

/** Carriers and routes have changed, or all carriers are down: what nobody takes and nobody will take is given back. */
export function refuseUnroutable(db: Db, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const lost = await lockUnroutable(tx, limit);
    const refused = lost.map(({ country, ...ref }) => ({ ...ref, reason: noRoute(country) }));
    if (refused.length > 0) await advance(tx, refused, 'refused');
    return refused.length;
  });
}

export const noRoute = (country: string): string => `no carrier takes messages to ${country}`;

/** Sent long ago and never heard of again: UNKNOWN, until a late receipt says better. */
export function sweepSilent(db: Db, silentSeconds: number, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const silent = await lockSilent(tx, silentSeconds, limit);
    if (silent.length > 0) await advance(tx, silent, 'silence');
    return silent.length;
  });
}
