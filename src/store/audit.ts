import type { Queryable } from '../db.ts';
import { newId } from '../ids.ts';

/** Who changes something, and from where. */
export type Actor = { readonly name: string; readonly address: string | undefined };

export type AuditEntry = {
  /** In words, such as `account create`. */
  readonly action: string;
  readonly subjectId?: string | undefined;
  readonly accountId?: string | undefined;
  readonly details?: object;
};

/** In the transaction of the change itself: there is never one without the other. */
export async function insertAudit(tx: Queryable, actor: Actor, entry: AuditEntry): Promise<void> {
  await tx.query(
    'INSERT INTO audit (id, actor, address, action, subject_id, account_id, details) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [
      newId(),
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
export async function listAudit(db: Queryable, filter: AuditFilter): Promise<AuditRow[]> {
  const { rows } = await db.query<AuditRow>(
    `SELECT id, at, actor, address, action, subject_id, account_id, details FROM audit
     WHERE id < $1 AND id >= $2 AND ($4::uuid IS NULL OR account_id = $4) AND ($5::text IS NULL OR subject_id = $5)
       AND ($6::text IS NULL OR action = $6) AND ($7::timestamptz IS NULL OR at >= $7) AND ($8::timestamptz IS NULL OR at < $8)
     ORDER BY id DESC LIMIT $3`,
    [
      filter.before,
      filter.from,
      filter.limit,
      filter.accountId ?? null,
      filter.subjectId ?? null,
      filter.action ?? null,
      filter.since ?? null,
      filter.until ?? null,
    ],
  );
  return rows;
}
