import type { Queryable } from '../../database/db.ts';
import { waitingSql } from '../message/queues.ts';
import { openCircuitsSql, type SharedCircuit } from './circuits.ts';
import { isPausedSql } from './pauses.ts';
import { type Refusal, refusalsSql } from './refusals.ts';

/** What a process knows of its own connections to a carrier. */
export type OwnLinks = {
  readonly carrierId: string;
  readonly up: number;
  /** How much longer it is fed slowly; 0 if it does not complain. */
  readonly throttledMs: number;
  /** Why it is down, or was when it was last down. Never holds a password. */
  readonly error: string | undefined;
};

/** What the other processes are connected to. */
export type OtherLinks = {
  readonly carrierId: string;
  readonly up: number;
  readonly throttled: boolean;
  /** Processes that have connections to it, up or not. */
  readonly holders: number;
};

/** A process that has not been heard of for so long is gone, with its connections. */
const goneSeconds = 10;
const isFresh = `seen_at > now() - interval '${goneSeconds} seconds'`;

/** Tells all processes what this one is connected to, and that it is there. */
export async function renewLinks(db: Queryable, holder: string, links: readonly OwnLinks[]): Promise<void> {
  await db.query({
    name: 'renew links',
    text: `WITH gone AS (DELETE FROM carrier_links WHERE holder = $1 AND carrier_id <> ALL ($2::uuid[]))
      INSERT INTO carrier_links AS l (carrier_id, holder, links, throttled_until, since, error, error_at, seen_at)
      SELECT w.carrier_id, $1, w.links, now() + w.throttled * interval '1 millisecond', now(), w.error,
        CASE WHEN w.error IS NOT NULL THEN now() END, now()
      FROM unnest($2::uuid[], $3::integer[], $4::integer[], $5::text[]) AS w (carrier_id, links, throttled, error)
      ON CONFLICT (carrier_id, holder) DO UPDATE SET links = excluded.links, throttled_until = excluded.throttled_until,
        since = CASE WHEN (l.links > 0) = (excluded.links > 0) THEN l.since ELSE now() END,
        error = excluded.error,
        error_at = CASE WHEN l.error IS NOT DISTINCT FROM excluded.error THEN l.error_at ELSE excluded.error_at END,
        seen_at = now()`,
    values: [
      holder,
      links.map(({ carrierId }) => carrierId),
      links.map(({ up }) => up),
      links.map(({ throttledMs }) => Math.ceil(throttledMs)),
      links.map(({ error }) => error ?? null),
    ],
  });
}

/** The process stops: others need not wait until it has not been heard of for a while. */
export async function removeLinks(db: Queryable, holder: string): Promise<void> {
  await db.query('DELETE FROM carrier_links WHERE holder = $1', [holder]);
}

export type Polled = {
  readonly version: string;
  readonly links: OtherLinks[];
  /** Those that are not closed. */
  readonly circuits: SharedCircuit[];
};

/** Asked by every process once a second: whether carriers or routes have changed, what the others are connected to, and which carriers refuse. */
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

/** What is to be known of carriers and routes now. */
export async function routingVersion(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ version: string }>({
    name: 'routing version',
    text: 'SELECT version FROM routing',
  });
  return rows[0]!.version;
}

/** Of processes that ended without a word. */
export async function dropOldLinks(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(`DELETE FROM carrier_links WHERE seen_at < now() - interval '1 hour'`);
  return rowCount ?? 0;
}

export type CarrierStatus = {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  /** By itself, whether or not everything is. */
  readonly paused: boolean;
  /** Connections that are up, over all processes. */
  readonly linksUp: number;
  readonly throttled: boolean;
  /** It refuses every call or bind, and is sent a probe now and then. */
  readonly refused: boolean;
  /** Up, or down, since then; undefined while no process has tried. */
  readonly since: Date | undefined;
  /** Messages that wait for it, whatever the reason, counted up to `mostCounted`. */
  readonly waiting: number;
  readonly lastError: { readonly text: string; readonly at: Date } | undefined;
  /** What it did not take in the last day, by its status, the latest first. */
  readonly refusals: readonly Refusal[];
};

const mostCounted = 10_000;

type StatusRow = Omit<CarrierStatus, 'linksUp' | 'since' | 'lastError'> & {
  links: number;
  since: Date | null;
  error: string | null;
  error_at: Date | null;
};

/** How all carriers are doing at this moment, by name. */
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
