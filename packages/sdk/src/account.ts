import type { Account as AccountDetails, Filter, LedgerLine } from './document.ts';
import { type List, listOf } from './list.ts';
import type { CallOptions } from './options.ts';
import type { Transport } from './transport.ts';

export class Account {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Retrieves the balance and the prices by country. */
  get(options?: CallOptions): Promise<AccountDetails> {
    return this.#transport.call({ method: 'GET', path: '/v1/account', repeatable: true }, options);
  }

  /** Lists transactions, newest first. */
  ledger(filter: Filter<'listLedger'> = {}, options?: CallOptions): List<LedgerLine> {
    return listOf(this.#transport, '/v1/ledger', 'entries', filter, options);
  }
}
