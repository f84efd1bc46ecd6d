import { describe, expect, it } from 'vitest';
import type { ClaimedMessage } from '../../store/message/queue.ts';
import { BackPressure } from './intake.ts';

const message = { accountId: 'a', queue: 1 } as ClaimedMessage;
const crowded = { isCrowded: () => true, capacityOf: () => 2 };
const never = () => false;

function pressure({ rooms = crowded, waitMs = 60_000, clock = (): number => 0 } = {}): BackPressure {
  return new BackPressure(rooms, { clock, waitMs });
}

describe('BackPressure', () => {
  it('makes a request wait for a permit while its carrier has none', async () => {
    const waits = pressure();
    let free = 0;
    const waiting = waits.wait([message], () => free-- > 0);
    free = 1;
    waits.admit();
    expect(await waiting).toBe(true);
  });

  it('makes no request wait where there are permits', () => {
    const roomy = { isCrowded: () => false, capacityOf: () => 2 };
    expect(pressure({ rooms: roomy }).wait([message], never)).toBeUndefined();
  });

  it('lets no one overtake those who wait', async () => {
    let isCrowded = true;
    const waits = pressure({ rooms: { isCrowded: () => isCrowded, capacityOf: () => 2 } });
    const first = waits.wait([message], never);
    isCrowded = false;
    const second = waits.wait([message], never);
    waits.dismiss();
    expect(await Promise.all([first, second])).toEqual([false, false]);
  });

  it('lets no more wait than there are permits', () => {
    const waits = pressure();
    const all = [1, 2, 3].map(() => waits.wait([message], never));
    expect(all.map((waiting) => waiting !== undefined)).toEqual([true, true, false]);
    waits.dismiss();
  });

  it('treats a timed-out wait as a slow carrier, and lets no caller wait for a while', async () => {
    let now = 1_000;
    const waits = pressure({ waitMs: 1, clock: () => now });
    expect(await waits.wait([message], never)).toBe(false);
    expect(waits.wait([message], never)).toBeUndefined();
    now += 60_000;
    const later = waits.wait([message], never);
    expect(later).toBeDefined();
    await later;
  });
});
