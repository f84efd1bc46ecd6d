import type { Queryable } from '../../database/db.ts';
import type { Route } from '../../domain/receipt/report-target.ts';
import {
  type Channel,
  type Event,
  moveOf,
  registrationLimits,
  type SenderType,
  type Status,
} from '../../domain/sender/sender.ts';
import type { Walked } from '../walk.ts';

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
  /** Null: as the account says. */
  readonly receipts: Route | null;
  readonly inbound: Route | null;
  readonly created_at: Date;
  readonly status_at: Date;
};

export const shown = `id, account_id, value, type, channel, status, rejection_reason, delivery_report_url, inbound_url,
  status_callback_url, receipts, inbound, created_at, status_at`;
export const live = 'deleted_at IS NULL';

export type NewSender = {
  id: string;
  accountId: string;
  value: string;
  type: 0 | 1;
  channel: 'SMS' | 'Viber';
  status: string;
};

export async function insertSenders(tx: Queryable, senders: NewSender[]): Promise<void> {
  await tx.query(
    `INSERT INTO senders (id, account_id, value, type, channel, status)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::smallint[], $5::text[], $6::text[])`,
    [
      senders.map((sender) => sender.id),
      senders.map((sender) => sender.accountId),
      senders.map((sender) => sender.value),
      senders.map((sender) => sender.type),
      senders.map((sender) => sender.channel),
      senders.map((sender) => sender.status),
    ],
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
  const { rows } = await tx.query<SenderRow>(
    `INSERT INTO senders (id, account_id, value, type, channel, status, status_callback_url)
     VALUES ($1, $2, $3, $4, $5, 'Pending', $6) RETURNING ${shown}`,
    [sender.id, sender.accountId, sender.value, sender.type, sender.channel, sender.statusCallbackUrl ?? null],
  );
  return rows[0]!;
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

/** Which of these an account has had, and has deleted. */
export async function findDeleted(
  db: Queryable,
  wanted: readonly { readonly accountId: string; readonly value: string }[],
): Promise<boolean[]> {
  const { rows } = await db.query<{ gone: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM senders s
         WHERE s.account_id = w.account_id AND s.value = w.value AND s.deleted_at IS NOT NULL) AS gone
     FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS w (account_id, value, place) ORDER BY place`,
    [wanted.map(({ accountId }) => accountId), wanted.map(({ value }) => value)],
  );
  return rows.map(({ gone }) => gone);
}

/** By account and id in one look: another account's sender is found as little as one that does not exist. */
export async function findSender(db: Queryable, { accountId, id }: SenderRef): Promise<SenderRow | undefined> {
  const { rows } = await db.query<SenderRow>(
    `SELECT ${shown} FROM senders WHERE account_id = $1 AND id = $2 AND ${live}`,
    [accountId, id],
  );
  return rows[0];
}

/** The first lock of whatever happens to an existing sender: accounts and codes are locked behind it. */
export async function lockSender(tx: Queryable, { accountId, id }: SenderRef): Promise<SenderRow | undefined> {
  const { rows } = await tx.query<SenderRow>(
    `SELECT ${shown} FROM senders WHERE account_id = $1 AND id = $2 AND ${live} FOR UPDATE`,
    [accountId, id],
  );
  return rows[0];
}

/** For the operator, who is of no account. */
export async function lockAnySender(tx: Queryable, id: string): Promise<SenderRow | undefined> {
  const { rows } = await tx.query<SenderRow>(`SELECT ${shown} FROM senders WHERE id = $1 AND ${live} FOR UPDATE`, [id]);
  return rows[0];
}

/** Applies an event, if the sender is in the status where it counts. The guard is in the UPDATE itself. */
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

/** False if there is none. The row stays, as history. */
export async function markDeleted(tx: Queryable, { accountId, id }: SenderRef): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE senders SET deleted_at = now() WHERE account_id = $1 AND id = $2 AND ${live}`,
    [accountId, id],
  );
  return rowCount === 1;
}

/** undefined: stays as it is; null: cleared. */
export type SenderUrls = {
  readonly deliveryReportUrl?: string | null | undefined;
  readonly inboundUrl?: string | null | undefined;
  readonly statusCallbackUrl?: string | null | undefined;
  readonly receipts?: Route | null | undefined;
  readonly inbound?: Route | null | undefined;
};

export async function setUrls(db: Queryable, { accountId, id }: SenderRef, urls: SenderUrls) {
  const { deliveryReportUrl, inboundUrl, statusCallbackUrl, receipts, inbound } = urls;
  const pairs = [deliveryReportUrl, inboundUrl, statusCallbackUrl, receipts, inbound].flatMap((value) => [
    value !== undefined,
    value ?? null,
  ]);
  const { rows } = await db.query<SenderRow>(
    `UPDATE senders SET
       delivery_report_url = CASE WHEN $3::boolean THEN $4 ELSE delivery_report_url END,
       inbound_url = CASE WHEN $5::boolean THEN $6 ELSE inbound_url END,
       status_callback_url = CASE WHEN $7::boolean THEN $8 ELSE status_callback_url END,
       receipts = CASE WHEN $9::boolean THEN $10 ELSE receipts END, inbound = CASE WHEN $11::boolean THEN $12 ELSE inbound END
     WHERE account_id = $1 AND id = $2 AND ${live} RETURNING ${shown}`,
    [accountId, id, ...pairs],
  );
  return rows[0];
}

export type SenderFilter = {
  readonly accountId: string;
  /** Newest first, from below this id. */
  readonly before: string;
  readonly limit: number;
  readonly status?: string | undefined;
  readonly channel?: string | undefined;
};

export async function listSenders(db: Queryable, filter: SenderFilter): Promise<Walked<SenderRow>> {
  const { rows } = await db.query<SenderRow>(
    `SELECT ${shown} FROM senders
     WHERE account_id = $1 AND id < $2 AND ${live}
       AND ($3::text IS NULL OR status = $3) AND ($4::text IS NULL OR channel = $4)
     ORDER BY id DESC LIMIT $5 + 1`,
    [filter.accountId, filter.before, filter.status ?? null, filter.channel ?? null, filter.limit],
  );
  const page = rows.slice(0, filter.limit);
  return { rows: page, lastSeen: page.at(-1)?.id, complete: rows.length <= filter.limit };
}
