import type { Body, Delivery, Endpoint, Filter, Replayed, WebhookSecret } from './document.ts';
import { type List, listOf } from './list.ts';
import type { CallOptions } from './options.ts';
import { at, type Transport } from './transport.ts';
import { verify } from './verify.ts';

export type Failed = Omit<Body<'replayDeliveries'>, 'since'> & { since: Date | string };

export class Webhooks {
  /** Same as the exported function `verify`, which needs no API key. */
  readonly verify = verify;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists deliveries, newest first. */
  deliveries(filter: Filter<'listDeliveries'> = {}, options?: CallOptions): List<Delivery> {
    return listOf(this.#transport, '/v1/webhooks/deliveries', 'deliveries', filter, options);
  }

  /** Retrieves a delivery with all its attempts. */
  async delivery(deliveryId: string, options?: CallOptions): Promise<Delivery> {
    const path = at`/v1/webhooks/deliveries/${deliveryId}`;
    return this.#transport.call({ method: 'GET', path, repeatable: true }, options);
  }

  /** Lists your endpoints with their state. */
  async endpoints(options?: CallOptions): Promise<Endpoint[]> {
    const call = { method: 'GET', path: '/v1/webhooks/endpoints', repeatable: true } as const;
    return (await this.#transport.call<{ endpoints: Endpoint[] }>(call, options)).endpoints;
  }

  /** Delivers an event again, with the same id. */
  async replay(deliveryId: string, options?: CallOptions): Promise<Replayed> {
    const path = at`/v1/webhooks/deliveries/${deliveryId}/replay`;
    return this.#transport.call({ method: 'POST', path, repeatable: false }, options);
  }

  /** Retries all failed events since a time. */
  replayFailed(what: Failed, options?: CallOptions): Promise<Replayed> {
    const call = { method: 'POST', path: '/v1/webhooks/replay', body: what, repeatable: false } as const;
    return this.#transport.call(call, options);
  }

  /** Returns a new secret, shown only once. The previous one stays valid for 24 hours. */
  async rotateSecret(options?: CallOptions): Promise<string> {
    const call = { method: 'POST', path: '/v1/webhooks/secret', repeatable: false } as const;
    return (await this.#transport.call<WebhookSecret>(call, options)).secret;
  }

  /** Sends a sample event to an endpoint. */
  sample(what: Body<'sendSampleEvent'>, options?: CallOptions): Promise<Delivery> {
    const call = { method: 'POST', path: '/v1/webhooks/sample', body: what, repeatable: false } as const;
    return this.#transport.call(call, options);
  }
}
