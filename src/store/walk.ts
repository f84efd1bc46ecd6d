import { uuidAt, uuidTime } from '../domain/uuid.ts';

/** Below `before`, and not below `from`. */
export type Window = { readonly from: string; readonly before: string };

export type Walk<Row> = Window & {
  readonly limit: number;
  readonly now: number;
  /**
   * The rows of a window that fit, newest first and at most `limit` of them, and how many were looked at to find them. May
   * stop at one more than `most`: then the window was too wide, and is looked at again in a narrower one, unless `reached` says
   * down to which id it was looked at. `isFull` says that the page ends with these rows, although there are more.
   */
  look(window: Window, most: number): Promise<Looked<Row>>;
  /** Width of the first window and rows that one may hold, where others are better. */
  readonly firstWindowMs?: number;
  readonly mostInWindow?: number;
  /** Asked between windows, with the rows looked at so far: whether the page ends although it is not full. */
  readonly isOver?: (seen: number) => boolean;
};

export type Looked<Row> = {
  readonly rows: Row[];
  readonly seen: number;
  readonly reached?: string | undefined;
  readonly isFull?: boolean;
};

/** `lastSeen` is the oldest id that was looked at: where to go on, if there is more. */
export type Walked<Row> = {
  readonly rows: Row[];
  readonly lastSeen: string | undefined;
  readonly complete: boolean;
};

const firstWindowMs = 10_000;
const growth = 8;
const aYearMs = 365 * 86_400_000;
/** Rows one window may hold. Without another limit, a page ends with the window in which it has seen as many. */
const usualMost = 5_000;
/** However slow it is: pages that look at nothing would never come to an end. */
const leastSeen = 200;
const isEnough = (seen: number): boolean => seen >= usualMost;

/**
 * Newest first over all accounts, although every index begins with the account: each window of time is asked for from every
 * account, an index look-up each (5 µs), and windows grow into the past until there is enough. The block index on ids is no
 * way: rows move with every change of their state, and after a few vacuums a block holds rows of many hours.
 */
export async function walkBack<Row extends { readonly id: string }>(walk: Walk<Row>): Promise<Walked<Row>> {
  const { isOver = isEnough, mostInWindow = usualMost } = walk;
  const rows: Row[] = [];
  let { before } = walk;
  let widthMs = walk.firstWindowMs ?? firstWindowMs;
  for (let seen = 0; ; ) {
    const window = { from: startOf(walk, before, widthMs), before };
    const most = widthMs <= 1 ? Number.MAX_SAFE_INTEGER : mostInWindow;
    const found = await walk.look(window, most);
    if (found.seen > most) {
      widthMs = Math.max(1, widthMs / growth);
      continue;
    }
    rows.push(...found.rows);
    seen += found.seen;
    if (found.isFull || rows.length >= walk.limit) {
      const page = rows.slice(0, walk.limit);
      return { rows: page, lastSeen: page.at(-1)!.id, complete: false };
    }
    const { reached = window.from } = found;
    if (reached <= walk.from) return { rows, lastSeen: undefined, complete: true };
    if (seen >= leastSeen && isOver(seen)) return { rows, lastSeen: reached, complete: false };
    before = reached;
    widthMs *= growthAfter(found.seen, mostInWindow);
  }
}

/** As much time as holds half of what a window may: one that is too wide has been read for nothing. */
function growthAfter(seen: number, most: number): number {
  return Math.min(growth, most / 2 / Math.max(1, seen));
}

function startOf({ from, now }: Walk<unknown>, before: string, widthMs: number): string {
  if (widthMs > aYearMs) return from;
  const start = uuidAt(Math.min(uuidTime(before), now) - widthMs);
  return start < from ? from : start;
}
