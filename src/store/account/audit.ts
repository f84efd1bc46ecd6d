import { newId } from '../../base/ids.ts';
import { type Db, type Queryable, readWithout } from '../../database/db.ts';
import type { Actor, ActorKind } from '../../domain/access/actor.ts';
import { scanNewest } from '../erasure/scan.ts';
import type { Walked } from '../walk.ts';

export type AuditEntry = {
  /** In words, such as `account create`. */
  readonly action: string;
  readonly subjectId?: string | undefined;
  readonly accountId?: string | undefined;
  readonly details?: object;
};

/** In the transaction of the change itself: there is never one without the other. The only writer of the audit trail. */
export async function insertAudit(tx: Queryable, actor: Actor, entry: AuditEntry): Promise<void> {
  await tx.query(
    `INSERT INTO audit (id, actor_kind, actor_id, actor, address, action, subject_id, account_id, details)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      newId(),
      actor.kind,
      actor.id ?? null,
      actor.name,
      actor.address ?? null,
      entry.action,
      entry.subjectId ?? null,
      entry.accountId ?? null,
      entry.details ?? {},
    ],
  );
}

export type AuditRow = {
  readonly id: string;
  readonly at: Date;
  /** Null in entries that an older release wrote. */
  readonly actor_kind: ActorKind | null;
  readonly actor_id: string | null;
  readonly actor: string;
  readonly address: string | null;
  readonly action: string;
  readonly subject_id: string | null;
  readonly account_id: string | null;
  readonly details: object;
};

export type AuditFilter = {
  readonly before: string;
  readonly from: string;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
  readonly limit: number;
  readonly accountId?: string | undefined;
  readonly subjectId?: string | undefined;
  readonly action?: string | undefined;
};

/** Newest first. */
export function listAudit(db: Db, filter: AuditFilter): Promise<Walked<AuditRow>> {
  const { accountId, subjectId, action, since, until, before, from, limit } = filter;
  const byAccount = ['account_id = ?', accountId] as const;
  const bySubject = ['subject_id = ?', subjectId] as const;
  // One of them leads through its index; with both, the subject has fewer entries.
  const [key, other] = subjectId === undefined ? [byAccount, bySubject] : [bySubject, byAccount];
  return readWithout(db, 'bitmapscan', (tx) =>
    scanNewest(tx, {
      table: 'audit',
      columns: 'id, at, actor_kind, actor_id, actor, address, action, subject_id, account_id, details',
      key: [key],
      fits: [other, ['action = ?', action], ['at >= ?', since], ['at < ?', until]],
      before,
      from,
      limit,
    }),
  );
}
