import type { Queryable } from '../../database/db.ts';
import { waitingSql } from '../message/queues.ts';
import { rowSet } from '../row-set.ts';
import { openCircuitsSql, type SharedCircuit } from './circuits.ts';
import { isPausedSql } from './pauses.ts';
import { type Refusal, refusalsSql } from './refusals.ts';

/** The connections of this process to a carrier. */
export type OwnLinks = {
  readonly carrierId: string;
  readonly up: number;
  /** How much longer the carrier is throttled; 0 if it is not. */
  readonly throttledMs: number;
  /** Why it is down, or was last down. Never contains a password. */
  readonly error: string | undefined;
};

/** The connections of the other processes to a carrier. */
export type OtherLinks = {
  readonly carrierId: string;
  readonly up: number;
  readonly throttled: boolean;
  /** Processes that have connections to it, up or not. */
  readonly holders: number;
};

/** A process that has been silent for this long is dead, and its connections are closed. */
const goneSeconds = 10;
const isFresh = `seen_at > now() - interval '${goneSeconds} seconds'`;

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

export type Polled = {
  readonly version: string;
  readonly links: OtherLinks[];
  /** Those that are not closed. */
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
  /** On its own, apart from a global pause. */
  readonly paused: boolean;
  /** Connections that are up, over all processes. */
  readonly linksUp: number;
  readonly throttled: boolean;
  /** It refuses every call or bind, and gets only probes. */
  readonly refused: boolean;
  /** Up, or down, since then; undefined while no process has tried. */
  readonly since: Date | undefined;
  /** Messages that wait for it for any reason, counted up to `mostCounted`. */
  readonly waiting: number;
  readonly lastError: { readonly text: string; readonly at: Date } | undefined;
  /** Refusals of the last day by status, latest first. */
  readonly refusals: readonly Refusal[];
};

const mostCounted = 10_000;

type StatusRow = Omit<CarrierStatus, 'linksUp' | 'since' | 'lastError'> & {
  links: number;
  since: Date | null;
  error: string | null;
  error_at: Date | null;
};

/** The current state of all carriers, by name. */
export async function carrierStatus(db: Queryable): Promise<CarrierStatus[]> {
  const { rows } = await db.query<StatusRow>(
    `SELECT c.id, c.name, c.enabled, ${isPausedSql('carrier', 'c.id')} AS paused, coalesce(l.links, 0) AS links, coalesce(l.throttled, false) OR coalesce(k.rest_until > now(), false) AS throttled,
       coalesce(k.failures > 0, false) AS refused, l.since, coalesce(k.reason, l.error) AS error,
       CASE WHEN k.reason IS NULL THEN l.error_at ELSE k.refused_at END AS error_at, ${refusalsSql('c.id')} AS refusals,
       ${waitingSql('c.queue', mostCounted)} AS waiting
     FROM carriers c LEFT JOIN carrier_circuits k ON k.carrier_id = c.id LEFT JOIN LATERAL (
       SELECT sum(links)::integer AS links, bool_or(throttled_until > now()) AS throttled,
         CASE WHEN sum(links) > 0 THEN min(since) FILTER (WHERE links > 0) ELSE max(since) END AS since,
         (array_agg(error ORDER BY error_at DESC) FILTER (WHERE error IS NOT NULL))[1] AS error, max(error_at) AS error_at
       FROM carrier_links WHERE carrier_id = c.id AND ${isFresh}) l ON true
     ORDER BY c.name`,
  );
  return rows.map(toStatus);
}

function toStatus({ links: linksUp, since, error, error_at: at, ...rest }: StatusRow): CarrierStatus {
  const lastError = error !== null && at !== null ? { text: error, at } : undefined;
  return { ...rest, linksUp, since: since ?? undefined, lastError };
}
