import type { Queryable } from '../../database/db.ts';
import type { PauseKind } from '../../domain/carrier/pauses.ts';
import { firstUuid } from '../../domain/uuid.ts';

/** `subjectId` has no meaning for a global pause. */
export type PauseRef = { readonly kind: PauseKind; readonly subjectId: string };
export const everything: PauseRef = { kind: 'all', subjectId: firstUuid };

export type PauseRow = PauseRef & {
  readonly name: string | null;
  readonly since: Date;
  readonly actor: string;
};

/** False if it was paused already. Processes notice it like a change of routes. */
export async function insertPause(tx: Queryable, { kind, subjectId }: PauseRef, actor: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'INSERT INTO pauses (kind, subject_id, actor) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [kind, subjectId, actor],
  );
  return rowCount === 1;
}

export async function deletePause(tx: Queryable, { kind, subjectId }: PauseRef): Promise<boolean> {
  return (await tx.query('DELETE FROM pauses WHERE kind = $1 AND subject_id = $2', [kind, subjectId])).rowCount === 1;
}

export async function listPauses(db: Queryable): Promise<PauseRow[]> {
  const { rows } = await db.query<PauseRow>(
    `SELECT p.kind, p.subject_id AS "subjectId", coalesce(c.name, a.name) AS name, p.since, p.actor FROM pauses p
     LEFT JOIN carriers c ON p.kind = 'carrier' AND c.id = p.subject_id
     LEFT JOIN accounts a ON p.kind = 'account' AND a.id = p.subject_id
     ORDER BY p.kind <> 'all', p.kind DESC, 3, 2`,
  );
  return rows;
}

/** In SQL: whether the carrier or account itself is paused, apart from a global pause. */
export const isPausedSql = (kind: 'carrier' | 'account', id: string): string =>
  `EXISTS (SELECT 1 FROM pauses p WHERE p.kind = '${kind}' AND p.subject_id = ${id})`;
