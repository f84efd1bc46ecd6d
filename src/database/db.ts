import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../telemetry/log.ts';
import { Writes } from './fault.ts';
import { hostName, hostsOf } from './hosts.ts';
import { ServerPool, types } from './pool.ts';
import { prepareSession, type SessionLimits } from './session.ts';

/** Anything that runs a query: the pool, or one connection inside a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>;
export type Transaction = pg.PoolClient;

export type Db = {
  readonly pool: pg.Pool;
  readonly writes: Writes;
  query: pg.Pool['query'];
  /** The work may run more than once; effects outside the transaction must be right for its last run. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** Receives the notes of committed transactions: a word, and a number for each item. */
export type OnNote = (what: string, numbers: readonly number[]) => void;

type DbOptions = {
  onNote?: OnNote;
  connections?: number;
  statementSeconds?: number;
  /** A transaction whose process hangs, or whose connection is silent, is rolled back after this time: it holds locks. */
  idleSeconds?: number;
  name?: string;
  /** How long to wait for a connection, new or returned to the pool. */
  connectSeconds?: number;
  /** For searches. They run with lower priority where the database is on this machine. */
  isReadOnly?: boolean;
};

/** Connections that stay open while nothing is sent. */
const mostIdle = 2;
/** How long after the statement timeout of the server the client still waits for the response. */
const answerMs = 5_000;

export function openDb(url: string, log: Log, options: DbOptions = {}): Db {
  const statementMs = (options.statementSeconds ?? 30) * 1_000;
  const limits = { statementMs, idleMs: (options.idleSeconds ?? 15) * 1_000 };
  const pool = new ServerPool(url, log, {
    max: options.connections ?? 8,
    // Opening a connection costs 11 ms of processor time. An idle process keeps those that it needs every second.
    min: mostIdle,
    types,
    application_name: options.name ?? 'hermod',
    connectionTimeoutMillis: (options.connectSeconds ?? 5) * 1_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A connection that drops all packets never fails: without this timeout, eight of them would block the pool.
    query_timeout: statementMs + answerMs,
    // The pool awaits it, although its types do not declare that.
    onConnect: prepareConnection(limits, options.isReadOnly === true, isHere(url)) as (client: pg.ClientBase) => void,
  });
  // The pool replaces an idle connection that breaks (restart, failover); without a listener the process would end.
  pool.on('error', (err) => log.warn({ err }, 'an idle database connection was lost'));
  // The pool listens only to idle connections. One that breaks within a transaction fails its next statement.
  pool.on('connect', (client) => client.on('error', () => {}));
  const writes = new Writes();
  const noted = <T>(work: () => Promise<T>) =>
    repeating(work).catch((error: unknown) => {
      writes.failed(error);
      throw error;
    });
  const query = (text: string, values?: unknown[]) => noted(() => pool.query(text, values));
  return {
    pool,
    writes,
    query: query as unknown as pg.Pool['query'],
    transaction: (work) => noted(() => inTransaction(pool, work, options.onNote)),
    close: () => pool.end(),
  };
}

/** Deadlock and serialization failure: PostgreSQL has rolled one transaction back, so that it can be repeated. */
const repeatable = new Set<unknown>(['40P01', '40001']);
const mostRepeats = 5;

/** For unforeseen cases: locks are taken in one order everywhere (see `lockFunds`). The work must not keep state of its first run. */
async function repeating<T>(work: () => Promise<T>): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await work();
    } catch (error) {
      if (!repeatable.has((error as { code?: unknown }).code) || repeats === mostRepeats) throw error;
      await sleep(Math.random() * 20 * (repeats + 1));
    }
  }
}

const prepareConnection =
  (limits: SessionLimits, isReadOnly: boolean, isLocal: boolean) => async (client: pg.ClientBase) => {
    await prepareSession(client, limits, { awaitsStandby: !isReadOnly });
    if (isReadOnly && isLocal) await lowerPriority(client);
  };

/** By a socket in the file system; an IP address may belong to another machine, where process numbers are different. */
const isHere = (url: string): boolean => hostsOf(url).every((host) => hostName(host).startsWith('/'));
const lowPriority = 10;

/** A search may keep a processor busy for seconds; two searches on two processors would delay every send request. */
async function lowerPriority(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  try {
    setPriority(rows[0]!.pid, lowPriority);
  } catch {
    // The server process belongs to another user or container: its priority stays.
  }
}

/**
 * Reads with one plan type disabled, where a generic plan chooses the wrong one. Bitmap scans: a list that ends early in a long
 * index would be read completely and sorted (the planner assumes a small account; 1,200 ms instead of 10 with 300,000 events).
 * Index scans: a number would be searched in the whole table instead of by its block index.
 */
export async function readWithout<T>(
  db: Db,
  plan: 'bitmapscan' | 'indexscan',
  read: (tx: Queryable) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.query(`SET LOCAL enable_${plan} = off`);
    return read(tx);
  });
}

const notes = new WeakMap<Queryable, (readonly [what: string, numbers: readonly number[]])[]>();

/** Reported to `onNote` when the transaction commits, and never if it is rolled back. */
export function reportOnCommit(tx: Transaction, what: string, numbers: readonly number[]): void {
  if (numbers.length > 0) notes.get(tx)?.push([what, numbers]);
}

async function inTransaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>, onNote?: OnNote): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    if (onNote) notes.set(client, []);
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    for (const [what, numbers] of (onNote && notes.get(client)) ?? []) onNote!(what, numbers);
    return result;
  } catch (error) {
    broken = await undo(client, error as Error);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Why the connection must not return to the pool: it does not respond, or ROLLBACK has failed too. Undefined if it may. */
async function undo(client: Transaction, error: Error): Promise<Error | undefined> {
  if (error.message === 'Query read timeout') return error;
  return client.query('ROLLBACK').then(
    () => undefined,
    (failure: Error) => failure,
  );
}
