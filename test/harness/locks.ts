/** Rows held from a connection of one's own, so that the service has to wait. */
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import type { Queryable } from '../../src/database/db.ts';
import { patienceMs } from './patience.ts';

/** Keeps the account's row locked until it is released, or the test ends. */
export function lockAccount(url: string, { id }: { id: string }): Promise<() => Promise<void>> {
  return lockRow(url, 'SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE', id);
}

export function lockMessage(url: string, id: string): Promise<() => Promise<void>> {
  return lockRow(url, 'SELECT 1 FROM messages WHERE id = $1 FOR UPDATE', id);
}

export function lockWorker(url: string, id: string): Promise<() => Promise<void>> {
  return lockRow(url, 'SELECT 1 FROM workers WHERE id = $1 FOR UPDATE', id);
}

async function lockRow(url: string, select: string, id: string): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  let released: Promise<void> | undefined;
  const release = () => {
    released ??= holder.end();
    return released;
  };
  onTestFinished(release);
  await holder.query('BEGIN');
  await holder.query(select, [id]);
  return release;
}

/** Until `count` statements wait for a lock in this database. */
export async function untilWaiting(db: Queryable, count: number): Promise<void> {
  const waiting = async () => {
    const { rows } = await db.query<{ count: number }>(
      `SELECT count(*)::integer FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0]!.count;
  };
  await expect.poll(waiting, { timeout: patienceMs, interval: 20 }).toBe(count);
}
