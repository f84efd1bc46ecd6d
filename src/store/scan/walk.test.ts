/** Pages of a walk, put together, are all that fits: however they are cut. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstUuid, lastUuid, uuidAt } from '../../domain/uuid.ts';
import { type Looked, type ScanWindow, type Walk, walkBack } from './walk.ts';

type Row = { readonly id: string; readonly fits: boolean };
const now = Date.UTC(2026, 10, 16);

const ids = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 400_000_000 }), fc.integer({ min: 0, max: 0xfff })), {
    selector: ([ago, count]) => `${ago} ${count}`,
    maxLength: 300,
  })
  .map((all) =>
    all.map(([ago, count]) => uuidAt(now - ago).replace('-0000-', `-7${count.toString(16).padStart(3, '0')}-`)),
  );

/** `cut`: rows after which a look ends and says where; otherwise the window is too wide. */
function looking(rows: readonly Row[], cut: number | undefined, most: number) {
  return (window: ScanWindow): Promise<Looked<Row>> => {
    const seen = rows.filter(({ id }) => id >= window.from && id < window.before);
    const part = cut === undefined ? seen : seen.slice(0, cut);
    const reached =
      part.length < seen.length || (cut !== undefined && part.length === cut) ? part.at(-1)?.id : undefined;
    const isTooMany = cut === undefined && seen.length > most;
    return Promise.resolve({
      rows: part.filter(({ fits }) => fits),
      seen: isTooMany ? Number.MAX_SAFE_INTEGER : part.length,
      reached,
    });
  };
}

async function collect(walk: Omit<Walk<Row>, 'before'>): Promise<string[]> {
  const found: string[] = [];
  let before = lastUuid;
  for (let pages = 0; pages < 10_000; pages++) {
    const page = await walkBack({ ...walk, before });
    found.push(...page.rows.map(({ id }) => id));
    expect(page.rows.length).toBeLessThanOrEqual(walk.limit);
    if (page.complete) return found;
    expect(page.lastSeen! < before).toBe(true);
    before = page.lastSeen!;
  }
  throw new Error('it never ends');
}

test('nothing is left out or told twice, whether windows are narrowed or cut, and whenever the time is over', async () => {
  const options = fc.record({
    limit: fc.integer({ min: 1, max: 50 }),
    cut: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
    most: fc.integer({ min: 5, max: 100 }),
    every: fc.integer({ min: 1, max: 20 }),
    patience: fc.integer({ min: 0, max: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(ids, options, async (all, { limit, cut, most, every, patience }) => {
      const rows = all
        .toSorted()
        .reverse()
        .map((id, place) => ({ id, fits: place % every === 0 }));
      let asked = 0;
      const isOver = () => asked++ % (patience + 1) === patience;
      const width = cut === undefined ? {} : { firstWindowMs: Number.POSITIVE_INFINITY };
      const look = looking(rows, cut, most);
      const found = await collect({ from: firstUuid, limit, now, isOver, look, ...width });
      expect(found).toEqual(rows.filter(({ fits }) => fits).map(({ id }) => id));
    }),
  );
});
