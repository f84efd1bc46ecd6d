import type { Queryable } from '../../database/db.ts';
import type { Log } from '../../telemetry/log.ts';
import { type LockSession, openLockSession } from '../locks/session.ts';
import { queueChannel } from '../message/queue.ts';
import { waitingSql } from '../message/queues.ts';
import { rowSet } from '../row-set.ts';
import { isPausedSql } from './pauses.ts';

export type OwnLinks = {
  readonly carrierId: string;
  readonly up: number;
  /** How much longer the carrier is throttled; 0 if it is not. */
  readonly throttledMs: number;
  /** Why it is down, or was last down. Never contains a password. */
  readonly error: string | undefined;
};

export type OtherLinks = {
  readonly carrierId: string;
  readonly up: number;
  readonly throttled: boolean;
  /** Processes that have connections to it, up or not. */
  readonly holders: number;
};

/** A process that has been silent for this long is dead, and its connections are closed. */
const goneSeconds = 10;
export const isFresh = `seen_at > now() - interval '${goneSeconds} seconds'`;

const linkRows = rowSet<OwnLinks>(
  { carrierId: 'uuid', error: 'text' },
  { links: ['integer', ({ up }) => up], throttled: ['integer', ({ throttledMs }) => Math.ceil(throttledMs)] },
);

/** Publishes the connections of this process, and that it is alive. */
export async function renewLinks(db: Queryable, holder: string, links: readonly OwnLinks[]): Promise<void> {
  await db.query({
    name: 'renew links',
    text: `WITH gone AS (DELETE FROM carrier_links WHERE holder = $1 AND carrier_id <> ALL ($2::uuid[]))
      INSERT INTO carrier_links AS l (carrier_id, holder, links, throttled_until, since, error, error_at, seen_at)
      SELECT w.carrier_id, $1, w.links, now() + w.throttled * interval '1 millisecond', now(), w.error,
        CASE WHEN w.error IS NOT NULL THEN now() END, now()
      FROM ${linkRows.from('w', 2)}
      ON CONFLICT (carrier_id, holder) DO UPDATE SET links = excluded.links, throttled_until = excluded.throttled_until,
        since = CASE WHEN (l.links > 0) = (excluded.links > 0) THEN l.since ELSE now() END,
        error = excluded.error,
        error_at = CASE WHEN l.error IS NOT DISTINCT FROM excluded.error THEN l.error_at ELSE excluded.error_at END,
        seen_at = now()`,
    values: [holder, ...linkRows.values(links)],
  });
}

/** Called when the process stops, so that the others notice it immediately. */
export async function removeLinks(db: Queryable, holder: string): Promise<void> {
  await db.query('DELETE FROM carrier_links WHERE holder = $1', [holder]);
}

type Polled = {
  readonly version: string;
  readonly links: OtherLinks[];
  readonly circuits: SharedCircuit[];
};

/** Runs once a second in every process: the version of carriers and routes, the connections of the others, and open circuits. */
export async function pollRouting(db: Queryable, holder: string): Promise<Polled> {
  const { rows } = await db.query<Polled>({
    name: 'poll routing',
    text: `SELECT version, coalesce((
        SELECT json_agg(json_build_object('carrierId', carrier_id, 'up', up, 'throttled', throttled, 'holders', holders)) FROM (
          SELECT carrier_id, sum(links) AS up, bool_or(throttled_until > now()) AS throttled, count(*) AS holders FROM carrier_links
          WHERE holder <> $1 AND ${isFresh} GROUP BY carrier_id) l), '[]') AS links,
        ${openCircuitsSql} AS circuits
      FROM routing`,
    values: [holder],
  });
  return rows[0]!;
}

export async function routingVersion(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ version: string }>({
    name: 'routing version',
    text: 'SELECT version FROM routing',
  });
  return rows[0]!.version;
}

export type CarrierStatus = {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  /** Whether the carrier itself is paused, apart from a global pause. */
  readonly paused: boolean;
  readonly linksUp: number;
  readonly throttled: boolean;
  /** The carrier refuses every call or bind and gets only probes. */
  readonly refused: boolean;
  /** Since when the carrier is up or down; undefined while no process has tried. */
  readonly since: Date | undefined;
  /** Messages that wait for the carrier for any reason, counted up to `mostCounted`. */
  readonly waiting: number;
  readonly lastError: { readonly text: string; readonly at: Date } | undefined;
  /** Refusals of the last day by status, latest first. */
  readonly refusals: readonly RefusalSummary[];
};

