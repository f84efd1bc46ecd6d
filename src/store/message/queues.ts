/** In SQL: messages waiting in a queue for any reason, counted up to `most`. Every figure of messages that wait for a carrier uses it. */
export const waitingSql = (queue: string, most: number): string =>
  `(SELECT count(*)::integer FROM (
    SELECT 1 FROM messages m WHERE m.queue = ${queue} AND m.queue IS NOT NULL LIMIT ${most}) waiting)`;

// Queues without a carrier. The queues of carriers are the numbers above 0.

/** Not routed yet; served by any process with room. */
export const undecidedQueue = 0;
/** No route matched; served by any process, even without room. */
export const noRouteQueue = -1;
/** Waits for its scheduled time. */
export const scheduledQueue = -2;
/** Claimed by a process. Messages that a process accepts and sends directly have no queue. */
export const heldQueue = -3;
/** Sent long after it was accepted, so the scan through the messages would miss it: this queue finds a missing receipt. */
export const watchedQueue = -4;

/** In SQL: a message that waits to be sent now or after a failed attempt; neither scheduled nor held by a process. */
const waits = `m.queue IS NOT NULL AND m.queue >= ${noRouteQueue}`;

const nextQueue = (condition: string) =>
  `SELECT m.queue AS queue FROM messages m WHERE ${waits}${condition} ORDER BY m.queue LIMIT 1`;

/** WITH `used`: the queues with waiting messages. Skips from queue to queue through the index. */
export const queuesInUse = `WITH RECURSIVE used AS (
    (${nextQueue('')}) UNION ALL SELECT n.queue FROM used u, LATERAL (${nextQueue(' AND m.queue > u.queue')}) n)`;

const nextLine = (condition: string) =>
  `SELECT m.queue AS queue, m.bulk AS bulk, m.account_id AS account_id, m.submission_id AS submission_id, m.due_at AS due_at
   FROM messages m WHERE ${waits}${condition} ORDER BY m.queue, m.bulk, m.account_id, m.due_at LIMIT 1`;

/**
 * WITH `lines`: the first waiting message of each queue and account. Skips from account to account through the index, so a million
 * messages of one account cost as much as one.
 */
export const waitingLines = `WITH RECURSIVE lines AS (
    (${nextLine('')}) UNION ALL SELECT n.* FROM lines l, LATERAL (
      ${nextLine(' AND (m.queue, m.bulk, m.account_id) > (l.queue, l.bulk, l.account_id)')}) n)`;
