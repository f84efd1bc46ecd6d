import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OwnersInRuns, SizedBatch } from './sized-batch.ts';

type Item = { owner: string; weight: number };
type Run = { items: Item[]; end(): void };

/** Batches whose runs end by hand, all of the same owners. Those of `busy` are left by an attempt. */
function gated(count = 1, busy: ReadonlySet<string> = new Set()) {
  const open: Run[] = [];
  const begun: Run[] = [];
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
      begun.push(one);
    });
  const attempt = async (items: Item[]) => (await run(items)).map((item) => (busy.has(item.owner) ? undefined : item));
  const runs = new OwnersInRuns();
  const options = { run, attempt, weigh: ({ weight }: Item) => weight, ownerOf: ({ owner }: Item) => owner };
  return { open, begun, batches: Array.from({ length: count }, () => new SizedBatch(runs, options)) };
}

const large = (owner: string): Item => ({ owner, weight: 1_000 });
const small = (owner: string): Item => ({ owner, weight: 1 });
const ownersIn = ({ items }: Run) => [...new Set(items.map(({ owner }) => owner))];

async function turns(): Promise<void> {
  for (let count = 0; count < 5; count++) await nextTurn();
}

test('a small item does not wait for the large ones of others', async () => {
  const { open, batches } = gated();
  const sent = Array.from({ length: 5 }, () => batches[0]!.add(large('bulk')));
  await turns();
  expect(open.map(ownersIn)).toEqual([['bulk']]);
  const one = batches[0]!.add(small('other'));
  await turns();
  expect(open.map(ownersIn)).toEqual([['bulk'], ['other']]);
  open[1]!.end();
  await one;
  while (batches[0]!.pending > 0) {
    open[0]?.end();
    await nextTurn();
  }
  await Promise.all(sent);
});

test('the small items of an owner whose large one runs wait for it, also in another batch, and keep nobody waiting', async () => {
  const { open, batches } = gated(2);
  const [first, second] = batches as [SizedBatch<Item, Item>, SizedBatch<Item, Item>];
  void first.add(large('bulk'));
  await turns();
  const own = [first.add(small('bulk')), second.add(small('bulk'))];
  void first.add(small('other'));
  void second.add(small('other'));
  await turns();
  expect(open.map(ownersIn)).toEqual([['bulk'], ['other'], ['other']]);
  for (const run of open.slice(1)) run.end();
  await turns();
  expect(open).toHaveLength(1);
  open[0]!.end();
  await turns();
  expect(open.map(ownersIn)).toEqual([['bulk'], ['bulk']]);
  for (const run of [...open]) run.end();
  await Promise.all(own);
});

test('whoever keeps sending small ones gets its large one through, and the other way round', async () => {
  const { open, begun, batches } = gated(2);
  const add = () => {
    for (const batch of batches) void batch.add(small('both'));
    void batches[0]!.add(large('both'));
  };
  const count = (isOf: (weight: number) => boolean) => begun.filter(({ items }) => isOf(items[0]!.weight)).length;
  // Large ones rest while there are small ones, by the clock: so many of each come to their turn, however long that takes.
  while (count((weight) => weight === 1) <= 10 || count((weight) => weight > 1) <= 2) {
    add();
    await turns();
    // One at a time, so that there is always another one of them under way.
    while (open.length === 0) await nextTurn();
    open[0]!.end();
    await turns();
  }
});

test('while there are small ones, a large one rests for some times as long as the one before ran', async () => {
  const { open, begun, batches } = gated();
  const [batch] = batches as [SizedBatch<Item, Item>];
  const isLarge = ({ items }: Run) => items[0]!.weight > 1;
  void batch.add(small('other'));
  for (let count = 0; count < 2; count++) void batch.add(large('bulk'));
  await turns();
  expect(open.filter(isLarge)).toHaveLength(1);
  await sleep(50);
  for (const run of [...open]) run.end();
  await turns();
  expect(open).toHaveLength(0);
  while (begun.filter(isLarge).length < 2) await sleep(5);
  open[0]!.end();
});

test('what an attempt leaves is done apart, as is what its owner adds meanwhile, and keeps nobody waiting', async () => {
  const { open, batches } = gated(1, new Set(['busy', 'too']));
  const [batch] = batches as [SizedBatch<Item, Item>];
  const first = [batch.add(small('busy')), batch.add(small('too'))];
  await turns();
  open[0]!.end();
  await turns();
  expect(open.map(ownersIn)).toEqual([['busy'], ['too']]);
  const more = [batch.add(small('busy')), batch.add(small('other'))];
  await turns();
  expect(open.map(ownersIn)).toEqual([['busy'], ['too'], ['other']]);
  open[2]!.end();
  await more[1];
  open[0]!.end();
  await first[0];
  await turns();
  expect(open.map(ownersIn)).toEqual([['too'], ['busy']]);
  for (const run of [...open]) run.end();
  await Promise.all([...first, ...more]);
  expect(batch.pending).toBe(0);
  void batch.add(small('busy'));
  void batch.add(small('other'));
  await turns();
  expect(open.map(ownersIn)).toEqual([['busy', 'other']]);
});

test('nobody is in a large run and in another one, and everything ends', async () => {
  const item = fc.record({ owner: fc.constantFrom('a', 'b', 'c'), weight: fc.constantFrom(1, 10, 50, 51, 400, 1_000) });
  const step = fc.record({ item, batch: fc.integer({ min: 0, max: 1 }), ends: fc.integer({ min: 0, max: 2 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.subarray(['a', 'b', 'c']), async (steps, busy) => {
      const { open, batches } = gated(2, new Set(busy));
      const isLarge = (run: Run) => run.items.some(({ weight }) => weight > 50);
      const check = () => {
        for (const one of open.filter(isLarge)) {
          const others = open.filter((run) => run !== one).flatMap(ownersIn);
          for (const owner of ownersIn(one)) expect(others).not.toContain(owner);
        }
      };
      const all: Promise<Item>[] = [];
      for (const { item: added, batch, ends } of steps) {
        all.push(batches[batch]!.add(added));
        await nextTurn();
        check();
        for (let count = 0; count < ends; count++) open[0]?.end();
        await nextTurn();
        check();
      }
      while (batches.some(({ pending }) => pending > 0)) {
        open[0]?.end();
        await nextTurn();
        check();
      }
      await Promise.all(all);
    }),
    { numRuns: 100 },
  );
});
