/** The content of the database, compared with what the customers know: money, one submission per request, nothing left over. */
import type { Queryable } from '../src/database/db.ts';
import { reportIdSql } from '../src/domain/message/payloads.ts';
import { isReportedSql } from '../src/domain/receipt/report-target.ts';
import { type Limits, rightStatuses, type Violation } from './oracle.ts';
import { type Expected, group, type Sides, unique } from './sides.ts';
import { readText } from './texts.ts';

type Row = { id: string };
type MessageRow = Row & { content: string; state: string; destination: string };

export async function audit(db: Queryable, sides: Sides, limits: Limits): Promise<Violation[]> {
  const ids = async (rule: string, sql: string): Promise<Violation> => {
    const { rows } = await db.query<Row>(sql);
    return { rule, ids: rows.map(({ id }) => id) };
  };
  const violations = [
    await ids(
      'the ledger sums up to the balance',
      `SELECT a.id FROM accounts a WHERE a.balance <> (SELECT coalesce(sum(amount), 0) FROM ledger l WHERE l.account_id = a.id)`,
    ),
    await ids(
      'every submission is charged once, with the prices of its messages',
      `SELECT s.id FROM submissions s
       LEFT JOIN (SELECT id, count(*) AS entries, sum(amount) AS amount FROM ledger WHERE kind = 'charge' GROUP BY id) l USING (id)
       LEFT JOIN (SELECT submission_id AS id, sum(price) AS price FROM messages GROUP BY 1) m USING (id)
       WHERE l.entries IS DISTINCT FROM 1 OR -l.amount IS DISTINCT FROM m.price`,
    ),
    await ids(
      'nothing is charged that was not submitted',
      `SELECT l.id FROM ledger l WHERE kind = 'charge' AND NOT EXISTS (SELECT 1 FROM submissions s WHERE s.id = l.id)`,
    ),
    await ids(
      'REJECTED and CANCELLED are given back once and in full, and nothing else is',
      `SELECT m.id FROM messages m
       LEFT JOIN (SELECT message_id, count(*) AS entries, sum(amount) AS amount FROM ledger WHERE kind = 'refund' GROUP BY 1) l
         ON l.message_id = m.id
       WHERE CASE WHEN m.state IN ('REJECTED', 'CANCELLED') THEN l.entries IS DISTINCT FROM 1 OR l.amount <> m.price
                  ELSE l.entries IS NOT NULL END`,
    ),
    await ids('no webhook is given up', `SELECT id FROM outbox WHERE state = 'given up'`),
    ...(await compare(db, sides, limits)),
  ];
  return violations.filter(({ ids: found }) => found.length > 0);
}

/** A request is identified by the token in its text, an accepted message by its id. */
async function compare(db: Queryable, { expected, refused, asked }: Sides, limits: Limits): Promise<Violation[]> {
  const { rows } = await db.query<MessageRow>(
    `SELECT m.id, m.state, m.destination, s.content, m.submission_id FROM messages m
     JOIN submissions s ON s.account_id = m.account_id AND s.id = m.submission_id`,
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const byPlace = group(rows, ({ content, destination }) => `${readText(content)?.token} ${destination}`);
  const endings = (message: Expected) => rightStatuses(message, limits).map((statuses) => statuses.at(-1));
  const tokens = unique(rows.map(({ content }) => readText(content)?.token ?? '?'));
  return [
    { rule: 'what was accepted is stored', ids: expected.filter(({ id }) => !stored.has(id)).map(({ id }) => id) },
    {
      rule: 'a request is accepted once, however often it is repeated',
      ids: [...byPlace].filter(([, same]) => same.length > 1).map(([place]) => place),
    },
    { rule: 'what was refused is not stored', ids: tokens.filter((token) => refused.has(token)) },
    { rule: 'only what was asked for is stored', ids: tokens.filter((token) => !asked.has(token)) },
    {
      rule: 'every message ends in the state that the carrier gave it',
      ids: expected
        .filter((message) => message.cancelled !== 'maybe' && !endings(message).includes(stored.get(message.id)?.state))
        .map(
          (message) => `${message.id} (${stored.get(message.id)?.state}; expected ${endings(message).join(' or ')})`,
        ),
    },
  ];
}

/**
 * Work under way; all zero once a run has settled. A report is stored when its first attempt has ended: until then only the
 * message says that a process holds it.
 */
export type Unsettled = { messages: number; events: number };

export async function unsettled(db: Queryable): Promise<Unsettled> {
  const { rows } = await db.query<Unsettled>(
    `SELECT (SELECT count(*)::integer FROM messages WHERE state IN ('SCHEDULED', 'QUEUED', 'SENT')) AS messages,
       (SELECT count(*)::integer FROM outbox WHERE state IN ('ready', 'blocked')) +
       (SELECT count(*)::integer FROM messages m JOIN submissions s ON s.account_id = m.account_id AND s.id = m.submission_id
        WHERE m.lease IS NOT NULL AND m.state = 'DELIVERED' AND s.delivery_report_url IS NOT NULL AND ${isReportedSql('s.delivery_report_url', 'DELIVERED')}
          AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.account_id = m.account_id AND o.id = ${reportIdSql('m.id', 'DELIVERED')})
       ) AS events`,
  );
  return rows[0]!;
}
