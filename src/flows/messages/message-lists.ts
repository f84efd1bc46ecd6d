import type { Db } from '../../database/db.ts';
import { searchNumber } from '../../store/erasure/number-search.ts';
import { type AnyMessageRow, type MessageFilter, walkMessages } from '../../store/message/all-messages.ts';
import type { Walked } from '../../store/scan/walk.ts';

/** Search time of one page, in milliseconds; the running step adds some tens of milliseconds. */
const pageMs = 80;

/**
 * Newest first, of one account or, for the operator, of all. A page of a selective search may be short or empty although more pages
 * follow; the result says how far the search has come.
 */
export async function listMessages(db: Db, filter: MessageFilter): Promise<Walked<AnyMessageRow>> {
  const { destination } = filter;
  const until = performance.now() + pageMs;
  const isOver = () => performance.now() > until;
  const found = destination === undefined ? undefined : await searchNumber(db, filter, destination, isOver);
  return found ?? walkMessages(db, filter, isOver);
}
