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

  /** Registers a name or number. If the account already has it, the existing sender is returned. */
  register(registration: SenderRegistration, options?: CallOptions): Promise<Sender> {
    const call = { method: 'POST', path: '/v1/senders', body: registration, repeatable: true } as const;
    return this.#transport.call(call, options);
  }

  /** Confirms a sender with its code. Not retried automatically, because every confirmation counts as an attempt. */
  confirm(confirmation: SenderConfirmation, options?: CallOptions): Promise<void> {
    const call = { method: 'POST', path: '/v1/senders/confirm', body: confirmation, repeatable: false } as const;
    return this.#transport.call(call, options);
  }

  /** Requests a new code; the previous one becomes invalid. */
  async requestCode(senderId: string, options?: CallOptions): Promise<SenderDetails> {
    const path = at`/v1/senders/${senderId}/code`;
    return this.#transport.call({ method: 'POST', path, repeatable: false }, options);
  }

  /** Sets the URLs of a sender: null clears one; omitted ones are not changed. */
  async update(senderId: string, settings: SenderSettings, options?: CallOptions): Promise<SenderDetails> {
    const path = at`/v1/senders/${senderId}`;
    return this.#transport.call({ method: 'PATCH', path, body: settings, repeatable: true }, options);
  }

  /** Not retried automatically: a repetition would report an unknown sender. */
  async delete(senderId: string, options?: CallOptions): Promise<void> {
    return this.#transport.call({ method: 'DELETE', path: at`/v1/senders/${senderId}`, repeatable: false }, options);
  }
}
