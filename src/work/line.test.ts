import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Line } from './line.ts';

const patient = 60_000;

/** A room with so many places. */
function roomFor(places: number) {
  let free = places;
  return {
    take: () => {
      if (free === 0) return false;
      free -= 1;
      return true;
    },
    leave: () => {
      free += 1;
    },
  };
}

describe('Line', () => {
  it('leaves room to others where one owner has half of it', () => {
    const line = new Line(patient);
    while (line.hasRoom('loud', 20)) void line.enter('loud', () => false);
    expect(line.size).toBe(10);
    expect(line.hasRoom('quiet', 20)).toBe(true);
    line.dismiss();
  });

  it('lets those who wait go as there is room, and owners take turns', async () => {
    const line = new Line(patient);
    const room = roomFor(0);
    const went: string[] = [];
    const waiting = ['a', 'a', 'a', 'b'].map(async (owner) => {
      await line.enter(owner, room.take);
      went.push(owner);
    });
    for (let turn = 0; turn < 4; turn++) {
      room.leave();
      line.admit();
      await new Promise(setImmediate);
    }
    await Promise.all(waiting);
    expect(went).toEqual(['a', 'b', 'a', 'a']);
    expect(line.size).toBe(0);
  });

  it('sends away who has waited for long enough', async () => {
    const line = new Line(1);
    expect(await line.enter('a', () => false)).toBe(false);
    expect(line.size).toBe(0);
  });

  it('sends everybody away when there will be no room', async () => {
    const line = new Line(patient);
    const waiting = [line.enter('a', () => false), line.enter('b', () => false)];
    line.dismiss();
    expect(await Promise.all(waiting)).toEqual([false, false]);
  });

  it('never lets more go than there are places, nor fewer', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 }),
        fc.nat(40),
        async (owners, places) => {
          const line = new Line(patient);
          const room = roomFor(places);
          const waiting = owners.map((owner) => line.enter(owner, room.take));
          line.admit();
          const left = line.size;
          line.dismiss();
          const went = (await Promise.all(waiting)).filter(Boolean).length;
          expect(went).toBe(Math.min(places, owners.length));
          expect(left).toBe(owners.length - went);
        },
      ),
    ));
});
