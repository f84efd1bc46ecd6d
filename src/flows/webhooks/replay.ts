import type { Db, Queryable } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { findAccountOf } from '../../store/account/account.ts';
import { insertAudit } from '../../store/account/audit.ts';
import { readClock } from '../../store/clock.ts';
import { type FailedSince, replayEvent, replayEvents } from '../../store/webhook/delivery-log.ts';

/** Delivers an event again on behalf of an operator. False if the event does not exist. */
export function replayForOperator(db: Db, actor: Actor, deliveryId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const accountId = await findAccountOf(tx, 'outbox', deliveryId);
    if (accountId === undefined || !(await replayEvent(tx, accountId, deliveryId))) return false;
    await insertAudit(tx, actor, { action: 'webhook replay', subjectId: deliveryId, accountId });
    return true;
  });
}

/** One statement for a million events would exceed its time limit and block their delivery until then. */
const mostInOne = 5_000;

/** Retries all events of an account that failed since a time, in sets. Returns their number. */
export async function replayFailed(
  db: Db,
  failed: FailedSince,
  also: (tx: Queryable, replayed: number) => Promise<void> = async () => {},
): Promise<number> {
  const bounds = { most: mostInOne, triedBefore: await readClock(db) };
  let total = 0;
  for (let last = mostInOne; last === mostInOne; total += last) {
    last = await db.transaction(async (tx) => {
      const replayed = await replayEvents(tx, failed, bounds);
      if (replayed > 0 || total === 0) await also(tx, replayed);
      return replayed;
    });
  }
  return total;
}

/** Like `replayFailed`, for an operator: each set has its audit entry. */
export function replayFailedForOperator(db: Db, actor: Actor, failed: FailedSince): Promise<number> {
  const { accountId, since, origin } = failed;
  return replayFailed(db, failed, (tx, replayed) =>
    insertAudit(tx, actor, {
      action: 'webhook replay',
      accountId,
      details: { since: since.toISOString(), origin, replayed },
    }),
  );
}
