import type { Db, Transaction } from '../database/db.ts';
import { type Actor, systemActor } from '../domain/access/actor.ts';
import { findAccountDetails } from '../store/account/account-details.ts';
import { insertAudit } from '../store/account/audit.ts';
import { listCarriers, lockRouting } from '../store/carrier/carriers.ts';
import {
  deletePause,
  everything,
  insertPause,
  listPauses,
  type PauseRef,
  type PauseRow,
} from '../store/carrier/pauses.ts';

export type PauseOutcome = PauseRow | 'unknown';

/**
 * Messages are accepted and charged as before, and wait. What a process has taken already still leaves, within its windows. Twice
 * is as good as once.
 */
export function pause(db: Db, actor: Actor, ref: PauseRef): Promise<PauseOutcome> {
  return db.transaction(async (tx) => {
    await lockRouting(tx);
    if (!(await exists(tx, ref))) return 'unknown';
    if (await insertPause(tx, ref, actor.name)) await insertAudit(tx, actor, entry('pause', ref));
    return (await listPauses(tx)).find(({ kind, subjectId }) => kind === ref.kind && subjectId === ref.subjectId)!;
  });
}

/** What waited goes on at the usual rate. */
export function resume(db: Db, actor: Actor, ref: PauseRef): Promise<'resumed' | 'unknown'> {
  return db.transaction(async (tx) => {
    await lockRouting(tx);
    if (!(await exists(tx, ref))) return 'unknown';
    if (await deletePause(tx, ref)) await insertAudit(tx, actor, entry('resume', ref));
    return 'resumed';
  });
}

async function exists(tx: Transaction, { kind, subjectId }: PauseRef): Promise<boolean> {
  if (kind === 'carrier') return (await listCarriers(tx)).some(({ id }) => id === subjectId);
  return kind === 'all' || (await findAccountDetails(tx, subjectId)) !== undefined;
}

function entry(verb: 'pause' | 'resume', { kind, subjectId }: PauseRef) {
  if (kind === 'all') return { action: `everything ${verb}` };
  return { action: `${kind} ${verb}`, subjectId, ...(kind === 'account' && { accountId: subjectId }) };
}

/** Before any process of this machine has started: after a restore, nothing is sent before an operator has looked. */
export async function startPaused(db: Db): Promise<void> {
  await pause(db, systemActor('hermod start --paused'), everything);
}