const mostCounted = 10_000;

/** In SQL: the connections of a carrier over all processes, since when it is up or down, and the latest error. */
export const linkSumsSql = (carrier: string): string => `(
  SELECT sum(links)::integer AS links, bool_or(throttled_until > now()) AS throttled,
    CASE WHEN sum(links) > 0 THEN min(since) FILTER (WHERE links > 0) ELSE max(since) END AS since,
    (array_agg(error ORDER BY error_at DESC) FILTER (WHERE error IS NOT NULL))[1] AS error, max(error_at) AS error_at
  FROM carrier_links WHERE carrier_id = ${carrier} AND ${isFresh})`;

type StatusRow = Omit<CarrierStatus, 'linksUp' | 'since' | 'lastError'> & {
  links: number;
  since: Date | null;
  error: string | null;
  error_at: Date | null;
};

export async function carrierStatus(db: Queryable): Promise<CarrierStatus[]> {
  const { rows } = await db.query<StatusRow>(
    `SELECT c.id, c.name, c.enabled, ${isPausedSql('carrier', 'c.id')} AS paused, coalesce(l.links, 0) AS links, coalesce(l.throttled, false) OR coalesce(k.rest_until > now(), false) AS throttled,
       coalesce(k.failures > 0, false) AS refused, l.since, coalesce(k.reason, l.error) AS error,
       CASE WHEN k.reason IS NULL THEN l.error_at ELSE k.refused_at END AS error_at, ${refusalsSql('c.id')} AS refusals,
       ${waitingSql('c.queue', mostCounted)} AS waiting
     FROM carriers c LEFT JOIN carrier_circuits k ON k.carrier_id = c.id LEFT JOIN LATERAL ${linkSumsSql('c.id')} l ON true
     ORDER BY c.name`,
  );
  return rows.map(toStatus);
}

function toStatus({ links: linksUp, since, error, error_at: at, ...rest }: StatusRow): CarrierStatus {
  const lastError = error !== null && at !== null ? { text: error, at } : undefined;
  return { ...rest, linksUp, since: since ?? undefined, lastError };
}

type RefusalCount = { readonly carrierId: string; readonly status: string; readonly count: number };

const refusedRows = rowSet<RefusalCount>({ carrierId: 'uuid', status: 'text', count: 'bigint' });

/** Adds to the counts of this hour. Ignores carriers that were deleted in the meantime. */
export async function addRefusals(db: Queryable, refused: readonly RefusalCount[]): Promise<void> {
  await db.query({
    name: 'add refusals',
    text: `INSERT INTO carrier_refusals AS r (carrier_id, status, hour, count, last_at)
      SELECT c.id, w.status, date_trunc('hour', now()), w.count, now()
      FROM ${refusedRows.from('w')} JOIN carriers c ON c.id = w.carrier_id
      ORDER BY 1, 2
      ON CONFLICT (carrier_id, status, hour) DO UPDATE SET count = r.count + excluded.count, last_at = now()`,
    values: refusedRows.values(refused),
  });
}

export const refusalHours = 24;

export type RefusalSummary = { readonly status: string; readonly count: number; readonly lastAt: string };

/** In SQL: the refusals of a carrier as JSON, latest first. */
export const refusalsSql = (carrier: string): string => `coalesce((
  SELECT json_agg(json_build_object('status', status, 'count', count, 'lastAt',
    to_char(last_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY last_at DESC) FROM (
      SELECT status, sum(count) AS count, max(last_at) AS last_at FROM carrier_refusals
      WHERE carrier_id = ${carrier} AND last_at > now() - interval '${refusalHours} hours'
      GROUP BY status ORDER BY max(last_at) DESC LIMIT 100) s), '[]')`;

/** The circuit of a carrier that is not closed, with times as milliseconds from now. */
export type SharedCircuit = {
  readonly carrierId: string;
  readonly failures: number;
  readonly reason: string | null;
  readonly retryMs: number;
  readonly probeMs: number;
  readonly restMs: number;
};

const msUntil = (column: string): string =>
  `greatest(-1, extract(epoch FROM greatest(${column}, now() - interval '1 day') - now()) * 1000)::float8`;

