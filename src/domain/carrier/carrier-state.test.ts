import { expect, it } from 'vitest';
import { carrierState, downSince } from './carrier-state.ts';

const up = { enabled: true, linksUp: 1, refused: false, isPaused: false, throttled: false };

it.each([
  [{}, 'up'],
  [{ throttled: true }, 'throttled'],
  [{ throttled: true, isPaused: true }, 'paused'],
  [{ isPaused: true, linksUp: 0 }, 'down'],
  [{ linksUp: 0, refused: true }, 'refused'],
  [{ enabled: false, linksUp: 0 }, 'disabled'],
])('a carrier with %j is %s', (change, state) => {
  expect(carrierState({ ...up, ...change })).toBe(state);
});

it('a carrier is down since the earlier of both times', () => {
  const [early, late] = [new Date(1_000), new Date(2_000)];
  expect([downSince(early, late), downSince(late, early)]).toEqual([early, early]);
  expect([downSince(early, undefined), downSince(undefined, late), downSince(undefined, undefined)]).toEqual([
    early,
    late,
    undefined,
  ]);
});
