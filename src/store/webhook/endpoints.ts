import { type Db, readWithout } from '../../database/db.ts';
import { uuidAt } from '../../domain/uuid.ts';
import { endpointOrigin } from '../../domain/webhook/endpoint.ts';
import { blockedEvents, isParked, mostBlocked } from './outbox.ts';

/** The events of one account to one origin. */
export type EndpointRow = {
  readonly account_id: string;
  readonly account_name: string;
  readonly origin: string;
  /** A managed endpoint; its origin is that of its URL. */
  readonly endpoint_id: string | null;
  readonly waiting: number;
  readonly retrying: number;
  readonly delivered: number;
  readonly given_up: number;
  /** Since the last success; a lower bound, because each event has only its last attempt. */
  readonly failures: number;
  readonly due_at: Date | null;
  readonly attempted_at: Date | null;
  readonly status: number | null;
  readonly error: string | null;
  /** Not all events of the account were read: the counts are lower bounds. */
  readonly bounded: boolean;
  readonly now: Date;
};

const dayMs = 86_400_000;
/** Retries end after a day, and later after a replay. */
const givenUpWithinMs = 3 * dayMs;
const most = { ofOne: 5_000, ofEach: 200, ofAll: 40_000, endpoints: 1_000 };

const columns = 'account_id, id, origin, state, attempts, due_at, attempted_at, status, error';
const isGood = `(state = 'delivered' OR (error IS NULL AND status BETWEEN 200 AND 299))`;
const endpoint = 'PARTITION BY account_id, origin';

/** Up to $2 events of each account in the order of an index, and up to $3 in total, which takes about a second. */
const part = (condition: string, order: string): string =>
  `(SELECT o.* FROM accounts a, LATERAL (
      SELECT ${columns} FROM outbox WHERE account_id = a.id AND ${condition} ORDER BY ${order} LIMIT $2) o
    WHERE ($1::uuid IS NULL OR a.id = $1) LIMIT $3)`;

/**
 * The endpoints of an account, or of all, with events that wait or were sent in the last day, those with failures first. Reads a bounded
 * number of events of each account: those that are due next, the newest, and the newest that were given up.
 */
export async function listEndpoints(db: Db, accountId: string | undefined, now: number): Promise<EndpointRow[]> {
  const ofEach = accountId === undefined ? most.ofEach : most.ofOne;
  const { rows } = await readWithout(db, 'bitmapscan', (tx) =>
    tx.query<EndpointRow>({
      name: 'endpoints',
      text: `WITH ready AS MATERIALIZED ${part(`state = 'ready'`, 'due_at')},
        blocked AS MATERIALIZED (
          SELECT b.* FROM ${blockedEvents(columns)} b WHERE ($1::uuid IS NULL OR account_id = $1)),
        recent AS MATERIALIZED ${part('id >= $4', 'id DESC')},
        ended AS MATERIALIZED ${part(`state = 'given up' AND id >= $5 AND attempted_at > now() - interval '1 day'`, 'id DESC')},
        cut AS (
          SELECT account_id FROM (
            SELECT account_id, count(*) FROM ready GROUP BY 1 UNION ALL
            SELECT account_id, count(*) FROM recent GROUP BY 1 UNION ALL
            SELECT account_id, count(*) FROM ended GROUP BY 1) counts WHERE count >= $2),
        every AS (
          SELECT *, max(attempted_at) FILTER (WHERE ${isGood}) OVER (${endpoint}) AS good_at
          FROM (SELECT * FROM ready UNION SELECT * FROM blocked UNION SELECT * FROM recent UNION SELECT * FROM ended) u),
        grouped AS (
          SELECT account_id, origin,
            count(*) FILTER (WHERE state = 'blocked' OR (state = 'ready' AND attempts = 0))::integer AS waiting,
            count(*) FILTER (WHERE state = 'ready' AND attempts > 0)::integer AS retrying,
            count(*) FILTER (WHERE state = 'delivered' AND attempted_at > now() - interval '1 day')::integer AS delivered,
            count(*) FILTER (WHERE state = 'given up' AND attempted_at > now() - interval '1 day')::integer AS given_up,
            coalesce(sum(CASE WHEN good_at IS NULL THEN greatest(attempts, 1) ELSE 1 END)
              FILTER (WHERE attempted_at > coalesce(good_at, '-infinity') AND NOT ${isGood}), 0)::integer AS failures,
            min(due_at) FILTER (WHERE state = 'ready' AND NOT ${isParked('due_at')}) AS due_at, max(attempted_at) AS attempted_at,
            (array_agg(status ORDER BY attempted_at DESC) FILTER (WHERE attempted_at IS NOT NULL))[1] AS status,
            (array_agg(error ORDER BY attempted_at DESC) FILTER (WHERE attempted_at IS NOT NULL))[1] AS error
          FROM every GROUP BY 1, 2)
        SELECT g.*, coalesce(substring(e.url FROM '(?i)^https?://[^/?#\\\\]+'), g.origin) AS origin, e.id AS endpoint_id,
          a.name AS account_name, now() AS now,
          g.account_id IN (SELECT account_id FROM cut)
            OR greatest((SELECT count(*) FROM ready), (SELECT count(*) FROM recent), (SELECT count(*) FROM ended)) >= $3
            OR (SELECT count(*) FROM ${blockedEvents('1')} b) >= ${mostBlocked} AS bounded
        FROM grouped g JOIN accounts a ON a.id = g.account_id
        LEFT JOIN webhook_endpoints e ON e.account_id = g.account_id AND '${endpointOrigin('')}' || e.id = g.origin
        -- events of a deleted endpoint are given up soon
        WHERE e.id IS NOT NULL OR NOT starts_with(g.origin, '${endpointOrigin('')}')
        ORDER BY g.failures DESC, g.retrying DESC, g.waiting DESC, g.attempted_at DESC NULLS LAST, g.account_id, g.origin
        LIMIT ${most.endpoints}`,
      values: [accountId ?? null, ofEach, most.ofAll, uuidAt(now - dayMs), uuidAt(now - givenUpWithinMs)],
    }),
  );
  return rows;
}
