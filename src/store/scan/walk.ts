import { uuidAt, uuidTime } from '../../domain/uuid.ts';

/** Ids from `from` (inclusive) to `before` (exclusive). */
export type ScanWindow = { readonly from: string; readonly before: string };

export type Walk<Row> = ScanWindow & {
  readonly limit: number;
  readonly now: number;
  /**
   * The matching rows of a window, newest first and at most `limit`, and how many rows were read to find them. May stop at
   * `most` + 1: then the window was too wide and is read again in narrower ones, unless `reached` is the id down to which it was
   * read. `isFull`: the page ends with these rows, although there are more.
   */
  look(window: ScanWindow, most: number): Promise<Looked<Row>>;
  /** Width of the first window, and most rows of a window, if not the defaults. */
  readonly firstWindowMs?: number;
  readonly mostInWindow?: number;
  /** Called between windows with the number of rows read so far: whether the page ends although it is not full. */
  readonly isOver?: (seen: number) => boolean;
};

export type Looked<Row> = {
  readonly rows: Row[];
  readonly seen: number;
  readonly reached?: string | undefined;
  readonly isFull?: boolean;
};

/** `lastSeen`: the oldest id that was read, where the next page continues. */
export type Walked<Row> = {
  readonly rows: Row[];
  readonly lastSeen: string | undefined;
  readonly complete: boolean;
};

const firstWindowMs = 10_000;
const growth = 8;
const aYearMs = 365 * 86_400_000;
/** Most rows of a window. By default, a page ends with the window in which it has read as many. */
const usualMost = 5_000;
/** Rows read at least, even if the time is over: otherwise a list would never end. */
const leastSeen = 200;
const isEnough = (seen: number): boolean => seen >= usualMost;

/**
 * Newest first over all accounts, although every index begins with the account: each time window is read from every account, an index
 * search each (5 µs), and windows grow into the past until the page is full. The block index on ids does not help: rows move with
 * every change of their state, and after a few vacuums a block holds rows of many hours.
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

/** Aims at half of the most rows of a window, because a window that is too wide is read twice. */
function growthAfter(seen: number, most: number): number {
  return Math.min(growth, most / 2 / Math.max(1, seen));
}

function startOf({ from, now }: Walk<unknown>, before: string, widthMs: number): string {
  if (widthMs > aYearMs) return from;
  const start = uuidAt(Math.min(uuidTime(before), now) - widthMs);
  return start < from ? from : start;
}
