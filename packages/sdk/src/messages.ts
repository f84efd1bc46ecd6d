import type { Filter, Inbound, Message, Preview, SendRequest, SendResponse, Timeline } from './document.ts';
import { type List, listOf } from './list.ts';
import type { CallOptions } from './options.ts';
import { at, type Transport } from './transport.ts';

export type SendOptions = CallOptions & {
  /** What names this request for 24 hours. Left out: one is made up for each call, and used for all its tries. */
  idempotencyKey?: string | undefined;
};

export class Messages {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** To one or more recipients, now or at a scheduled time. All or nothing. */
  async send(
    request: SendRequest,
    { idempotencyKey = crypto.randomUUID(), ...options }: SendOptions = {},
  ): Promise<SendResponse> {
    if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
      throw new TypeError('idempotencyKey must be 1 to 255 printable characters without spaces');
    return this.#transport.call(
      { method: 'POST', path: '/v1/sms/messages', body: request, idempotencyKey, repeatable: true },
      options,
    );
  }

  async get(messageId: string, options?: CallOptions): Promise<Message> {
    return this.#transport.call({ method: 'GET', path: at`/v1/sms/messages/${messageId}`, repeatable: true }, options);
  }

  /** Newest first. */
  list(filter: Filter<'listMessages'> = {}, options?: CallOptions): List<Message> {
    return listOf(this.#transport, '/v1/sms/messages', 'messages', filter, options);
  }

  /** A scheduled message that has not left yet. Its price is given back; cancelling twice is no error. */
  async cancel(messageId: string, options?: CallOptions): Promise<Message> {
    const path = at`/v1/sms/messages/${messageId}/cancel`;
    return this.#transport.call({ method: 'POST', path, repeatable: true }, options);
  }

  /** The text as it would go out, its segments and its price. Nothing is sent. */
  preview(request: SendRequest, options?: CallOptions): Promise<Preview> {
    const path = '/v1/sms/messages/preview';
    return this.#transport.call({ method: 'POST', path, body: request, repeatable: true }, options);
  }

  /** Everything that happened to a message, the oldest first. */
  async timeline(messageId: string, options?: CallOptions): Promise<Timeline> {
    const path = at`/v1/sms/messages/${messageId}/timeline`;
    return this.#transport.call({ method: 'GET', path, repeatable: true }, options);
  }

  /** What was answered to your senders, newest first. */
  inbound(filter: Filter<'listInbound'> = {}, options?: CallOptions): List<Inbound> {
    return listOf(this.#transport, '/v1/inbound', 'inbound', filter, options);
  }
}
