import type { BindTransport } from '../flows/webhooks/deliver.ts';
import type { EventConsumer } from '../flows/webhooks/event-hand-off.ts';
import type { Runtime } from '../runtime.ts';
import type { Worker } from '../work/worker.ts';
import { Deliverer } from './deliverer.ts';

export type Webhooks = {
  /** Takes events directly from the transaction that wrote them; the next claim finds the others. */
  readonly consumer: EventConsumer;
  stop(budgetMs: number): Promise<void>;
};

export function startWebhooks(runtime: Runtime, worker: Worker, binds?: BindTransport): Webhooks {
  const deliverer = new Deliverer(runtime, worker, binds);
  deliverer.start();
  return { consumer: deliverer, stop: (budgetMs) => deliverer.stop(budgetMs) };
}
