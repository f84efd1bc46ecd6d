import type { Db } from '../../database/db.ts';
import { afterExpiry } from '../../domain/message/unanswered.ts';
import { optedOutReason } from '../../domain/optout/opt-out.ts';
import { uuidAt, uuidTime } from '../../domain/uuid.ts';
import { readClock } from '../../store/clock.ts';
import type { Concerned } from '../../store/message/messages.ts';
import {
  type Expired,
  findUnsendable,
  lockDue,
  lockExpired,
  lockSent,
  lockUnroutable,
  lockWalk,
  moveWalk,
  watch,
} from '../../store/message/sweeps.ts';
import { messagesOptedOut } from '../../store/optout/opt-outs.ts';
import { advance } from './advance.ts';

/**
 * Queues scheduled messages that are due, with the report that the contract requires. Messages that could no longer be sent if they
 * were requested now are refused and refunded.
 */
export function releaseDue(db: Db, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await lockDue(tx, 'scheduled', limit);
    if (due.length === 0) return 0;
    await advance(tx, due, 'due');
    const unsendable = await findUnsendable(tx, due);
    // Recipients may have opted out since the message was accepted.
    const optedOut = (await messagesOptedOut(tx, due)).map((ref) => ({ ...ref, reason: optedOutReason }));
    const refused = [...optedOut, ...unsendable];
    if (refused.length > 0) await advance(tx, [...new Map(refused.map((ref) => [ref.id, ref])).values()], 'refused');
    return due.length;
  });
}

/** While no carrier has room, messages are not claimed, so their expiry is found here. */
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
/** Without a reason, the message keeps that of its last try. */
const toUnanswered = ({ accountId, id, ...message }: Expired): Concerned => ({
  accountId,
  id,
  reason: message.vanished ? vanished : undefined,
});

/** Refuses and refunds queued messages that no route serves any more, after a change of carriers or routes. */
export function refuseUnroutable(db: Db, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const lost = await lockUnroutable(tx, limit);
    const refused = lost.map(({ country, ...ref }) => ({ ...ref, reason: noRoute(country) }));
    if (refused.length > 0) await advance(tx, refused, 'refused');
    return refused.length;
  });
}

export const noRoute = (country: string): string => `no carrier takes messages to ${country}`;

/** Time span of acceptance that the next step of the walk covers. */
type Stride = { ms: number };
export const firstStride = (): Stride => ({ ms: 60_000 });
const longestStrideMs = 6 * 3_600_000;

/**
 * Messages that were sent long ago without a receipt become UNKNOWN, until a late receipt arrives. They have no index, since it
 * would have to be written for every sent message. Instead a walk visits every message once, when it is old enough; messages sent
 * later than that, because they were scheduled, are watched separately. Returns whether there is more to do.
 */
export function sweepSilent(db: Db, silentSeconds: number, limit: number, stride: Stride): Promise<boolean> {
  return db.transaction(async (tx) => {
    const watched = await lockDue(tx, 'watched', limit);
    if (watched.length > 0) await advance(tx, watched, 'silence');
    const from = await lockWalk(tx, 'silence');
    if (from === undefined) return watched.length === limit;
    const horizon = (await readClock(tx)).getTime() - silentSeconds * 1_000;
    const until = uuidAt(Math.min(horizon, uuidTime(from) + stride.ms));
    if (until <= from) return watched.length === limit;
    const sent = await lockSent(tx, from, until, silentSeconds, limit);
    const silent = sent.filter(({ isSilent }) => isSilent);
    if (silent.length > 0) await advance(tx, silent, 'silence');
    await watch(
      tx,
      sent.filter(({ isSilent }) => !isSilent),
      silentSeconds,
    );
    const isMore = sent.length === limit;
    if (!isMore) await moveWalk(tx, 'silence', until);
    stride.ms = isMore ? Math.max(1_000, stride.ms / 2) : Math.min(longestStrideMs, stride.ms * 2);
    return isMore || watched.length === limit || uuidTime(until) < horizon;
  });
}
