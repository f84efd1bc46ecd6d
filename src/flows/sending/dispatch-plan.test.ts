import { expect, test } from 'vitest';
import type { SendPlan } from '../../domain/message/send.ts';
import type { Runtime } from '../../runtime.ts';
import { type CarrierGateway, type DispatchPlan, DispatchPlanner } from './dispatch-plan.ts';
import type { IdempotentOutcome } from './idempotent.ts';

/** A request to one recipient that has a permit, and how often that permit was used and released. */
async function reserved() {
  const seen = { given: 0, released: 0 };
  const gateway: CarrierGateway = {
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
  const dispatch: DispatchPlan = await new DispatchPlanner(runtime, gateway).of(
    'account',
    ['id'],
    plan as unknown as SendPlan,
  );
  expect(dispatch.lease).toBe('worker');
  return { dispatch, seen };
}

test.each<[IdempotentOutcome, object]>([
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
  // Kept until the state is read: the first attempt may have been accepted as held by this process, and then no other would send it.
  [
    { kind: 'running', mayBeOurs: true },
    { given: 0, released: 0 },
  ],
])('%j', async (outcome, expected) => {
  const { dispatch, seen } = await reserved();
  dispatch.settle(outcome);
  expect(seen).toEqual(expected);
});
