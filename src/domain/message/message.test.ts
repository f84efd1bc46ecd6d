import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { events, next, refunds, reportedStatus, stateAfter, states, statesBefore, statusOf } from './message.ts';

test('the picture in the docs shows exactly these transitions', () => {
  const picture = readFileSync(join(import.meta.dirname, '../../../docs/state-machines.md'), 'utf8').split(
    '## Senders',
  )[0]!;
  const drawn = [...picture.matchAll(/^ {4}(\w+) --> (\w+): (.+)$/gm)].flatMap(([, from, to, labels]) =>
    labels!.split(', ').map((label) => `${from} ${label} ${to}`),
  );
  const known = states.flatMap((from) =>
    events.flatMap((event) => (next(from, event) ? [`${from} ${event} ${next(from, event)}`] : [])),
  );
  expect(drawn.sort()).toEqual(known.sort());
});

test('an event leads to one state, wherever it finds the message', () => {
  for (const event of events) {
    const after = new Set(statesBefore(event).map((state) => next(state, event)));
    expect([...after]).toEqual([stateAfter(event)]);
  }
});

test('no sequence of events leaves a final state or comes back to an earlier one', () => {
  const final = ['DELIVERED', 'FAILED', 'REJECTED', 'CANCELLED'];
  fc.assert(
    fc.property(
      fc.constantFrom('SCHEDULED', 'QUEUED' as const),
      fc.array(fc.constantFrom(...events)),
      (first, sequence) => {
        const visited = [first as (typeof states)[number]];
        for (const event of sequence) {
          const now = visited.at(-1)!;
          const after = next(now, event);
          if (after === undefined) continue;
          expect(final).not.toContain(now);
          expect(visited).not.toContain(after);
          visited.push(after);
        }
      },
    ),
  );
});

test('only what was not taken is given back', () => {
  expect(events.filter(refunds)).toEqual(['cancelled', 'withdrawn', 'refused', 'receipt: rejected']);
});

test('the report of a message that falls due says SCHEDULED; a waiting one is shown so from the start', () => {
  expect(reportedStatus('due')).toBe('SCHEDULED');
  expect(reportedStatus('submitted')).toBe('SENT');
  expect(statusOf('SCHEDULED', true)).toBe('SCHEDULED');
  expect(statusOf('QUEUED', true)).toBe('SCHEDULED');
  expect(statusOf('QUEUED', false)).toBe('ACCEPTED');
});
