import type { Db, Queryable } from '../../database/db.ts';
import type { Route } from '../../domain/receipt/report-target.ts';
import {
  type Channel,
  type Event,
  moveOf,
  registrationLimits,
  type SenderType,
  type Status,
} from '../../domain/sender/sender.ts';
import { insertRow, updateRow } from '../row.ts';
import { rowSet } from '../row-set.ts';
import { listNewest, type Page, selectNewest } from '../scan/newest.ts';
import type { Walked } from '../scan/walk.ts';

export type SenderRef = { readonly accountId: string; readonly id: string };

export type SenderRow = {
  readonly id: string;
  readonly account_id: string;
  readonly value: string;
  readonly type: SenderType;
  readonly channel: Channel;
  readonly status: Status;
  readonly rejection_reason: string | null;
  readonly delivery_report_url: string | null;
  readonly inbound_url: string | null;
  readonly status_callback_url: string | null;
  /** Null: the setting of the account. */
  readonly receipts: Route | null;
  readonly inbound: Route | null;
  readonly created_at: Date;
  readonly status_at: Date;
};

const shown = `id, account_id, value, type, channel, status, rejection_reason, delivery_report_url, inbound_url,
  status_callback_url, receipts, inbound, created_at, status_at`;
const live = 'deleted_at IS NULL';

export type NewSender = {
  id: string;
  accountId: string;
  value: string;
  type: 0 | 1;
  channel: 'SMS' | 'Viber';
  status: string;
};

const newSenders = rowSet<NewSender>({
  id: 'uuid',
  accountId: 'uuid',
  value: 'text',
  type: 'smallint',
  channel: 'text',
  status: 'text',
});

export async function insertSenders(tx: Queryable, senders: NewSender[]): Promise<void> {
  await tx.query(
    `INSERT INTO senders (${newSenders.names}) SELECT * FROM ${newSenders.from('w')}`,
    newSenders.values(senders),
  );
}

export type RegisteredSender = {
  readonly id: string;
  readonly accountId: string;
  readonly value: string;
  readonly type: SenderType;
  readonly channel: Channel;
  readonly statusCallbackUrl: string | undefined;
};

export async function insertPending(tx: Queryable, sender: RegisteredSender): Promise<SenderRow> {
  const { accountId, statusCallbackUrl, ...rest } = sender;
  const values = { ...rest, account_id: accountId, status: 'Pending', status_callback_url: statusCallbackUrl };
  return (await insertRow<SenderRow>(tx, 'senders', values, `RETURNING ${shown}`)).rows[0]!;
}

export async function findSame(
  db: Queryable,
  { accountId, channel, value }: Pick<RegisteredSender, 'accountId' | 'channel' | 'value'>,
): Promise<SenderRow | undefined> {
  const { rows } = await db.query<SenderRow>(
    `SELECT ${shown} FROM senders WHERE account_id = $1 AND channel = $2 AND value = $3 AND ${live}`,
    [accountId, channel, value],
  );
  return rows[0];
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

/** Which of these the account has deleted. */
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
export type SenderLookup = { readonly accountId?: string | undefined; readonly id: string };
const lookup = `SELECT ${shown} FROM senders WHERE id = $1 AND ($2::uuid IS NULL OR account_id = $2) AND ${live}`;

/** The account is part of the search, so that a sender of another account looks like one that does not exist. */
export async function findSender(db: Queryable, { accountId, id }: SenderLookup): Promise<SenderRow | undefined> {
  return (await db.query<SenderRow>(lookup, [id, accountId ?? null])).rows[0];
}

/** The first lock of every change to an existing sender: accounts and codes are locked after it. */
export async function lockSender(tx: Queryable, { accountId, id }: SenderLookup): Promise<SenderRow | undefined> {
  return (await tx.query<SenderRow>(`${lookup} FOR UPDATE`, [id, accountId ?? null])).rows[0];
}

/** Applies an event if the status of the sender allows it. The guard is in the UPDATE itself. */
export async function moveSender(
  tx: Queryable,
  { id }: { id: string },
  event: Event,
  reason?: string,
): Promise<SenderRow | undefined> {
  const { from, to } = moveOf(event);
  const { rows } = await tx.query<SenderRow>(
    `UPDATE senders SET status = $3, rejection_reason = $4 WHERE id = $1 AND status = $2 AND ${live} RETURNING ${shown}`,
    [id, from, to, reason ?? null],
  );
  return rows[0];
}

/** False if it does not exist. The row stays, as history. */
export async function markDeleted(tx: Queryable, { accountId, id }: SenderRef): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE senders SET deleted_at = now() WHERE account_id = $1 AND id = $2 AND ${live}`,
    [accountId, id],
  );
  return rowCount === 1;
}

/** Undefined: stays; null: cleared. */
export type SenderUrls = {
  readonly deliveryReportUrl?: string | null | undefined;
  readonly inboundUrl?: string | null | undefined;
  readonly statusCallbackUrl?: string | null | undefined;
  readonly receipts?: Route | null | undefined;
  readonly inbound?: Route | null | undefined;
};

export async function setUrls(
  tx: Queryable,
  { accountId, id }: SenderRef,
  urls: SenderUrls,
): Promise<SenderRow | undefined> {
  const { rows } = await updateRow<SenderRow>(
    tx,
    'senders',
    { id, account_id: accountId },
    {
      delivery_report_url: urls.deliveryReportUrl,
      inbound_url: urls.inboundUrl,
      status_callback_url: urls.statusCallbackUrl,
      receipts: urls.receipts,
      inbound: urls.inbound,
    },
    `AND ${live} RETURNING ${shown}`,
  );
  return rows[0];
}

export type SenderFilter = Page & {
  readonly accountId: string;
  readonly status?: string | undefined;
  readonly channel?: string | undefined;
};

export async function listSenders(db: Queryable, filter: SenderFilter): Promise<Walked<SenderRow>> {
  const { accountId, status, channel, limit } = filter;
  const living = `SELECT ${shown} FROM (SELECT * FROM senders WHERE ${live}) s`;
  const conditions = [
    ['account_id = ?', accountId],
    ['status = ?', status],
    ['channel = ?', channel],
  ] as const;
  const rows = await selectNewest<SenderRow>(db, living, 'id', conditions, { ...filter, limit: limit + 1 });
  const page = rows.slice(0, limit);
  return { rows: page, lastSeen: page.at(-1)?.id, complete: rows.length <= limit };
}

export type AnySenderFilter = Omit<SenderFilter, 'accountId'> & { readonly accountId?: string | undefined };

/** Senders of all accounts, newest first. */
export function listAllSenders(db: Db, filter: AnySenderFilter): Promise<Walked<SenderRow>> {
  const { accountId, status, channel } = filter;
  return listNewest(db, {
    table: 'senders',
    columns: shown,
    key: [['account_id = ?', accountId]],
    // Deleted senders stay in the table.
    fits: [
      ['(deleted_at IS NULL) = ?', true],
      ['status = ?', status],
      ['channel = ?', channel],
    ],
    page: filter,
  });
}
