import { setImmediate } from 'node:timers/promises';
import { senderNumber } from '../../domain/sender/sender.ts';
import { isUuid, lastUuid, uuidAt, uuidTime } from '../../domain/uuid.ts';
import { HttpError } from '../server/errors.ts';

/**
 * An id contains the time of the process that made it, a row the time of the database. A range of ids is therefore widened by this
 * difference, and rows outside the requested range are skipped. A wider range costs reads, and with a larger difference receivers refuse
 * webhooks anyway.
 */
const skewMs = 300_000;

export type PageQuery = {
  from?: string | undefined;
  to?: string | undefined;
  limit?: string | undefined;
  cursor?: string | undefined;
};

export type RequestedPage = {
  /** Pages are newest first: ids below `before`, down to `from`. */
  readonly before: string;
  readonly from: string;
  readonly limit: number;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
};

export function pageOf(query: PageQuery): RequestedPage {
  const since = timeOf('from', query.from);
  const until = timeOf('to', query.to);
  const end = until === undefined ? lastUuid : uuidAt(until.getTime() + skewMs);
  const cursor = query.cursor === undefined ? lastUuid : fromCursor(query.cursor);
  return {
    before: cursor < end ? cursor : end,
    from: uuidAt(since === undefined ? 0 : since.getTime() - skewMs),
    limit: limitOf(query.limit),
    since,
    until,
  };
}

function limitOf(limit = '50'): number {
  const number = /^\d{1,4}$/.test(limit) ? Number(limit) : 0;
  if (number < 1 || number > 1_000) throw new HttpError(400, 'limit must be a whole number from 1 to 1000');
  return number;
}

/** The schema has checked the format; this refuses what is still not a time (a leap second, an impossible offset). */
export function timeOf(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new HttpError(400, `${name} must be a time such as 2026-11-15T12:00:00Z`);
  return time;
}

export function timeOrNull(name: string, text: string | null | undefined): Date | null | undefined {
  return text === null ? null : timeOf(name, text);
}

/** Refuses NUL, which PostgreSQL cannot store or compare. */
export function searchable(name: string, text: string | undefined): string | undefined {
  if (text?.includes('\0')) throw new HttpError(400, `${name} contains a NUL character`);
  return text;
}

/** As `searchable`, for senders and numbers: a + that was not encoded as %2B arrives as a leading space. */
export function searchableNumber(name: string, text: string | undefined): string | undefined {
  return searchable(name, text)?.replace(/^ /, '+');
}

/** The sender of messages: a number is found in any notation. */
export function searchableSender(text: string | undefined): string | undefined {
  const sought = searchable('sender', text);
  return (sought === undefined ? undefined : senderNumber(sought)) ?? searchableNumber('sender', text);
}

export function nextCursor(page: { lastSeen: string | undefined; complete: boolean }): { nextCursor?: string } {
  return page.complete || page.lastSeen === undefined ? {} : { nextCursor: toCursor(page.lastSeen) };
}

/** As `nextCursor`, with the time back to which the page has searched. */
export function nextOfSearch(page: { lastSeen: string | undefined; complete: boolean }): {
  nextCursor?: string;
  searchedTo?: string;
} {
  const next = nextCursor(page);
  if (next.nextCursor === undefined) return next;
  return { ...next, searchedTo: new Date(uuidTime(page.lastSeen!)).toISOString() };
}

/** Rows per turn of the event loop, about 1 ms. */
const rowsInTurn = 100;

/** As `rows.map(of)`, in several turns of the event loop: a long page takes 10 ms. */
export async function mapByTurns<Row, Body>(rows: readonly Row[], of: (row: Row) => Body): Promise<Body[]> {
  const bodies: Body[] = [];
  for (let start = 0; start < rows.length; start += rowsInTurn) {
    if (start > 0) await setImmediate();
    bodies.push(...rows.slice(start, start + rowsInTurn).map(of));
  }
  return bodies;
}

/** For lists without a search: a full page has a next cursor. */
export function pageOfRows(rows: readonly { id: string }[], { limit }: RequestedPage): { nextCursor?: string } {
  return nextCursor({ lastSeen: rows.at(-1)?.id, complete: rows.length < limit });
}

/** An opaque text, so that its content may change. It contains only the last id of the page. */
export function toCursor(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

export function fromCursor(cursor: string): string {
  const hex = Buffer.from(cursor, 'base64url').toString('hex');
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  if (!isUuid(id) || toCursor(id) !== cursor) throw new HttpError(400, 'cursor is not one that this service has given');
  return id;
}
