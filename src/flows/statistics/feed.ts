import type { Db } from '../../database/db.ts';
import type { State } from '../../domain/message/message.ts';
import { uuidAt, uuidTime } from '../../domain/uuid.ts';
import type { Runtime } from '../../runtime.ts';
import { readClock } from '../../store/clock.ts';
import {
  changedMessages,
  marksOfAccounts,
  marksOfAll,
  newestMessages,
  type Owners,
  type ShownMessage,
} from '../../store/live/changes.ts';
import type { AnyMessageRow } from '../../store/message/all-messages.ts';
import { Loop } from '../../work/loop.ts';
import { explainRows } from '../messages/reasons.ts';
import type { Reads } from '../reads.ts';
import { type AccountNow, type OperatorNow, readAccountsNow, readOperatorNow } from './now.ts';

/** All accounts; any other scope is the id of one. */
export const allAccounts = '';
export type What = 'carriers' | 'senders' | 'inbound' | 'deliveries' | 'emails';

export type Tick = {
  /** Database time in milliseconds: earlier changes are in this tick or a previous one, on every process. */
  readonly at: number;
  /** New and changed messages, oldest first. */
  readonly messages: readonly AnyMessageRow[];
  /** Estimated number of further messages. */
  readonly skipped: number;
  readonly changed: readonly What[];
  readonly now?: OperatorNow | AccountNow | undefined;
};

/** The state when watching starts: the newest messages, complete from `since` on. */
export type Beginning = { readonly at: number; readonly messages: readonly AnyMessageRow[]; readonly since: number };

type Listener = { begin(beginning: Beginning): void; tick(tick: Tick): void };

const tickMs = 1_000;
const ticksBetweenNows = 2;
/** Rows of one scope in a tick. */
const mostRows = 100;
/** Rows of all watched accounts in one query. */
const mostInAll = 2_000;
/** Messages may become visible some time after their ids were created: each query looks back this far, less under load. */
const longestLookMs = 10_000;
const shortestLookMs = 500;
/** Messages watched for their next state, and messages known to have been shown. */
const mostOpen = 500;
const mostKnown = 5_000;
/** A scope starts with recent messages, searched in growing steps until there are enough. */
const firstLooksMs = [1_000, 10_000, 60_000, 300_000];
const mostAtFirst = 200;
/** A changed list is announced at most this often. */
const changedEveryMs = 5_000;

type Watched = {
  readonly listener: Listener;
  isBegun: boolean;
  marks: Readonly<Record<string, string>> | undefined;
  readonly changedAt: Map<What, number>;
  readonly pending: Set<What>;
};
type Known = ShownMessage & { readonly isOpen: boolean };

const open: readonly State[] = ['SCHEDULED', 'QUEUED', 'SENT', 'UNKNOWN'];

/** Live changes for the listeners of this process. While there are any, one round of queries per second serves all scopes. */
export class Feed {
  readonly #runtime: Runtime;
  readonly #reads: Reads;
  readonly #holder: string;
  readonly #watched = new Map<string, Watched>();
  /** Known messages by id, in the order in which they were first seen. */
  #known = new Map<string, Known>();
  readonly #lookMs = { all: longestLookMs, some: longestLookMs };
  #loop: Loop | undefined;
  #ticks = 0;
  #perSecond = 0;

  constructor(runtime: Runtime, reads: Reads, holder: string) {
    this.#runtime = runtime;
    this.#reads = reads;
    this.#holder = holder;
  }

  /** One listener for a scope; the returned function ends it. */
  watch(scope: string, listener: Listener): () => void {
    const watched: Watched = { listener, isBegun: false, marks: undefined, changedAt: new Map(), pending: new Set() };
    this.#watched.set(scope, watched);
    this.#loop ??= new Loop('feed', tickMs, this.#runtime.log, () => this.#tick());
    return () => {
      if (this.#watched.get(scope) === watched) this.#watched.delete(scope);
    };
  }

  /** Does not wait for a running round. */
  stop(): void {
    void this.#loop?.stop();
    this.#loop = undefined;
    this.#known = new Map();
  }

  /** The end of the last listener is noticed here, so that frequent reconnects cost at most one round per second. */
  async #tick(): Promise<boolean> {
    if (this.#watched.size === 0) {
      this.stop();
      return false;
    }
    const { metrics } = this.#runtime;
    const ended = metrics.feedSeconds.startTimer();
    await this.#reads.run('feed', (db) => this.#read(db));
    ended();
    metrics.feedTicks.inc();
    return false;
  }

