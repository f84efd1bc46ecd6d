/** Why a statement failed, in words that a customer may read. */
type DatabaseFault = {
  readonly text: string;
  /** The storage rejects all writes. */
  readonly stopsWrites: boolean;
};

const fault = (text: string, stopsWrites = false): DatabaseFault => ({ text, stopsWrites });
const noSpace = fault('the database has no disk space left', true);
export const unreachable = fault('the database cannot be reached');
const slow = fault('the database did not answer in time');

/** By SQLSTATE; the first match applies. All are temporary: the same request may succeed later. */
const states: readonly (readonly [RegExp, DatabaseFault])[] = [
  [/^53100$/, noSpace],
  [/^53200$/, fault('the database server has no memory left')],
  [/^53300$/, fault('the database accepts no more connections')],
  [/^53/, fault('the database server has no resources left')],
  [/^25006$/, fault('the database is read-only: a standby, or default_transaction_read_only is on', true)],
  [/^42501$/, fault('the database role of the service lacks a right')],
  // I/O errors; a file system that became read-only gives 42501 or 58030, depending on the call.
  [/^58/, fault('the storage of the database has failed', true)],
  [/^57P03$/, fault('the database is starting up, or recovers from a crash')],
  [/^57014$/, slow],
  [/^(40P01|40001|25P03|57P05)$/, fault('the database is busy')],
  [/^(57P0[124]|08...)$/, unreachable],
];

/** PostgreSQL has an SQLSTATE for a full disk, but none for an exceeded quota. */
const quota = /disk quota exceeded/i;

/** Undefined for an error that does not come from the database, or that the values of a statement caused. */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  const { message } = error as Error;
  const state = sqlState(error);
  if (state === undefined) return connectionFault(error);
  if (quota.test(message)) return noSpace;
  return states.find(([pattern]) => pattern.test(state))?.[1];
}

/** No SQLSTATE begins with E, but EPIPE looks like one. */
export function sqlState(error: unknown): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[0-9A-DF-Z][0-9A-Z]{4}$/.test(code) ? code : undefined;
}

/** An error without an SQLSTATE comes from the connection, or from the pool. */
function connectionFault(error: unknown): DatabaseFault | undefined {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (message === 'timeout exceeded when trying to connect')
    return fault('no connection to the database was free in time');
  if (message === 'Query read timeout') return slow;
  const isLost = /^E(CONN|PIPE|TIMEDOUT|HOST|NET|NOENT|NOTFOUND|AI_)/.test(code) || /connection|timeout/i.test(message);
  return isLost ? unreachable : undefined;
}

/** How long a rejected write counts although the probe succeeds: the probe may use another tablespace. */
const heldMs = 10_000;

/**
 * Whether the database accepts writes, as this process last saw it. Every failed statement is reported here, at no cost; so is the
 * heartbeat, which also runs without traffic, and only its success ends a fault.
 */
export class Writes {
  #fault: { readonly text: string; readonly until: number } | undefined;

  /** Why the database accepts no writes; undefined while it does. */
  get fault(): string | undefined {
    return this.#fault?.text;
  }

  failed(error: unknown, now = performance.now()): void {
    const fault = databaseFault(error);
    if (fault?.stopsWrites === true) this.#fault = { text: fault.text, until: now + heldMs };
  }

  probeFailed(error: unknown): void {
    this.#fault = { text: databaseFault(error)?.text ?? (error as Error).message, until: 0 };
  }

  probeSucceeded(now = performance.now()): void {
    if (this.#fault !== undefined && now >= this.#fault.until) this.#fault = undefined;
  }
}
