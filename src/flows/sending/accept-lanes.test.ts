import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AcceptLanes } from './accept-lanes.ts';

type Item = { owner: string; weight: number };
type Run = { items: Item[]; end(): void };

/** Lanes whose runs end by hand. Items of `locked` owners are left by an attempt. */
function gated(locked: ReadonlySet<string> = new Set()) {
  const open: Run[] = [];
  const run = (items: Item[]) =>
    new Promise<Item[]>((resolve) => {
      const one = {
        items,
        end: () => {
          open.splice(open.indexOf(one), 1);
          resolve(items);
        },
      };
      open.push(one);
    });
  const attempt = async (items: Item[]) =>
    (await run(items)).map((item) => (locked.has(item.owner) ? undefined : item));
  const lanes = new AcceptLanes<Item, Item>({
    run,
    attempt,
    weigh: ({ weight }) => weight,
    ownerOf: ({ owner }) => owner,
  });
  return { open, lanes };
}

const ownersIn = ({ items }: Run) => [...new Set(items.map(({ owner }) => owner))];

async function turns(): Promise<void> {
  for (let count = 0; count < 5; count++) await nextTurn();
}

test('a small item does not wait for the large ones of others', async () => {
  const { open, lanes } = gated();
  void lanes.add({ owner: 'bulk', weight: 1_000 });
  await turns();
  const one = lanes.add({ owner: 'other', weight: 1 });
  await turns();
  expect(open.map(ownersIn)).toEqual([['bulk'], ['other']]);
  open[1]!.end();
  expect(await one).toEqual({ owner: 'other', weight: 1 });
});

test('an account that is locked waits apart, and others continue together', async () => {
  const { open, lanes } = gated(new Set(['locked']));
  const waiting = lanes.add({ owner: 'locked', weight: 1 });
  await turns();
  open[0]!.end();
  await turns();
  // Its next item is not attempted together while the first waits.
  const behind = lanes.add({ owner: 'locked', weight: 1 });
  const other = lanes.add({ owner: 'other', weight: 1 });
  await turns();
  expect(open.map(ownersIn)).toEqual([['locked'], ['other']]);
  open[1]!.end();
  await other;
  open[0]!.end();
  await waiting;
  await turns();
  open[0]!.end();
  await behind;
  expect(lanes.pending).toBe(0);
});

test('each item gets its own result, whatever its size and whether its account is locked', async () => {
  const items = fc.array(fc.record({ owner: fc.constantFrom('a', 'b', 'c'), weight: fc.constantFrom(1, 51, 1_000) }));
  await fc.assert(
    fc.asyncProperty(items, fc.subarray(['a', 'b']), async (all, locked) => {
      const { open, lanes } = gated(new Set(locked));
      const results = all.map((item) => lanes.add(item));
      while (lanes.pending > 0) {
        await nextTurn();
        for (const run of [...open]) run.end();
      }
      expect(await Promise.all(results)).toEqual(all);
    }),
    { numRuns: 50 },
  );
});
