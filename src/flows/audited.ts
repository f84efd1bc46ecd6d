import type { Db, Transaction } from '../database/db.ts';
import type { Actor } from '../domain/access/actor.ts';
import { type AuditEntry, insertAudit } from '../store/account/audit.ts';

/** A database whose transactions also write an audit entry, for flows without an operator. `entryOf`: undefined if nothing changed. */
export function audited<Result>(db: Db, actor: Actor, entryOf: (result: Result) => AuditEntry | undefined): Db {
  const transaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    db.transaction(async (tx) => {
      const result = await work(tx);
      const entry = entryOf(result as unknown as Result);
      if (entry !== undefined) await insertAudit(tx, actor, entry);
      return result;
    });
  return { ...db, transaction };
}
