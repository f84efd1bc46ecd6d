import { newId } from '../../base/ids.ts';
import type { Db, Queryable } from '../../database/db.ts';
import type { Actor, ActorKind } from '../../domain/access/actor.ts';
import { insertRow } from '../row.ts';
import { listNewest, type TimedPage, within } from '../scan/newest.ts';
import type { Walked } from '../scan/walk.ts';

export type AuditEntry = {
  /** In words, such as `account create`. */
  readonly action: string;
  readonly subjectId?: string | undefined;
  readonly accountId?: string | undefined;
  readonly details?: object;
};

/** Runs in the transaction of the change, so that neither exists without the other. The only writer of the audit log. */
export async function insertAudit(tx: Queryable, actor: Actor, entry: AuditEntry): Promise<void> {
  const { kind: actorKind, id: actorId, name, address } = actor;
  await insertRow(tx, 'audit', { id: newId(), actorKind, actorId, actor: name, address, ...entry });
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

type AuditFilter = TimedPage & { readonly [Name in 'accountId' | 'subjectId' | 'action']?: string | undefined };

export function listAudit(db: Db, filter: AuditFilter): Promise<Walked<AuditRow>> {
  const byAccount = ['account_id = ?', filter.accountId] as const;
  const bySubject = ['subject_id = ?', filter.subjectId] as const;
  // One of the two conditions selects the index. If both are given, it is the subject's, which has fewer entries.
  const [key, other] = filter.subjectId === undefined ? [byAccount, bySubject] : [bySubject, byAccount];
  return listNewest(db, {
    table: 'audit',
    columns: 'id, at, actor_kind, actor_id, actor, address, action, subject_id, account_id, details',
    key: [key],
    fits: [other, ['action = ?', filter.action], ...within('at', filter)],
    page: filter,
  });
}
