import { expect, test } from 'vitest';
import { type FallbackFacts, fallbackPatienceSeconds, stepOf } from './fallback.ts';
import { states } from './message.ts';

const sent: FallbackFacts = { state: 'SENT', sinceState: 0, seconds: 60, validFor: 3_600 };

test('a sent message falls back when its time is over', () => {
  expect(stepOf(sent)).toEqual({ kind: 'wait', inSeconds: 60 });
  expect(stepOf({ ...sent, sinceState: 59 })).toEqual({ kind: 'wait', inSeconds: 1 });
  expect(stepOf({ ...sent, sinceState: 60 })).toEqual({ kind: 'try' });
});

test('the time starts when the message is sent', () => {
  for (const state of ['QUEUED', 'SCHEDULED'] as const) {
    expect(stepOf({ ...sent, state, sinceState: 1_000 })).toEqual({ kind: 'wait', inSeconds: 60 });
  }
});

test('a message in a final state never falls back', () => {
  for (const state of states.filter((each) => !['QUEUED', 'SCHEDULED', 'SENT'].includes(each))) {
    expect(stepOf({ ...sent, state, sinceState: 60 })).toEqual({ kind: 'drop' });
  }
});

test('an expired message never falls back, nor one that has waited too long for another carrier', () => {
  expect(stepOf({ ...sent, sinceState: 60, validFor: 0 })).toEqual({ kind: 'drop' });
  expect(stepOf({ ...sent, sinceState: 61 + fallbackPatienceSeconds })).toEqual({ kind: 'drop' });
});
