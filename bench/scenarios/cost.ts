/**
 * What one message costs in every limited resource: processor time, bytes in each table and index, WAL, disk syncs,
 * commits, connections, bytes on the wire. These are the figures of docs/capacity.md, which explains their consequences.
 */
import { readFileSync } from 'node:fs';
import type { Db } from '../../src/database/db.ts';
import { perUnit, usage } from '../cpu.ts';
import { floodWhole } from '../flood.ts';
import { type Hermod, hermod } from '../gateways.ts';
import { type Peer, startPeer } from '../peers.ts';
import type { Figure, Options, Scenario } from '../scenario.ts';

export const cost: Scenario = {
  name: 'cost',
  about: 'what one message costs: processor time, disk by table and index, WAL, syncs, connections, network',
  run: measure,
};

/** Sizes by relation, all partitions added up: a table alone, or "table: index". */
type Sizes = Record<string, number>;
type Written = { wal: number; pages: number; syncs: number; commits: number; network: number; sizes: Sizes };
type Each = { messages: number; rate: number; cpu: Record<string, number>; before: Written; after: Written };

async function measure({ quick }: Options): Promise<Figure[]> {
  const messages = quick ? 1_000 : 40_000;
  const peer = await startPeer({ gatherMs: 1 });
  try {
    const gateway = await hermod();
    try {
      const run = (count: number, connections: number) => once(peer, gateway, count, connections);
      // Warm-up, not counted: plans, caches, and the first pages of every table.
      await run(messages / 2, 64);
      const busy = await run(messages, 64);
      const connections = await countConnections(gateway.db);
      const single = await run(messages / 50, 1);
      return [...figures(busy, connections), ...singleFigures(single)];
    } finally {
      await gateway.stop();
    }
  } finally {
    await peer.stop();
  }
}

async function once(peer: Peer, gateway: Hermod, messages: number, connections: number): Promise<Each> {
  const before = await written(gateway.db);
  const used = usage(gateway.groups);
  const { rate } = await floodWhole(peer, { ...gateway.request({ connections }), messages });
  const cpu = perUnit(used, usage(gateway.groups), messages);
  return { messages, rate, cpu, before, after: await written(gateway.db) };
}

function figures({ messages, rate, cpu, before, after }: Each, connections: number): Figure[] {
  const each = (amount: number) => Math.round((amount / messages) * 10) / 10;
  const grown = Object.entries(after.sizes)
    .map(([name, size]) => ({ name, bytes: each(size - (before.sizes[name] ?? 0)) }))
    .filter(({ bytes }) => bytes >= 1)
    .toSorted((one, other) => other.bytes - one.bytes);
  return [
    { what: 'rate, from the first request to the last report', value: rate, unit: 'messages/s' },
    ...Object.entries(cpu).map(([name, value]) => ({ what: `processor time of ${name}`, value, unit: 'µs a message' })),
    { what: 'disk, all tables and indexes', value: each(total(after) - total(before)), unit: 'bytes a message' },
    ...grown.map(({ name, bytes }) => ({ what: `  ${name}`, value: bytes, unit: 'bytes a message' })),
    { what: 'WAL', value: each(after.wal - before.wal), unit: 'bytes a message' },
    { what: '  of it whole pages', value: each((after.pages - before.pages) * 1_000), unit: 'for 1,000 messages' },
    { what: 'network, without PostgreSQL', value: each(after.network - before.network), unit: 'bytes a message' },
    { what: 'commits', value: each((after.commits - before.commits) * 1_000), unit: 'for 1,000 messages' },
    { what: 'syncs of the WAL', value: each((after.syncs - before.syncs) * 1_000), unit: 'for 1,000 messages' },
    { what: 'connections to PostgreSQL', value: connections, unit: 'of 2 processes' },
  ];
}

/** Sends the next request when the previous one is answered: messages hardly ever share a commit. */
function singleFigures({ messages, rate, cpu, before, after }: Each): Figure[] {
  const each = (amount: number) => Math.round((amount / messages) * 10) / 10;
  return [
    { what: 'one at a time: rate', value: rate, unit: 'messages/s' },
    ...Object.entries(cpu).map(([name, value]) => ({
      what: `one at a time: processor time of ${name}`,
      value,
      unit: 'µs a message',
    })),
    { what: 'one at a time: commits', value: each(after.commits - before.commits), unit: 'a message' },
    { what: 'one at a time: syncs of the WAL', value: each(after.syncs - before.syncs), unit: 'a message' },
    { what: 'one at a time: WAL', value: each(after.wal - before.wal), unit: 'bytes a message' },
  ];
}

const total = ({ sizes }: Written) => Object.values(sizes).reduce((sum, size) => sum + size, 0);

async function countConnections(db: Db): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND application_name <> 'bench'`,
  );
  return rows[0]!.count;
}

async function written(db: Db): Promise<Written> {
  const { rows } = await db.query<Record<'wal' | 'pages' | 'syncs' | 'commits', number>>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal, (SELECT wal_fpi::float8 FROM pg_stat_wal) AS pages,
       (SELECT sum(fsyncs)::float8 FROM pg_stat_io WHERE object = 'wal') AS syncs,
       (SELECT xact_commit::float8 FROM pg_stat_database WHERE datname = current_database()) AS commits`,
  );
  return { ...rows[0]!, network: loopbackBytes(), sizes: await sizesOf(db) };
}

async function sizesOf(db: Db): Promise<Sizes> {
  const { rows } = await db.query<{ name: string; size: number }>(
    `SELECT coalesce(coalesce(pg_partition_root(i.indrelid), i.indrelid)::regclass || ': ', '')
         || coalesce(pg_partition_root(c.oid), c.oid)::regclass AS name,
       sum(CASE WHEN c.relkind = 'i' THEN pg_relation_size(c.oid) ELSE pg_table_size(c.oid) END)::float8 AS size
     FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'i') GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, size }) => [name, size]));
}

/** PostgreSQL is on a local socket and not included. Bytes sent over loopback are also received there: counted once. */
function loopbackBytes(): number {
  return Number(/^\s*lo:\s*(\d+)/m.exec(readFileSync('/proc/net/dev', 'utf8'))?.[1] ?? 0);
}
