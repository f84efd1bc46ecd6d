import type { Queryable } from '../../database/db.ts';
import { uuidAt, uuidTime } from '../../domain/uuid.ts';
import { readClock } from '../clock.ts';
import { partitionedTables, partitionsAround, weekMs, withoutExisting } from '../schema/partitions.ts';

/** Counts stop here: beyond it, the exact number does not matter. */
const mostCounted = 10_000;
const counted = (from: string): string =>
  `(SELECT count(*)::integer FROM (SELECT 1 FROM ${from} LIMIT ${mostCounted}) c)`;

export type Vitals = {
  readonly size: number;
  readonly transactionAge: number;
};

export async function findVitals(db: Queryable): Promise<Vitals> {
  const { rows } = await db.query<Vitals>(
    `SELECT pg_database_size(current_database())::float8 AS size,
       (SELECT age(datfrozenxid) FROM pg_database WHERE datname = current_database()) AS "transactionAge"`,
  );
  return rows[0]!;
}

/** Receipts of the last hour that have waited for their message for over a minute. */
export async function countUnmatched(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT ${counted(`unmatched_receipts WHERE received_at > now() - interval '1 hour' AND received_at < now() - interval '1 minute'`)} AS count`,
  );
  return rows[0]!.count;
}

export type MailCounts = {
  readonly retrying: number;
  readonly givenUp: number;
  readonly kept: number;
  readonly lastError: string | null;
  readonly unreadable: number;
};

export async function countMails(db: Queryable, now: number): Promise<MailCounts> {
  const ofDay = (state: string) => counted(`outgoing_mails WHERE id >= $1 AND state = '${state}'`);
  const { rows } = await db.query<MailCounts>(
    `SELECT ${counted(`outgoing_mails WHERE state = 'waiting' AND attempts > 0`)} AS retrying,
       ${ofDay('given up')} AS "givenUp", ${ofDay('kept')} AS kept,
       (SELECT error FROM outgoing_mails WHERE id >= $1 AND error IS NOT NULL AND state IN ('waiting', 'given up')
        ORDER BY id DESC LIMIT 1) AS "lastError",
       ${counted(`unreadable_mails WHERE tried_at > now() - interval '1 day'`)} AS unreadable`,
    [uuidAt(now - 86_400_000)],
  );
  return rows[0]!;
}

type ProcessRow = { readonly id: string; readonly host: string | null; readonly pid: number | null };
export type WorkerRow = ProcessRow & { readonly version: string | null; readonly silentSeconds: number };
export type LostRow = ProcessRow & { readonly agoSeconds: number };

const mostWorkers = 1_000;

/** The running processes, and those that crashed in the last day, latest first. */
export async function listWorkers(db: Queryable): Promise<{ running: WorkerRow[]; lost: LostRow[] }> {
  const running = await db.query<WorkerRow>(
    `SELECT id, host, pid, version, extract(epoch FROM now() - seen_at)::float8 AS "silentSeconds"
     FROM workers ORDER BY id LIMIT ${mostWorkers}`,
  );
  const lost = await db.query<LostRow>(
    `SELECT id, host, pid, extract(epoch FROM now() - lost_at)::float8 AS "agoSeconds"
     FROM lost_workers WHERE lost_at > now() - interval '1 day' ORDER BY lost_at DESC LIMIT ${mostWorkers}`,
  );
  return { running: running.rows, lost: lost.rows };
}

/** Missing partitions for rows that will be written `aheadMs` from now. */
export async function missingPartitions(db: Queryable, aheadMs = weekMs): Promise<string[]> {
  const now = (await readClock(db)).getTime();
  const then = now + aheadMs;
  const wanted = partitionsAround(now, await partitionedTables(db)).filter(
    ({ from, to }) => uuidTime(from) <= then && then < uuidTime(to),
  );
  return (await withoutExisting(db, wanted)).map(({ name }) => name);
}

export async function countOthers(db: Queryable, ids: readonly string[]): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT ${counted('accounts WHERE id <> ALL ($1::uuid[])')} AS count`,
    [ids],
  );
  return rows[0]!.count;
}

/**
 * Fails if the database server cannot allocate disk space. Writes a temporary file of 130 kB in the tablespace of the database, which is
 * deleted with the statement: no WAL, no rows for vacuum, and no privilege needed. Rows that are written and rolled back would allocate
 * space only until vacuum leaves free pages in their table.
 */
export async function claimSpace(db: Queryable): Promise<void> {
  // Two statements in one query are one transaction, to which the setting is local.
  await db.query(`SET LOCAL work_mem = '64kB'; SELECT count(*) FROM generate_series(1, 6000)`);
}

/** Whether transactions of this role in this database are read-only by default. */
export async function isReadOnly(db: Queryable): Promise<boolean> {
  return (await db.query<{ on: boolean }>(`SELECT current_setting('transaction_read_only') = 'on' AS on`)).rows[0]!.on;
}
