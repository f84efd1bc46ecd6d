import type { Db, Transaction } from '../../database/db.ts';
import { type Actor, systemActor } from '../../domain/access/actor.ts';
import { findAccountDetails } from '../../store/account/account-details.ts';
import { insertAudit } from '../../store/account/audit.ts';
import { listCarriers, lockRouting } from '../../store/carrier/carriers.ts';
import {
  deletePause,
  everything,
  insertPause,
  listPauses,
  type PauseRef,
  type PauseRow,
} from '../../store/carrier/pauses.ts';

export type PauseOutcome = PauseRow | 'unknown';

/** Messages are still accepted and charged, and wait. Messages that a process has already claimed are still sent. Idempotent. */
export function pause(db: Db, actor: Actor, ref: PauseRef): Promise<PauseOutcome> {
  return db.transaction(async (tx) => {
    await lockRouting(tx);
    if (!(await exists(tx, ref))) return 'unknown';
    if (await insertPause(tx, ref, actor.name)) await insertAudit(tx, actor, entry('pause', ref));
    return (await listPauses(tx)).find(({ kind, subjectId }) => kind === ref.kind && subjectId === ref.subjectId)!;
  });
}

/** Waiting messages are sent at the usual rate. */
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

/** Called before any process starts: after a restore, an operator checks the data before messages are sent. */
export async function startPaused(db: Db): Promise<void> {
  await pause(db, systemActor('hermod start --paused'), everything);
}
