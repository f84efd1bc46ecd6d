import type { BindTransport } from '../flows/bind-transport.ts';
import type { EventConsumer } from '../flows/event-hand-off.ts';
import type { Runtime } from '../runtime.ts';
import type { Worker } from '../work/worker.ts';
import { Deliverer } from './deliverer.ts';

export type Webhooks = {
  /** Takes events straight from the transaction that wrote them; what it is not given is found by the next look. */
  readonly consumer: EventConsumer;
  stop(budgetMs: number): Promise<void>;
};

export function startWebhooks(runtime: Runtime, worker: Worker, binds?: BindTransport): Webhooks {
  const deliverer = new Deliverer(runtime, worker, binds);
  deliverer.start();
  return { consumer: deliverer, stop: (budgetMs) => deliverer.stop(budgetMs) };
}
