import type { Db } from '../db.ts';
import { uuidAt } from '../domain/uuid.ts';
import { type Actor, insertAudit } from '../store/audit.ts';
import { replayEvent, replayEvents } from '../store/delivery-log.ts';
import { findOwner } from '../store/owner.ts';

/** An operator delivers an event again, as its account could. False if there is no such event. */
export function replayForOperator(db: Db, actor: Actor, deliveryId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const accountId = await findOwner(tx, 'outbox', deliveryId);
    if (accountId === undefined || !(await replayEvent(tx, accountId, deliveryId))) return false;
    await insertAudit(tx, actor, { action: 'webhook replay', subjectId: deliveryId, accountId });
    return true;
  });
}

export type FailedSince = {
  readonly accountId: string;
  readonly since: Date;
  /** Scheme, host and port; all endpoints if left out. */
  readonly origin: string | undefined;
};

/** Everything of an account that has failed since a time. Returns how many begin anew. */
export function replayFailed(db: Db, actor: Actor, { accountId, since, origin }: FailedSince): Promise<number> {
  return db.transaction(async (tx) => {
    const replayed = await replayEvents(tx, accountId, uuidAt(since.getTime()), origin);
    const details = { since: since.toISOString(), origin, replayed };
    await insertAudit(tx, actor, { action: 'webhook replay', accountId, details });
    return replayed;
  });
}
