/**
 * Webhooks that are not delivered yet are `ready`, to be sent or tried again at a time, or `blocked` behind an earlier one of the same
 * subject. All figures of them count both. Ready ones are found by account; blocked ones have an index by their time alone, so they are
 * read for all accounts together, the oldest first, up to this many.
 */
export const mostBlocked = 2_000;

export const blockedEvents = (columns: string): string =>
  `(SELECT ${columns} FROM outbox WHERE state = 'blocked' ORDER BY created_at LIMIT ${mostBlocked})`;
