import type { Queryable } from '../../database/db.ts';
import type { PauseEntry } from '../../domain/statistics/annotations.ts';
import { uuidAt } from '../../domain/uuid.ts';
import { rowsOf } from '../row.ts';

type Span = { readonly from: Date; readonly to: Date };

/** Of each action in the range; a chart has no room for more. */
const mostOfAction = 100;
/** Ids have the time of the process that made them. */
const skewMs = 300_000;
const pauseActions = ['everything', 'carrier', 'account'].flatMap((noun) => [`${noun} pause`, `${noun} resume`]);

/** The latest pauses and resumes of the range, oldest first. */
export const pauseEntries = (db: Queryable, { from, to }: Span): Promise<PauseEntry[]> =>
  rowsOf(db, {
    text: `SELECT e.action, e.at, e.actor, e.subject_id AS "subjectId", coalesce(c.name, a.name) AS name
      FROM unnest($1::text[]) AS w (action), LATERAL (
        SELECT * FROM audit WHERE action = w.action AND id >= $2 AND id < $3 AND at >= $4 AND at < $5
        ORDER BY id DESC LIMIT ${mostOfAction}) e
      LEFT JOIN carriers c ON c.id::text = e.subject_id LEFT JOIN accounts a ON a.id = e.account_id
      ORDER BY e.at, e.id`,
    values: [pauseActions, uuidAt(from.getTime() - skewMs), uuidAt(to.getTime() + skewMs), from, to],
  });

type Deployed = { readonly at: Date; readonly version: string };

/** When releases brought migrations. */
export const migrationTimes = (db: Queryable, { from, to }: Span): Promise<Deployed[]> =>
  rowsOf(db, {
    text: `SELECT max(applied_at) AS at, release AS version FROM schema_migrations
      WHERE release IS NOT NULL GROUP BY release HAVING max(applied_at) >= $1 AND max(applied_at) < $2`,
    values: [from, to],
  });

/** Processes that run, with the release of each. Their ids contain the time of the start. */
export const runningReleases = (db: Queryable): Promise<{ readonly id: string; readonly version: string }[]> =>
  rowsOf(db, { text: 'SELECT id, release AS version FROM workers WHERE release IS NOT NULL' });
