import type {
  Filter,
  Sender,
  SenderConfirmation,
  SenderDetails,
  SenderRegistration,
  SenderSettings,
} from './document.ts';
import { type List, listOf } from './list.ts';
import type { CallOptions } from './options.ts';
import { at, type Transport } from './transport.ts';

export class Senders {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(filter: Filter<'listSenders'> = {}, options?: CallOptions): List<SenderDetails> {
    return listOf(this.#transport, '/v1/senders', 'senders', filter, options);
  }

  async get(senderId: string, options?: CallOptions): Promise<SenderDetails> {
    return this.#transport.call({ method: 'GET', path: at`/v1/senders/${senderId}`, repeatable: true }, options);
  }

  /** A name or a number to send from. One that the account has already is returned as it is. */
  register(registration: SenderRegistration, options?: CallOptions): Promise<Sender> {
    const call = { method: 'POST', path: '/v1/senders', body: registration, repeatable: true } as const;
    return this.#transport.call(call, options);
  }

  /** With the code that its owner got. Not repeated by itself: whatever is sent as a code counts as a try. */
  confirm(confirmation: SenderConfirmation, options?: CallOptions): Promise<void> {
    const call = { method: 'POST', path: '/v1/senders/confirm', body: confirmation, repeatable: false } as const;
    return this.#transport.call(call, options);
  }

  /** A new code; the one before it is void. */
  async requestCode(senderId: string, options?: CallOptions): Promise<SenderDetails> {
    const path = at`/v1/senders/${senderId}/code`;
    return this.#transport.call({ method: 'POST', path, repeatable: false }, options);
  }

  /** Sets its URLs: null clears one, what is left out stays. */
  async update(senderId: string, settings: SenderSettings, options?: CallOptions): Promise<SenderDetails> {
    const path = at`/v1/senders/${senderId}`;
    return this.#transport.call({ method: 'PATCH', path, body: settings, repeatable: true }, options);
  }

  /** Not repeated by itself: a second try would say that there is no such sender. */
  async delete(senderId: string, options?: CallOptions): Promise<void> {
    return this.#transport.call({ method: 'DELETE', path: at`/v1/senders/${senderId}`, repeatable: false }, options);
  }
}
