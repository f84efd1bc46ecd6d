import type { Db } from '../database/db.ts';
import { searchNumber } from '../store/erasure/number-search.ts';
import { type AnyMessageRow, type MessageFilter, walkMessages } from '../store/message/all-messages.ts';
import type { Walked } from '../store/scan/walk.ts';

/** How long a page looks before it answers what it has; what it is at by then takes some tens of milliseconds more. */
const pageMs = 80;

/**
 * Newest first, of one account or, for the operator, of all. One that was asked for a rare thing among many may be short, even
 * empty, and still have another behind it: whoever asks for it can be told how far it has come.
 */
export async function listMessages(db: Db, filter: MessageFilter): Promise<Walked<AnyMessageRow>> {
  const { destination } = filter;
  const until = performance.now() + pageMs;
  const isOver = () => performance.now() > until;
  const found = destination === undefined ? undefined : await searchNumber(db, filter, destination, isOver);
  return found ?? walkMessages(db, filter, isOver);
}
