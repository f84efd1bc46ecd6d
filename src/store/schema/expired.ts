import type { Queryable } from '../../database/db.ts';
import { idleHours, longestDays } from '../../domain/access/session.ts';
import { refusalHours } from '../carrier/links.ts';
import { deleteInSets } from '../scan/sets.ts';

/** Rows of tables without partitions that are deleted, with the reason for their lifetime. */
const expired = {
  // Dead processes remove neither their connections nor their binds.
  carrier_links: `seen_at < now() - interval '1 hour'`,
  smpp_binds: `seen_at < now() - interval '1 hour'`,
  lost_workers: `lost_at < now() - interval '7 days'`,
  carrier_refusals: `last_at < now() - interval '${refusalHours} hours'`,
  carrier_outages: `ended_at < now() - interval '400 days'`,
  console_attempts: 'until < now()',
  console_links: 'expires_at < now()',
  console_sessions: `created_at < now() - interval '${longestDays} days' OR last_seen_at < now() - interval '${idleHours} hours'`,
  idempotent_answers: 'expires_at < now()',
  unmatched_receipts: `received_at < now() - interval '72 hours'`,
  // A carrier that was disconnected for hours repeats what was not acknowledged.
  inbound_done: `done_at < now() - interval '24 hours'`,
  smpp_parts_done: `done_at < now() - interval '1 hour'`,
  smpp_pdus: `at < now() - interval '24 hours'`,
  // Receipts arrive for up to 8 days.
  second_tries: `taken_at < now() - interval '8 days' OR (taken_at IS NULL AND due_at < now() - interval '8 days')`,
  // Mail servers retry for at most a week.
  unreadable_mails: `tried_at < now() - interval '30 days'`,
  opt_out_answers: `day < (now() AT TIME ZONE 'UTC')::date - 1`,
  verify_blocks: `until < now() - interval '30 days'`,
  // A confirmed code keeps its range from counting as fresh; the longest window of all other counts is a week.
  verify_counts: `hour < now() - interval '30 days' OR (confirmed = 0 AND hour < now() - interval '8 days')`,
} as const;

type ExpiredTable = keyof typeof expired;

export async function deleteExpired(db: Queryable): Promise<Record<ExpiredTable, number>> {
  const deleted = Object.entries(expired).map(async ([table, condition]) => [
    table,
    await deleteInSets(db, table, condition),
  ]);
  return Object.fromEntries(await Promise.all(deleted)) as Record<ExpiredTable, number>;
}
