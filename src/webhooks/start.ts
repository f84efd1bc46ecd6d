import type { Runtime } from '../runtime.ts';
import { Deliverer } from './deliverer.ts';

export type Webhooks = {
  /** There are new events; without this they are found by the next look. */
  wake(): void;
  stop(budgetMs: number): Promise<void>;
};

export function startWebhooks(runtime: Runtime): Webhooks {
  const deliverer = new Deliverer(runtime);
  deliverer.start();
  return { wake: () => deliverer.wake(), stop: (budgetMs) => deliverer.stop(budgetMs) };
}
