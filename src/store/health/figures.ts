import type { Queryable } from '../../database/db.ts';
import { serviceAccountId } from '../../domain/access/service-account.ts';
import { firstUuid } from '../../domain/uuid.ts';
import { noRouteQueue, undecidedQueue, waitingLines, waitingSql } from '../message/queues.ts';
import { accountsWithReadyEvents } from '../webhook/outbox.ts';

/** Counts stop here: reading this many index entries takes about 10 ms. */
const mostCounted = 100_000;
/** Accounts that one search visits, at 13 µs each. */
const mostJumps = 2_000;
const mostAccounts = 1_000;

type QueueFigures = {
  /** The name of the carrier, `undecided`, or `none`. */
  readonly carrier: string;
  readonly waiting: number;
  /** 0 if none is due. */
  readonly oldestSeconds: number;
};

/**
 * Messages in each queue, including empty queues of carriers. The oldest are found by skipping from account to account, so a million
 * messages of one account cost as much as one.
 */
export async function queueFigures(db: Queryable): Promise<QueueFigures[]> {
  const { rows } = await db.query<QueueFigures>({
    name: 'queue figures',
    text: `${waitingLines},
      oldest AS (
        SELECT queue, min(due_at) FILTER (WHERE due_at <= now()) AS due_at
        FROM (SELECT queue, due_at FROM lines LIMIT ${mostJumps}) f GROUP BY 1),
      queues (queue, carrier) AS (
        SELECT queue, name FROM carriers UNION ALL VALUES (${undecidedQueue}, 'undecided'), (${noRouteQueue}, 'none'))
      SELECT q.carrier,
        ${waitingSql('q.queue', mostCounted)} AS waiting,
        coalesce(greatest(0, extract(epoch FROM now() - o.due_at)), 0)::float8 AS "oldestSeconds"
      FROM queues q LEFT JOIN oldest o USING (queue)`,
  });
  return rows;
}

type WebhookFigures = { readonly waiting: number; readonly oldestSeconds: number };

export async function webhookFigures(db: Queryable): Promise<WebhookFigures> {
  const { rows } = await db.query<WebhookFigures>({
    name: 'webhook figures',
    text: `${accountsWithReadyEvents(`'${firstUuid}'::uuid`)}
      SELECT (SELECT count(*)::integer FROM (
          (SELECT 1 FROM outbox WHERE state = 'ready' LIMIT ${mostCounted}) UNION ALL
          (SELECT 1 FROM outbox WHERE state = 'blocked' LIMIT ${mostCounted}) LIMIT ${mostCounted}) c) AS waiting,
        coalesce((SELECT greatest(0, extract(epoch FROM now() - min(due_at)))
          FROM (SELECT due_at FROM found LIMIT ${mostJumps}) f WHERE due_at <= now()), 0)::float8 AS "oldestSeconds"`,
  });
  return rows[0]!;
}

type AccountFigures = {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly available: number;
};

/** What customers can spend, lowest first. */
export async function accountFigures(db: Queryable): Promise<AccountFigures[]> {
  const { rows } = await db.query<AccountFigures>({
    name: 'account figures',
    text: `SELECT id, name, currency, (balance + credit_limit)::float8 AS available FROM accounts WHERE id <> $1
      ORDER BY balance + credit_limit LIMIT ${mostAccounts}`,
    values: [serviceAccountId],
  });
  return rows;
}
