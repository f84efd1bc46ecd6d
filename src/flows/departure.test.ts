import { expect, test } from 'vitest';
import type { Plan } from '../domain/message/send.ts';
import type { Runtime } from '../runtime.ts';
import { type Departure, Departures, type Exit } from './departure.ts';
import type { GuardedOutcome } from './idempotent.ts';

/** A request to one recipient for whom there is a permit, and what became of that. */
async function reserved() {
  const seen = { given: 0, released: 0 };
  const exit: Exit = {
    lease: 'worker',
    hasCarriers: true,
    queueOf: () => 1,
    reserveSoon: () => undefined,
    reserve: () => true,
    release: () => void seen.released++,
    give: () => void seen.given++,
  };
  const runtime = { clock: () => 0, db: {}, log: {} } as unknown as Runtime;
  const plan = { recipients: [{ destination: '+38640123456', country: 'SI', price: 1n }], segments: 1 };
  const departure: Departure = await new Departures(runtime, exit).of('account', ['id'], plan as unknown as Plan);
  expect(departure.lease).toBe('worker');
  return { departure, seen };
}

test.each<[GuardedOutcome, object]>([
  [
    { kind: 'accepted', now: 0, held: true },
    { given: 1, released: 0 },
  ],
  [
    { kind: 'replayed', answer: '' },
    { given: 0, released: 1 },
  ],
  [
    { kind: 'running', mayBeOurs: false },
    { given: 0, released: 1 },
  ],
  // Kept until the database has told: its first attempt may have been accepted as held by us, and then nobody else would send it.
  [
    { kind: 'running', mayBeOurs: true },
    { given: 0, released: 0 },
  ],
])('%j', async (outcome, expected) => {
  const { departure, seen } = await reserved();
  departure.settle(outcome);
  expect(seen).toEqual(expected);
});
