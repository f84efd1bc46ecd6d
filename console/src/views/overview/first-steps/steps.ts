import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Customer, Operator } from '../../../api/client.ts';
import { read } from '../../../api/queries.ts';
import { useScope, useSession } from '../../../api/session.tsx';
import { type Kept, useKeptSteps } from '../../../parts/kept-steps.ts';

/** As the service knows it. An operator's has the carrier as well. */
export type Done = Customer['FirstSteps'] & Partial<Pick<Operator['OperatorFirstSteps'], 'carrier'>>;
export type StepName = 'deliver' | 'phone' | 'failure' | 'webhook' | 'carrier';
export type FirstDay = {
  readonly done: Done;
  readonly steps: readonly { readonly name: StepName; readonly isDone: boolean }[];
  readonly hide: () => void;
  /** For the step that only a person can tick: a real phone is out of sight. */
  readonly seeOnPhone: () => void;
};

export const stepPaths = ['/v1/first-steps', '/admin/v1/first-steps'] as const;
const everyMs = 2_000;

/** The checklist, if it is to be shown; `isPending` until that is known. */
export function useFirstDay(): { isPending: boolean; day: FirstDay | undefined } {
  const { kept, keep } = useKeptSteps();
  const names = useNames();
  const isHidden = kept.list === 'hidden';
  // The person who ticks the last step sees it ticked: the list stays until it is hidden, or the page is left.
  const [wasLeft, setWasLeft] = useState(false);
  const isDone = (name: StepName, done: Done) => isStepDone(name, done, kept);
  const isLeft = (done: Done | undefined) => done?.isNew === true && names.some((name) => !isDone(name, done));
  const isShown = (done: Done | undefined) => !isHidden && (kept.list === 'shown' || wasLeft || isLeft(done));
  const { data, isPending } = useQuery({
    ...useReading(),
    enabled: !isHidden,
    refetchInterval: ({ state }) => (isShown(state.data) ? everyMs : false),
  });
  if (isLeft(data) && !wasLeft) setWasLeft(true);
  if (data === undefined || !isShown(data)) return { isPending: isPending && !isHidden, day: undefined };
  const steps = names.map((name) => ({ name, isDone: isDone(name, data) }));
  const hide = () => keep({ list: 'hidden' });
  return { isPending: false, day: { done: data, steps, hide, seeOnPhone: () => keep({ phone: true }) } };
}

function isStepDone(name: StepName, { delivered, failed, webhook, carrier }: Done, kept: Kept): boolean {
  switch (name) {
    case 'deliver':
      return delivered.done;
    case 'phone':
      return kept.phone === true;
    case 'failure':
      return failed.done && kept.failure === true;
    case 'webhook':
      return webhook.done;
    case 'carrier':
      return carrier?.done === true;
  }
}

function useReading(): UseQueryOptions<Done> {
  const query = useScope().kind === 'operator' ? read('/admin/v1/first-steps') : read('/v1/first-steps');
  return query as unknown as UseQueryOptions<Done>;
}

/** The phones of the simulator are an operator's; without a simulator, everybody has a phone. */
function useNames(): readonly StepName[] {
  const isOperator = useScope().kind === 'operator';
  const { simulator } = useSession().service;
  return [
    'deliver',
    ...(isOperator || !simulator ? (['phone'] as const) : []),
    'failure',
    'webhook',
    ...(isOperator ? (['carrier'] as const) : []),
  ];
}
