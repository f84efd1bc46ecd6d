import { expect, it } from 'vitest';
import { stateOf } from './validity-state.ts';

const now = new Date('2026-05-01T12:00:00Z');

it.each([
  ['2026-04-01T00:00:00Z', null, 'holds'],
  ['2026-05-01T12:00:00Z', '2026-06-01T00:00:00Z', 'holds'],
  ['2026-05-01T12:00:01Z', null, 'later'],
  ['2026-04-01T00:00:00Z', '2026-05-01T12:00:00Z', 'over'],
] as const)('from %s to %s: %s', (activeFrom, activeTo, state) => {
  expect(stateOf({ activeFrom, activeTo }, now)).toBe(state);
});
