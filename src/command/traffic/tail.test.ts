import { expect, test } from 'vitest';
import { Changes, followedMs } from './tail.ts';

const start = Date.parse('2026-11-15T12:00:00Z');
const iso = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
const message = (messageId: string, status: string, accepted: number, updated = accepted) => ({
  messageId,
  status,
  acceptedAt: iso(accepted),
  updatedAt: iso(updated),
});

test('new messages and new states are shown once, in the order they happened', () => {
  const changes = new Changes(start);
  const first = [message('b', 'ACCEPTED', 2), message('a', 'SENT', 1, 3)];
  expect(changes.take(first)).toEqual([first[0], first[1]]);
  expect(changes.take(first)).toEqual([]);
  const second = [message('b', 'DELIVERED', 2, 5), message('a', 'SENT', 1, 3)];
  expect(changes.take(second)).toEqual([second[0]]);
});

test('the look goes back as far as something may still change, and not forever', () => {
  const changes = new Changes(start);
  expect(changes.from).toBe(start);
  changes.take([message('b', 'DELIVERED', 300), message('a', 'SENT', 40)]);
  expect(changes.from).toBe(start + 40_000);
  changes.take([message('c', 'DELIVERED', followedMs / 1_000 + 60)]);
  expect(changes.from).toBe(start + 60_000);
  changes.take([message('a', 'DELIVERED', 40, 400)]);
  expect(changes.from).toBe(start + followedMs + 30_000);
});
