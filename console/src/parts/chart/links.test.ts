import { expect, it } from 'vitest';
import { statusOf, stepLinks } from './links.ts';

const hour = 3_600_000;
const from = Date.parse('2026-05-01T10:30:00Z');
const starts = ['2026-05-01T10:00:00Z', '2026-05-01T11:00:00Z'].map((text) => Date.parse(text));
const link = stepLinks({ starts, length: hour, from, to: Date.parse('2026-05-01T11:45:00Z') }, (_place, key) => ({
  status: statusOf(key, { sent: 2, waiting: 1 }),
}));
const q = (place?: number, key?: string) => link(place, key)?.search?.['q'];

it('selects the messages of a step within the range', () => {
  expect(q(0, 'failed')).toBe('status:failed after:2026-05-01T10:30:00Z before:2026-05-01T11:00:00Z');
  expect(q(1)).toBe('after:2026-05-01T11:00:00Z before:2026-05-01T11:45:00Z');
  expect(q(undefined, 'open')).toBe('status:sent after:2026-05-01T10:30:00Z before:2026-05-01T11:45:00Z');
  expect(link(7)).toBeUndefined();
});

it('selects those of the period before', () => {
  expect(q(undefined, 'before')).toBe('after:2026-05-01T09:15:00Z before:2026-05-01T10:30:00Z');
  expect(q(1, 'before')).toBe('after:2026-05-01T09:45:00Z before:2026-05-01T10:30:00Z');
});

it('names the status of most of those in progress', () => {
  expect(statusOf('open', { sent: 0, waiting: 3 })).toBe('accepted');
  expect(statusOf('delivered', { sent: 0, waiting: 3 })).toBe('delivered');
});
