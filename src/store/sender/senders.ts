import type { Db, Queryable } from '../../database/db.ts';
import type { ReportRoute } from '../../domain/receipt/report-target.ts';
import {
  type Channel,
  moveOf,
  type Registration,
  registrationLimits,
  type SenderStatus,
  type SenderTransition,
  type SenderType,
} from '../../domain/sender/sender.ts';
import { insertRow, Sql, updateRow } from '../row.ts';
import { rowSet } from '../row-set.ts';
import type { QueryCondition } from '../scan/newest.ts';
import { listNewest, type ScanPage, selectNewest } from '../scan/newest.ts';
import type { Walked } from '../scan/walk.ts';
import { endpointFor } from '../webhook/webhook-endpoints.ts';

export type SenderRef = { readonly accountId: string; readonly id: string };

export type SenderRow = {
  readonly id: string;
  readonly account_id: string;
  readonly value: string;
  readonly type: SenderType;
  readonly channel: Channel;
  readonly status: SenderStatus;
  readonly rejection_reason: string | null;
  readonly delivery_report_url: string | null;
  readonly inbound_url: string | null;
  readonly status_callback_url: string | null;
  /** Null: the setting of the account. */
  readonly receipts: ReportRoute | null;
  readonly inbound: ReportRoute | null;
  readonly created_at: Date;
  readonly status_at: Date;
};

const shown = `id, account_id, value, type, channel, status, rejection_reason, delivery_report_url, inbound_url,
  status_callback_url, receipts, inbound, created_at, status_at`;
const live = 'deleted_at IS NULL';

export type NewSender = Registration & SenderRef & { readonly status: SenderStatus };

const newSenders = rowSet<NewSender>({
  id: 'uuid',
  accountId: 'uuid',
  value: 'text',
  type: 'smallint',
  channel: 'text',
  status: 'text',
});

export async function insertSenders(tx: Queryable, senders: readonly NewSender[]): Promise<void> {
  await tx.query(
    `INSERT INTO senders (${newSenders.names}) SELECT * FROM ${newSenders.from('w')}`,
    newSenders.values(senders),
  );
}

export type RegisteredSender = Registration & SenderRef & { readonly statusCallbackUrl: string | undefined };

export async function insertPending(tx: Queryable, sender: RegisteredSender): Promise<SenderRow> {
  const values = { ...sender, status: 'Pending' };
  return (await insertRow<SenderRow>(tx, 'senders', values, `RETURNING ${shown}`)).rows[0]!;
}

export async function findSame(db: Queryable, sender: RegisteredSender): Promise<SenderRow | undefined> {
  const sql = `SELECT ${shown} FROM senders WHERE account_id = $1 AND channel = $2 AND value = $3 AND ${live}`;
  return (await db.query<SenderRow>(sql, [sender.accountId, sender.channel, sender.value])).rows[0];
}

/** How many senders an account has, and how long ago it registered the latest ones, deleted ones included. */
export async function countSenders(
  tx: Queryable,
  accountId: string,
): Promise<{ readonly living: number; readonly ages: readonly number[] }> {
  const { most, seconds } = registrationLimits.at(-1)!;
  const recent = `created_at > now() - interval '${seconds} seconds'`;
  const { rows } = await tx.query<{ living: number; ages: number[] }>(
    `SELECT (SELECT count(*)::integer FROM senders WHERE account_id = $1 AND ${live}) AS living,
       ARRAY(SELECT extract(epoch FROM now() - created_at)::float8 FROM (
           SELECT created_at FROM senders WHERE account_id = $1 AND ${live} AND ${recent}
           UNION ALL
           SELECT created_at FROM senders WHERE account_id = $1 AND deleted_at > now() - interval '${seconds} seconds' AND ${recent}
         ) s ORDER BY created_at DESC LIMIT ${most}) AS ages`,
    [accountId],
  );
  return rows[0]!;
}

type OwnedValue = { readonly accountId: string; readonly value: string };
const ownedValues = rowSet<OwnedValue>({ accountId: 'uuid', value: 'text' });

