import type {
  CancelledSelection,
  Filter,
  Inbound,
  Message,
  Preview,
  ResendPreview,
  ResentMessages,
  SendRequest,
  SendResponse,
  Timeline,
} from './document.ts';
import { type List, listOf } from './list.ts';
import type { CallOptions } from './options.ts';
import { at, type Transport } from './transport.ts';

export type SendOptions = CallOptions & {
  /** Idempotency key of the request, valid for 24 hours. Default: a random one per call, used for all its attempts. */
  idempotencyKey?: string | undefined;
};

function checkKey(idempotencyKey: string): void {
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
    throw new TypeError('idempotencyKey must be 1 to 255 printable characters without spaces');
}

export class Messages {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Sends a text to one or more recipients, immediately or at a scheduled time: to all of them or to none. */
  async send(
    request: SendRequest,
    { idempotencyKey = crypto.randomUUID(), ...options }: SendOptions = {},
  ): Promise<SendResponse> {
    checkKey(idempotencyKey);
    return this.#transport.call(
      { method: 'POST', path: '/v1/sms/messages', body: request, idempotencyKey, repeatable: true },
      options,
    );
  }

  async get(messageId: string, options?: CallOptions): Promise<Message> {
    return this.#transport.call({ method: 'GET', path: at`/v1/sms/messages/${messageId}`, repeatable: true }, options);
  }

  /** Lists messages, newest first. */
  list(filter: Filter<'listMessages'> = {}, options?: CallOptions): List<Message> {
    return listOf(this.#transport, '/v1/sms/messages', 'messages', filter, options);
  }

  /** Cancels a scheduled message and refunds its price. Cancelling it again changes nothing. */
  async cancel(messageId: string, options?: CallOptions): Promise<Message> {
    const path = at`/v1/sms/messages/${messageId}/cancel`;
    return this.#transport.call({ method: 'POST', path, repeatable: true }, options);
  }

  /** Cancels those of the messages that are scheduled; the others keep their status. A repetition returns the same. */
  async cancelMany(messageIds: readonly string[], options?: CallOptions): Promise<CancelledSelection> {
    const path = '/v1/sms/messages/cancel';
    return this.#transport.call({ method: 'POST', path, body: { messageIds }, repeatable: true }, options);
  }

  /** Sends a copy of each message now, at the prices of now: of all of them or of none. Their statuses must be final. */
  async resend(
    messageIds: readonly string[],
    { idempotencyKey = crypto.randomUUID(), ...options }: SendOptions = {},
  ): Promise<ResentMessages> {
    checkKey(idempotencyKey);
    const path = '/v1/sms/messages/resend';
    return this.#transport.call(
      { method: 'POST', path, body: { messageIds }, idempotencyKey, repeatable: true },
      options,
    );
  }

  /** Returns what `resend` would cost, and the messages that it would refuse. */
  async previewResend(messageIds: readonly string[], options?: CallOptions): Promise<ResendPreview> {
    const path = '/v1/sms/messages/resend/preview';
    return this.#transport.call({ method: 'POST', path, body: { messageIds }, repeatable: true }, options);
  }

  /** Returns the text, segments and price of a request without sending it. */
  preview(request: SendRequest, options?: CallOptions): Promise<Preview> {
    const path = '/v1/sms/messages/preview';
    return this.#transport.call({ method: 'POST', path, body: request, repeatable: true }, options);
  }

  /** Retrieves the timeline of a message, oldest entry first. */
  async timeline(messageId: string, options?: CallOptions): Promise<Timeline> {
    const path = at`/v1/sms/messages/${messageId}/timeline`;
    return this.#transport.call({ method: 'GET', path, repeatable: true }, options);
  }

  /** Lists inbound messages, newest first. */
  inbound(filter: Filter<'listInbound'> = {}, options?: CallOptions): List<Inbound> {
    return listOf(this.#transport, '/v1/inbound', 'inbound', filter, options);
  }
}