export const openCircuitsSql = `coalesce((
  SELECT json_agg(json_build_object('carrierId', carrier_id, 'failures', failures, 'reason', reason,
    'retryMs', ${msUntil('retry_at')}, 'probeMs', ${msUntil('probe_until')}, 'restMs', ${msUntil('rest_until')}))
  FROM carrier_circuits WHERE failures > 0 OR rest_until > now()), '[]')`;

/** A refusal during the wait changes nothing: processes that are refused together count once. A deleted carrier has no circuit. */
export async function openCircuit(db: Queryable, carrierId: string, reason: string, waitMs: number): Promise<void> {
  await db.query({
    name: 'open circuit',
    text: `INSERT INTO carrier_circuits AS c (carrier_id, failures, reason, refused_at, retry_at)
      SELECT id, 1, $2, now(), now() + $3 * interval '1 millisecond' FROM carriers WHERE id = $1
      ON CONFLICT (carrier_id) DO UPDATE SET failures = c.failures + 1, reason = excluded.reason, refused_at = now(),
        retry_at = excluded.retry_at, probe_until = '-infinity'
      WHERE c.retry_at <= now()`,
    values: [carrierId, reason, Math.round(waitMs)],
  });
}

/** True if this process may send the one probe; until it is answered, or for `probeMs`, no other process may. */
export async function takeProbe(db: Queryable, carrierId: string, probeMs: number): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'take probe',
    text: `UPDATE carrier_circuits SET probe_until = now() + $2 * interval '1 millisecond'
      WHERE carrier_id = $1 AND failures > 0 AND retry_at <= now() AND probe_until <= now() AND rest_until <= now()`,
    values: [carrierId, Math.round(probeMs)],
  });
  return rowCount === 1;
}

/** Called if the probe was not sent: another process may send one. */
export async function leaveProbe(db: Queryable, carrierId: string): Promise<void> {
  await db.query(`UPDATE carrier_circuits SET probe_until = '-infinity' WHERE carrier_id = $1`, [carrierId]);
}

export async function closeCircuit(db: Queryable, carrierId: string): Promise<void> {
  await db.query(
    `UPDATE carrier_circuits SET failures = 0, reason = NULL, probe_until = '-infinity' WHERE carrier_id = $1`,
    [carrierId],
  );
}

/** The next probe may be sent now, also during a rest that the carrier has requested. */
export async function retryCircuit(db: Queryable, carrierId: string): Promise<void> {
  await db.query(`UPDATE carrier_circuits SET retry_at = now(), rest_until = '-infinity' WHERE carrier_id = $1`, [
    carrierId,
  ]);
}

/** The carrier has requested a pause, such as with Retry-After. */
export async function restCircuit(db: Queryable, carrierId: string, ms: number): Promise<void> {
  await db.query({
    name: 'rest circuit',
    text: `INSERT INTO carrier_circuits AS c (carrier_id, rest_until)
      SELECT id, now() + $2 * interval '1 millisecond' FROM carriers WHERE id = $1
      ON CONFLICT (carrier_id) DO UPDATE SET rest_until = greatest(c.rest_until, excluded.rest_until)`,
    values: [carrierId, Math.round(ms)],
  });
}

/** The channel on which a new process requests its share of the binds of a carrier. */
const shareChannel = 'hermod_bind_shares';

type SlotEvents = {
  /** The session was lost, and every slot with it: another process may hold them now. */
  readonly onLost: () => void;
  readonly onQueued: (queues: number[]) => void;
  /** Another process has fewer binds of this carrier than `share`, which is the same for all processes. */
  readonly onAsked: (carrierId: string, share: number) => void;
};

/** The bind slots of a carrier are numbered locks on its name, held by one session that also listens for notifications. */
export function openSlots(url: string, log: Log, { onLost, onQueued, onAsked }: SlotEvents): Promise<LockSession> {
  const listen = {
    [queueChannel]: (queues: string) => onQueued(queues.split(',').map(Number)),
    [shareChannel]: (payload: string) => {
      const [carrierId = '', share] = payload.split(' ');
      onAsked(carrierId, Number(share));
    },
  };
  return openLockSession(url, { name: 'hermod slots', log, onLost, listen });
}

/** Asks the processes that have more than this share to give up one bind each. */
export function askForShare(slots: LockSession, carrierId: string, share: number): Promise<void> {
  return slots.notify(shareChannel, `${carrierId} ${share}`);
}
