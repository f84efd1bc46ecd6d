import { Account } from './account.ts';
import { Messages } from './messages.ts';
import { type CallOptions, type Options, readOptions } from './options.ts';
import { Senders } from './senders.ts';
import { type Call, Transport } from './transport.ts';
import { Verification } from './verification.ts';
import { Webhooks } from './webhooks.ts';

/** The client of an account. Use one instance per program; it supports concurrent calls. */
export class Hermod {
  readonly messages: Messages;
  readonly senders: Senders;
  readonly account: Account;
  readonly verify: Verification;
  readonly webhooks: Webhooks;
  readonly #transport: Transport;

  constructor(options: Options = {}) {
    this.#transport = new Transport(readOptions(options));
    this.messages = new Messages(this.#transport);
    this.senders = new Senders(this.#transport);
    this.account = new Account(this.#transport);
    this.verify = new Verification(this.#transport);
    this.webhooks = new Webhooks(this.#transport);
  }

  /** Calls any other operation with a JSON response: `hermod.request<…>({ method: 'GET', path: '/v1/statistics', repeatable: true })`. */
  request<Answer>(call: Call, options?: CallOptions): Promise<Answer> {
    return this.#transport.call(call, options);
  }
}
