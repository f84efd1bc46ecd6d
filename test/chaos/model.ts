/**
 * What a customer and an operator may expect of an account and its messages, in a few lines: money and states, no clock, no
 * concurrency. The commands in `model.test.ts` do the same to it and to the service's own flows on PostgreSQL.
 */
export type ModelState =
  | 'SCHEDULED'
  | 'QUEUED'
  | 'SENT'
  | 'DELIVERED'
  | 'FAILED'
  | 'REJECTED'
  | 'UNKNOWN'
  | 'CANCELLED';

export type ModelMessage = {
  readonly id: string;
  readonly price: number;
  state: ModelState;
  reports: string[];
  /** The process that may still settle it: the one that took it, until it is taken for gone. */
  holder?: number | undefined;
  /** Nobody's: it can be taken. */
  free: boolean;
  /** Every reference that the carrier ever gave for it. */
  references: string[];
};

export class Model {
  /** In hundredths. */
  balance: number;
  readonly messages: ModelMessage[] = [];

  constructor(balance: number) {
    this.balance = balance;
  }

  canPay(price: number): boolean {
    return price <= this.balance;
  }

  accept(ids: readonly string[], price: number, scheduled: boolean): void {
    this.balance -= ids.length * price;
    for (const id of ids)
      this.messages.push({
        id,
        price,
        state: scheduled ? 'SCHEDULED' : 'QUEUED',
        reports: [],
        free: true,
        references: [],
      });
  }

  in(...states: ModelState[]): ModelMessage[] {
    return this.messages.filter(({ state }) => states.includes(state));
  }

  /** Moves, reports, and gives back what was not taken. */
  move(message: ModelMessage, state: ModelState, report: string = state): void {
    message.state = state;
    this.release(message);
    message.reports.push(report);
    if (state === 'REJECTED' || state === 'CANCELLED') this.balance += message.price;
  }

  release(message: ModelMessage): void {
    message.holder = undefined;
    message.free = true;
  }
}
