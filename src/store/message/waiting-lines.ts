import type { Queryable } from '../../database/db.ts';
import { rowsOf } from '../row.ts';
import { queuesInUse, scheduledQueue } from './queues.ts';

/** The messages of one account that wait in one queue. */
export type WaitingLine = {
  readonly queue: number;
  readonly accountId: string;
  readonly name: string;
  readonly currency: string;
  readonly messages: number;
  /** Whether there may be more than were counted. */
  readonly bounded: boolean;
  /** The sum of the prices of the counted messages. */
  readonly amount: string;
  /** Acceptance, or scheduled time, of the message that is next in line. */
  readonly oldestAt: Date;
};

/** Accounts of one queue. */
const mostLines = 200;
/** Messages read in total, at about 10 µs each; divided by the number of lines, so that no account hides another. */
const mostRead = 10_000;

const ofLine = 'm.queue = l.queue AND m.queue IS NOT NULL AND m.bulk = l.bulk AND m.account_id = l.account_id';

/** WITH `picked`: queue, bulk, account_id and submission_id of the first message of each line. */
const summed = `SELECT l.queue, l.account_id AS "accountId", a.name, a.currency, sum(c.messages)::integer AS messages,
    bool_or(c.messages = c.most) AS bounded, trim_scale(sum(c.amount))::text AS amount,
    min(coalesce(s.scheduled_at, s.accepted_at)) AS "oldestAt"
  FROM picked l
  JOIN accounts a ON a.id = l.account_id
  JOIN submissions s ON s.account_id = l.account_id AND s.id = l.submission_id
  CROSS JOIN LATERAL (
    SELECT count(*) AS messages, coalesce(sum(price), 0) AS amount, (SELECT most FROM bound) AS most FROM (
      SELECT m.price FROM messages m WHERE ${ofLine} LIMIT (SELECT most FROM bound)) f) c
  GROUP BY 1, 2, 3, 4 ORDER BY 5 DESC, 2, 1`;
const bound = `bound AS (SELECT greatest(50, ${mostRead} / greatest(1, count(*))) AS most FROM picked)`;

const nextLine = (condition: string) =>
  `SELECT m.queue AS queue, m.bulk AS bulk, m.account_id AS account_id, m.submission_id AS submission_id
   FROM messages m WHERE m.queue = $1 AND m.queue IS NOT NULL${condition}
   ORDER BY m.queue, m.bulk, m.account_id, m.due_at LIMIT 1`;

/** The messages of a queue by account, most messages first. Skips from account to account through the index. */
export const waitingInQueue = (db: Queryable, queue: number): Promise<WaitingLine[]> =>
  rowsOf(db, {
    name: 'waiting in queue',
    text: `WITH RECURSIVE lines AS (
        (${nextLine('')}) UNION ALL SELECT n.* FROM lines l, LATERAL (
          ${nextLine(' AND (m.queue, m.bulk, m.account_id) > (l.queue, l.bulk, l.account_id)')}) n),
      picked AS MATERIALIZED (SELECT * FROM lines LIMIT ${mostLines}), ${bound}
      ${summed}`,
    values: [queue],
  });

/** The messages of an account by queue, scheduled ones included, most messages first. */
export const waitingOfAccount = (db: Queryable, accountId: string): Promise<WaitingLine[]> =>
  rowsOf(db, {
    name: 'waiting of account',
    text: `${queuesInUse},
      picked AS MATERIALIZED (
        SELECT q.queue, b.bulk, f.* FROM (SELECT queue FROM used UNION ALL VALUES (${scheduledQueue})) q
        CROSS JOIN (VALUES (false), (true)) AS b (bulk)
        CROSS JOIN LATERAL (
          SELECT m.account_id, m.submission_id FROM messages m
          WHERE m.queue = q.queue AND m.queue IS NOT NULL AND m.bulk = b.bulk AND m.account_id = $1
          ORDER BY m.due_at LIMIT 1) f), ${bound}
      ${summed}`,
    values: [accountId],
  });
