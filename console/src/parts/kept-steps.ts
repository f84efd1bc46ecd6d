import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks';
import { useLayoutEffect } from 'react';
import { useOwnStorageKey } from './own-storage.ts';

/** What this person did and chose of the first steps, in this browser. Everything else of them is known to the service. */
export type Kept = {
  /** Undefined: the checklist is shown while the service, or the account, is new. */
  readonly list?: 'shown' | 'hidden';
  /** A message was seen on a phone. */
  readonly phone?: boolean;
  /** The page of a message that failed was opened. */
  readonly failure?: boolean;
};

const nothing: Kept = {};

export function useKeptSteps() {
  const stored = { key: useOwnStorageKey('first-steps'), defaultValue: nothing };
  const [kept, set] = useLocalStorage<Kept>({ ...stored, getInitialValueInEffect: false });
  // `set` stores a value synchronously, but an updater function only at the next render, which may not happen if the page is left.
  return { kept, keep: (more: Kept) => set({ ...readLocalStorageValue<Kept>(stored), ...more }) };
}

/** Ticks a step for this person as soon as `isDone`. A layout effect runs before the paint, so the user cannot leave earlier. */
export function useStepDone(step: 'phone' | 'failure', isDone: boolean): void {
  const { kept, keep } = useKeptSteps();
  const isNew = isDone && kept[step] !== true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `keep` is another function each time.
  useLayoutEffect(() => {
    if (isNew) keep({ [step]: true });
  }, [isNew]);
}
