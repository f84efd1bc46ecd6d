import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../telemetry/log.ts';
import { hostName, hostsOf } from './hosts.ts';
import { ServerPool } from './pool.ts';
import { prepareSession, type SessionLimits } from './session.ts';
import { types } from './times.ts';
import { Writes } from './writes.ts';

/** Anything that runs a query: the pool, or one connection inside a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>;
export type Transaction = pg.PoolClient;

export type Db = {
  readonly pool: pg.Pool;
  /** Whether it takes writes, by what has failed. */
  readonly writes: Writes;
  query: pg.Pool['query'];
  /** The work may be run more than once: what it does outside the transaction has to be right for the last time alone. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** What transactions have noted, once they are committed: a word, and a number for each thing that it is about. */
export type OnNote = (what: string, numbers: readonly number[]) => void;

export type DbOptions = {
  onNote?: OnNote;
  connections?: number;
  statementSeconds?: number;
  /** A transaction whose process sleeps, or whose link is silent, holds the locks of others; after this it is rolled back. */
  idleSeconds?: number;
  name?: string;
  /** How long to wait for a connection, be it a new one or one that somebody gives back. */
  connectSeconds?: number;
  /** Behind everything else that wants the processors, where the database is on this machine. */
  isPatient?: boolean;
};

/** How much longer than the server may work on a statement its answer is waited for. */
const answerMs = 5_000;

export function openDb(url: string, log: Log, options: DbOptions = {}): Db {
  const statementMs = (options.statementSeconds ?? 30) * 1_000;
  const limits = { statementMs, idleMs: (options.idleSeconds ?? 15) * 1_000 };
  const pool = new ServerPool(url, log, {
    max: options.connections ?? 8,
    types,
    application_name: options.name ?? 'hermod',
    connectionTimeoutMillis: (options.connectSeconds ?? 5) * 1_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A link that swallows everything says nothing, for ever: without this, eight such connections are the whole pool.
    query_timeout: statementMs + answerMs,
    // The pool waits for it, although its types do not say so.
    onConnect: prepareConnection(limits, options.isPatient === true && isHere(url)) as (client: pg.ClientBase) => void,
  });
  // An idle connection that breaks (restart, failover) is replaced by the pool; without a listener it would end the process.
  pool.on('error', (err) => log.warn({ err }, 'an idle database connection was lost'));
  // The pool listens to idle connections only. One that breaks in the hands of a transaction fails its next statement.
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

/** Two who waited for each other: PostgreSQL has undone one of them completely, so that it can be done again. */
const undone = new Set<unknown>(['40P01', '40001']);
const mostRepeats = 5;

/**
 * Locks are taken in one order everywhere (see `lockFunds`), so this is for what nobody has thought of. The work is run
 * again from its beginning, and must not keep anything of the first time.
 */
async function repeating<T>(work: () => Promise<T>): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await work();
    } catch (error) {
      if (!undone.has((error as { code?: unknown }).code) || repeats === mostRepeats) throw error;
      await sleep(Math.random() * 20 * (repeats + 1));
    }
  }
}

const prepareConnection = (limits: SessionLimits, isPatient: boolean) => async (client: pg.ClientBase) => {
  await prepareSession(client, limits);
  if (isPatient) await makePatient(client);
};

/** By a socket in the file system; an address may lead to another machine, where the number of a process means another one. */
const isHere = (url: string): boolean => hostsOf(url).every((host) => hostName(host).startsWith('/'));
const patientNiceness = 10;

/** A search may keep a processor busy for seconds; with two of them and two processors, every send would wait for its turn. */
async function makePatient(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  try {
    setPriority(rows[0]!.pid, patientNiceness);
  } catch {
    // It belongs to another user, or is in another container: it stays as it is.
  }
}

/**
 * Reads with one kind of plan ruled out, where a plan that is made without knowing the values takes the wrong one. Bitmap
 * scans: a list that ends early in a long index would be read as a whole and sorted (an account is taken for a small one;
 * 1,200 ms instead of 10 with 300,000 events). Index scans: a number would be looked for in the whole table instead of by its
 * block index.
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

/** For whoever counts: told when the transaction is committed, and never if it is not. */
export function note(tx: Transaction, what: string, numbers: readonly number[]): void {
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

/** Why the connection must not go back to the pool, if so: nobody answers on it, or even ROLLBACK has failed. */
async function undo(client: Transaction, error: Error): Promise<Error | undefined> {
  if (error.message === 'Query read timeout') return error;
  return client.query('ROLLBACK').then(
    () => undefined,
    (failure: Error) => failure,
  );
}
