import { expect, test } from 'vitest';
import { Changes, followedMs } from './changes.ts';

const start = Date.parse('2026-11-15T12:00:00Z');
const iso = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
const message = (messageId: string, status: string, accepted: number, updated = accepted) => ({
  messageId,
  status,
  acceptedAt: iso(accepted),
  updatedAt: iso(updated),
});

test('new messages and new states are told once, in the order they happened', () => {
  const changes = new Changes(start);
  const first = [message('b', 'ACCEPTED', 2), message('a', 'SENT', 1, 3)];
  expect(changes.take(first, start + 3_000)).toEqual([first[0], first[1]]);
  expect(changes.take(first, start + 4_000)).toEqual([]);
  const second = [message('b', 'DELIVERED', 2, 5), message('a', 'SENT', 1, 3)];
  expect(changes.take(second, start + 5_000)).toEqual([second[0]]);
});

test('the look goes back as far as something may still change, and not for ever', () => {
  const changes = new Changes(start);
  expect(changes.from(start + 1_000)).toBe(start);
  changes.take([message('a', 'SENT', 10), message('b', 'DELIVERED', 5)], start + 20_000);
  expect(changes.from(start + 300_000)).toBe(start + 10_000);
  expect(changes.from(start + followedMs + 60_000)).toBe(start + 60_000);
  changes.take([message('a', 'DELIVERED', 10, 400)], start + 400_000);
  expect(changes.from(start + 400_000)).toBe(start + 370_000);
});
