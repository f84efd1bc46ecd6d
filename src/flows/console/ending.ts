import type { Db } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { insertAudit } from '../../store/account/audit.ts';
import { deleteSession } from '../../store/console/sessions.ts';

/** Ends a session, if given only one of this owner. False if it does not exist. */
export function endSession(
  db: Db,
  actor: Actor,
  id: string,
  owner: string | undefined,
  action: 'console logout' | 'session revoke',
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ended = await deleteSession(tx, id, owner);
    if (ended === undefined) return false;
    const accountId = ended.account_id ?? undefined;
    await insertAudit(tx, actor, { action, subjectId: id, accountId, details: { name: ended.name } });
    return true;
  });
}
