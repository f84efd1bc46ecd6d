/** The total cost of a scenario's service: peak memory; processor time, WAL and rows per message. */
import type { Db } from '../src/database/db.ts';
import { type Groups, perUnit, type Usage, usage, watchMemory } from './cpu.ts';
import type { Figure } from './scenario.ts';

let finished: Figure[] = [];

/** Totals of the services stopped since the previous call. */
export function takeTotals(): Figure[] {
  const taken = finished;
  finished = [];
  return taken;
}

/** Starts measuring; the returned function stops. */
export async function watchTotals(groups: Groups, db: Db): Promise<() => Promise<void>> {
  const memory = watchMemory(groups);
  const used = usage(groups);
  const before = await written(db);
  return async () => {
    const peak = memory.stop();
    const after = await written(db);
    const messages = after.messages - before.messages;
    finished.push(...memoryFigures(peak));
    if (messages === 0) return;
    const each = (amount: number) => Math.round((amount / messages) * 10) / 10;
    finished.push(
      { what: 'in all: messages', value: messages, unit: '' },
      ...costFigures(perUnit(used, usage(groups), messages)),
      { what: 'in all: WAL', value: each(after.wal - before.wal), unit: 'bytes a message' },
      { what: 'in all: rows written', value: each(after.rows - before.rows), unit: 'a message' },
    );
  };
}

function memoryFigures({ node, postgres }: Usage): Figure[] {
  return [
    { what: 'in all: memory of Node, at most', value: node!, unit: 'MiB' },
    { what: 'in all: memory of PostgreSQL, at most', value: postgres!, unit: 'MiB' },
  ];
}

function costFigures({ node, postgres }: Usage): Figure[] {
  return [
    { what: 'in all: processor time of Node', value: node!, unit: 'µs a message' },
    { what: 'in all: processor time of PostgreSQL', value: postgres!, unit: 'µs a message' },
  ];
}

/** WAL written by PostgreSQL so far, and the number of messages. */
async function written(db: Db): Promise<{ wal: number; rows: number; messages: number }> {
  const { rows } = await db.query<{ wal: string; rows: string; messages: string }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS wal, (SELECT count(*) FROM messages) AS messages,
       (SELECT (tup_inserted + tup_updated + tup_deleted)::text FROM pg_stat_database WHERE datname = current_database()) AS rows`,
  );
  const { wal, rows: changed, messages } = rows[0]!;
  return { wal: Number(wal), rows: Number(changed), messages: Number(messages) };
}
