import type { Db } from '../db.ts';
import { searchNumber } from '../store/erasure/number-search.ts';
import { type AnyMessageFilter, type AnyMessageRow, walkMessages } from '../store/message/all-messages.ts';
import { type MessageFilter, type MessageRow, scanMessages } from '../store/message/messages.ts';
import type { Walked } from '../store/walk.ts';

/**
 * Newest first. A page looks at a bounded number of messages: one that was asked for a rare thing among many may be short, even
 * empty, and still have another behind it.
 */
export async function listMessages(db: Db, filter: MessageFilter): Promise<Walked<MessageRow>> {
  const { destination } = filter;
  const found = destination === undefined ? undefined : await searchNumber(db, filter, destination);
  return found ?? scanMessages(db, filter);
}

/** The same of all accounts, for the operator. */
export async function listAllMessages(db: Db, filter: AnyMessageFilter): Promise<Walked<AnyMessageRow>> {
  const { destination } = filter;
  const found = destination === undefined ? undefined : await searchNumber(db, filter, destination);
  return found ?? walkMessages(db, filter);
}