  async #read(db: Db): Promise<void> {
    const at = (await readClock(db)).getTime();
    const scopes = [...this.#watched];
    for (const [scope, watched] of scopes) if (!watched.isBegun) await this.#begin(db, scope, watched, at);
    const found = await this.#news(db, scopes, at);
    this.#ticks += 1;
    const isNow = this.#ticks % ticksBetweenNows === 0 || scopes.some(([, { marks }]) => marks === undefined);
    const nows = isNow ? await this.#nows(db, scopes) : new Map<string, OperatorNow | AccountNow>();
    for (const [scope, watched] of scopes) {
      const own = scope === allAccounts ? found : found.filter((row) => row.account_id === scope);
      const messages = own.slice(-mostRows);
      const skipped = own.length - messages.length + (scope === allAccounts ? this.#unseen(own.length) : 0);
      watched.listener.tick({ at, messages, skipped, changed: due(watched, at), now: nows.get(scope) });
    }
  }

  /** If there are too many messages to read all, the accepted rate tells how many were not seen. */
  #unseen(seen: number): number {
    if (this.#lookMs.all === longestLookMs) return 0;
    return Math.max(0, Math.round((this.#perSecond * tickMs) / 1_000) - seen);
  }

  async #begin(db: Db, scope: string, watched: Watched, at: number): Promise<void> {
    const owners = scope === allAccounts ? undefined : [scope];
    const limits = { ofOne: mostAtFirst, inAll: mostAtFirst };
    let [refs, lookMs] = [[] as Awaited<ReturnType<typeof newestMessages>>, 0];
    for (lookMs of firstLooksMs) {
      refs = await newestMessages(db, owners, uuidAt(at - lookMs), limits);
      if (refs.length === mostAtFirst) break;
    }
    const messages = inOrder(await explainRows(db, await changedMessages(db, refs)));
    watched.isBegun = true;
    this.#note(messages);
    const oldest = refs.at(-1)?.id;
    const since = refs.length === mostAtFirst && oldest !== undefined ? uuidTime(oldest) : at - lookMs;
    watched.listener.begin({ at, messages, since });
  }

  /** New messages, and shown messages whose state has changed. */
  async #news(db: Db, scopes: readonly [string, Watched][], at: number): Promise<AnyMessageRow[]> {
    const accounts = scopes.map(([scope]) => scope).filter((scope) => scope !== allAccounts);
    const refs = [
      ...(accounts.length < scopes.length ? await this.#look(db, undefined, at) : []),
      ...(accounts.length > 0 ? await this.#look(db, accounts, at) : []),
    ];
    const fresh = new Map(refs.filter(({ id }) => !this.#known.has(id)).map((ref) => [ref.id, ref]));
    const open = [...this.#known.values()].filter(({ isOpen }) => isOpen).slice(-mostOpen);
    const rows = inOrder(await explainRows(db, await changedMessages(db, [...fresh.values(), ...open])));
    this.#note(rows);
    return rows;
  }

  async #look(db: Db, owners: Owners, at: number) {
    const which = owners === undefined ? 'all' : 'some';
    const inAll = owners === undefined ? mostRows * 2 : mostInAll;
    const ofOne =
      owners === undefined ? mostRows : Math.max(10, Math.min(mostRows, Math.floor(mostInAll / owners.length)));
    const refs = await newestMessages(db, owners, uuidAt(at - this.#lookMs[which]), { ofOne, inAll });
    const ms = this.#lookMs[which];
    if (refs.length >= inAll) this.#lookMs[which] = Math.max(shortestLookMs, ms / 2);
    else if (refs.length < inAll / 4) this.#lookMs[which] = Math.min(longestLookMs, ms * 2);
    return refs;
  }

  #note(rows: readonly AnyMessageRow[]): void {
    for (const { id, account_id: accountId, state, state_at: stateAt, attempts } of rows) {
      this.#known.set(id, { accountId, id, stateAt, attempts, isOpen: open.includes(state) });
    }
    for (const id of this.#known.keys()) {
      if (this.#known.size <= mostKnown) return;
      this.#known.delete(id);
    }
  }

  /** Current figures, and which lists have changed since the last call. */
  async #nows(db: Db, scopes: readonly [string, Watched][]): Promise<Map<string, OperatorNow | AccountNow>> {
    const accounts = scopes.map(([scope]) => scope).filter((scope) => scope !== allAccounts);
    const nows = new Map<string, OperatorNow | AccountNow>();
    const operator = this.#watched.get(allAccounts);
    if (operator !== undefined) {
      const now = await readOperatorNow(db, this.#holder);
      const { carriers, ...marks } = await marksOfAll(db);
      this.#perSecond = now.acceptedPerSecond;
      nows.set(allAccounts, now);
      compare(operator, { ...marks, carriers: `${carriers} ${linksOf(now)}` });
    }
    if (accounts.length === 0) return nows;
    for (const [accountId, now] of await readAccountsNow(db, this.#holder, accounts)) nows.set(accountId, now);
    for (const [accountId, marks] of await marksOfAccounts(db, accounts)) {
      const watched = this.#watched.get(accountId);
      if (watched !== undefined) compare(watched, marks);
    }
    return nows;
  }
}

const linksOf = ({ carriers }: OperatorNow) =>
  carriers.map(({ carrierId, linksUp, throttled }) => `${carrierId} ${linksUp} ${throttled}`).join();

function compare(watched: Watched, marks: Readonly<Record<string, string>>): void {
  const before = watched.marks;
  watched.marks = marks;
  if (before === undefined) return;
  for (const [what, mark] of Object.entries(marks)) if (before[what] !== mark) watched.pending.add(what as What);
}

/** Changed lists that were not announced recently. */
function due({ pending, changedAt }: Watched, at: number): What[] {
  const told = [...pending].filter((what) => Math.abs(at - (changedAt.get(what) ?? 0)) >= changedEveryMs);
  for (const what of told) {
    pending.delete(what);
    changedAt.set(what, at);
  }
  return told;
}

function inOrder(rows: readonly AnyMessageRow[]): AnyMessageRow[] {
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
