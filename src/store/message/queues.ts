/**
 * In SQL: how many messages wait in a queue, whatever the reason (its carrier is down, refuses, or is busy; a failed try), counted up to
 * `most`. Every figure of what waits for a carrier is this one.
 */
export const waitingSql = (queue: string, most: number): string =>
  `(SELECT count(*)::integer FROM (
    SELECT 1 FROM messages m WHERE m.queue = ${queue} AND m.queue IS NOT NULL LIMIT ${most}) waiting)`;

/** The queues of messages that belong to no carrier; those of carriers are above them. */

/** Not decided yet: any process with room looks there. */
export const undecidedQueue = 0;
/** No route led anywhere. Any process looks there, with room or without. */
export const nowhereQueue = -1;
/** Waits for its time. */
export const scheduledQueue = -2;
/** Taken by a process. What a process accepts and takes at once is in no queue at all. */
export const heldQueue = -3;
/** Sent so long after it was accepted that the walk through the messages would miss it: its silence is noticed here. */
export const watchedQueue = -4;
