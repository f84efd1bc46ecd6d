import type { Db, Queryable } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { insertAudit } from '../../store/account/audit.ts';
import { endBind, findLiveBind, type LiveBind, setBindLog } from '../../store/smpp/live-binds.ts';

/** Closes a bind in any process; the customer may bind again. Undefined if the bind does not exist. */
export function disconnectBind(db: Db, actor: Actor, id: string, reason: string): Promise<LiveBind | undefined> {
  return changed(db, actor, id, { action: 'smpp bind disconnect', details: { reason } }, (tx) =>
    endBind(tx, id, reason),
  );
}

/** Logs the PDUs of a bind for this time; 0 ends the log. */
export function logBind(db: Db, actor: Actor, id: string, seconds: number): Promise<LiveBind | undefined> {
  return changed(db, actor, id, { action: 'smpp bind log', details: { seconds } }, (tx) => setBindLog(tx, id, seconds));
}

function changed(
  db: Db,
  actor: Actor,
  id: string,
  entry: { readonly action: string; readonly details: object },
  change: (tx: Queryable) => Promise<boolean>,
): Promise<LiveBind | undefined> {
  return db.transaction(async (tx) => {
    if (!(await change(tx))) return undefined;
    const bind = await findLiveBind(tx, id);
    if (bind === undefined) return undefined;
    await insertAudit(tx, actor, { ...entry, subjectId: id, accountId: bind.account_id });
    return bind;
  });
}
