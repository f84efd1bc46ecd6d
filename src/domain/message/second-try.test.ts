import { expect, test } from 'vitest';
import { states } from './message.ts';
import { patienceSeconds, stepOf, type Tried } from './second-try.ts';

const sent: Tried = { state: 'SENT', sinceState: 0, seconds: 60, validFor: 3_600 };

test('a message that is sent is tried again once its time is over', () => {
  expect(stepOf(sent)).toEqual({ kind: 'look again', inSeconds: 60 });
  expect(stepOf({ ...sent, sinceState: 59 })).toEqual({ kind: 'look again', inSeconds: 1 });
  expect(stepOf({ ...sent, sinceState: 60 })).toEqual({ kind: 'try' });
});

test('the time begins when it is sent', () => {
  for (const state of ['QUEUED', 'SCHEDULED'] as const) {
    expect(stepOf({ ...sent, state, sinceState: 1_000 })).toEqual({ kind: 'look again', inSeconds: 60 });
  }
});

test('what has ended is never tried again', () => {
  for (const state of states.filter((each) => !['QUEUED', 'SCHEDULED', 'SENT'].includes(each))) {
    expect(stepOf({ ...sent, state, sinceState: 60 })).toEqual({ kind: 'drop' });
  }
});

test('neither is what is no longer valid, or has waited for another carrier for too long', () => {
  expect(stepOf({ ...sent, sinceState: 60, validFor: 0 })).toEqual({ kind: 'drop' });
  expect(stepOf({ ...sent, sinceState: 61 + patienceSeconds })).toEqual({ kind: 'drop' });
});