/** Which of these values the account has deleted. */
export async function findDeleted(db: Queryable, values: readonly OwnedValue[]): Promise<boolean[]> {
  const { rows } = await db.query<{ gone: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM senders s
         WHERE s.account_id = w.account_id AND s.value = w.value AND s.deleted_at IS NOT NULL) AS gone
     FROM ${ownedValues.from('w', 1, 'place')} ORDER BY place`,
    ownedValues.values(values),
  );
  return rows.map(({ gone }) => gone);
}

/** A sender of one account; for operators, of any account. */
type SenderLookup = { readonly accountId?: string | undefined; readonly id: string };
const lookup = `SELECT ${shown} FROM senders WHERE id = $1 AND ($2::uuid IS NULL OR account_id = $2) AND ${live}`;

/** The account is part of the search, so that a sender of another account looks like one that does not exist. */
export async function findSender(db: Queryable, { accountId, id }: SenderLookup): Promise<SenderRow | undefined> {
  return (await db.query<SenderRow>(lookup, [id, accountId ?? null])).rows[0];
}

/** The first lock of every change to an existing sender: accounts and codes are locked after it. */
export async function lockSender(tx: Queryable, { accountId, id }: SenderLookup): Promise<SenderRow | undefined> {
  return (await tx.query<SenderRow>(`${lookup} FOR UPDATE`, [id, accountId ?? null])).rows[0];
}

/** `status_target`: the sender's URL for status changes; if it has none, the target of the endpoint for them. */
export type MovedSender = SenderRow & { readonly status_target: string | null };

/** Applies an event if the status of the sender allows it. The guard is in the UPDATE itself. */
export async function moveSender(
  tx: Queryable,
  { id }: { id: string },
  event: SenderTransition,
  reason?: string,
): Promise<MovedSender | undefined> {
  const { from, to } = moveOf(event);
  const { rows } = await tx.query<MovedSender>(
    `UPDATE senders SET status = $3, rejection_reason = $4 WHERE id = $1 AND status = $2 AND ${live}
     RETURNING ${shown}, coalesce(status_callback_url, ${endpointFor('account_id', 'sender status')}) AS status_target`,
    [id, from, to, reason ?? null],
  );
  return rows[0];
}

/** False if it does not exist. The row stays, as history. */
export async function markDeleted(tx: Queryable, { accountId, id }: SenderRef): Promise<boolean> {
  return (
    (await updateRow(tx, 'senders', { id, accountId }, { deletedAt: new Sql('now()') }, `AND ${live}`)).rowCount === 1
  );
}

/** Undefined: not changed; null: cleared. */
type SenderUrls = {
  readonly [Name in 'deliveryReportUrl' | 'inboundUrl' | 'statusCallbackUrl']?: string | null | undefined;
} & { readonly [Name in 'receipts' | 'inbound']?: ReportRoute | null | undefined };

export async function setUrls(tx: Queryable, ref: SenderRef, urls: SenderUrls): Promise<SenderRow | undefined> {
  const { id, accountId } = ref;
  const ending = `AND ${live} RETURNING ${shown}`;
  return (await updateRow<SenderRow>(tx, 'senders', { id, accountId }, urls, ending)).rows[0];
}

type SenderFilter = ScanPage & { readonly status?: string | undefined; readonly channel?: string | undefined };

const fitting = ({ status, channel }: SenderFilter): QueryCondition[] => [
  ['status = ?', status],
  ['channel = ?', channel],
];

export async function listSenders(
  db: Queryable,
  filter: SenderFilter & { readonly accountId: string },
): Promise<Walked<SenderRow>> {
  const { accountId, limit } = filter;
  const living = `SELECT ${shown} FROM (SELECT * FROM senders WHERE ${live}) s`;
  const conditions = [['account_id = ?', accountId] as const, ...fitting(filter)];
  const rows = await selectNewest<SenderRow>(db, living, 'id', conditions, { ...filter, limit: limit + 1 });
  const page = rows.slice(0, limit);
  return { rows: page, lastSeen: page.at(-1)?.id, complete: rows.length <= limit };
}

/** Senders of all accounts, or of one. */
export function listAllSenders(
  db: Db,
  filter: SenderFilter & { readonly accountId?: string | undefined },
): Promise<Walked<SenderRow>> {
  return listNewest(db, {
    table: 'senders',
    columns: shown,
    key: [['account_id = ?', filter.accountId]],
    // Deleted senders stay in the table.
    fits: [['(deleted_at IS NULL) = ?', true], ...fitting(filter)],
    page: filter,
  });
}
