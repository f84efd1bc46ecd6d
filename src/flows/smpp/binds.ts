import type { Db, Queryable } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { insertAudit } from '../../store/account/audit.ts';
import {
  type BindRow,
  type BoundCredential,
  endBind,
  findLiveBind,
  type LiveBind,
  lockCredentials,
  setBindLog,
  writeBinds,
} from '../../store/smpp/binds.ts';

export type BindRequest = Pick<
  BindRow,
  'id' | 'credentialId' | 'accountId' | 'systemId' | 'mode' | 'version' | 'address'
>;
/** The credential, counting the new bind. */
export type BindSlot = BoundCredential | 'over' | 'too many binds';

const noCounts = { submits: 0, delivers: 0, errors: 0, unanswered: 0 };

/**
 * Reserves slots, within the limits of the credentials over all processes, and stores the binds. All requests share one
 * transaction: customers open many binds of one credential together, and would otherwise wait for its row with a connection
 * each.
 */
export async function reserveBinds(db: Db, workerId: string, requests: readonly BindRequest[]): Promise<BindSlot[]> {
  return db.transaction(async (tx) => {
    const credentials = await lockCredentials(tx, [...new Set(requests.map(({ credentialId }) => credentialId))]);
    const bound: BindRow[] = [];
    const slots = requests.map((request): BindSlot => {
      const credential = credentials.get(request.credentialId);
      if (!credential?.live) return 'over';
      if (credential.bound >= credential.maxBinds) return 'too many binds';
      const slot = { ...credential, bound: credential.bound + 1 };
      credentials.set(slot.id, slot);
      bound.push({ ...request, ...noCounts, boundAt: slot.now, activeAt: slot.now });
      return slot;
    });
    if (bound.length > 0) await writeBinds(tx, workerId, bound);
    return slots;
  });
}

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
    await insertAudit(tx, actor, { ...entry, subjectId: id, accountId: bind.accountId });
    return bind;
  });
}
