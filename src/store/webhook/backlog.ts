/**
 * Webhook events that have not ended are `ready`, to be sent now or at a time, or `blocked` behind an earlier event of the same subject.
 * All figures count both. Ready events are found by account; blocked events have an index by their time only, so they are read for all
 * accounts together, oldest first, up to this many.
 */
export const mostBlocked = 2_000;

export const blockedEvents = (columns: string): string =>
  `(SELECT ${columns} FROM outbox WHERE state = 'blocked' ORDER BY created_at LIMIT ${mostBlocked})`;

const nextAccount = (after: string) =>
  `SELECT account_id, due_at FROM outbox WHERE state = 'ready' AND account_id > ${after} ORDER BY account_id, due_at LIMIT 1`;

/**
 * WITH `found`: the accounts after an id that have ready events, and when the first of them is due. Skips from account to account through
 * the index, so a hundred thousand events of one account cost as much as one.
 */
export const accountsWithReadyEvents = (after: string): string => `WITH RECURSIVE found AS (
    (${nextAccount(after)}) UNION ALL SELECT n.* FROM found f, LATERAL (${nextAccount('f.account_id')}) n)`;
