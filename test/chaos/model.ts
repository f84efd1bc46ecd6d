/**
 * The expected behaviour of an account and its messages in a few lines: balance and states, without a clock or
 * concurrency. The commands in `model.test.ts` apply the same events to it and to the service's own flows on PostgreSQL.
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
  /** The process that may still settle it: the one that claimed it, until that process is considered dead. */
  holder?: number | undefined;
  /** No process holds it: it can be claimed. */
  free: boolean;
  /** Every reference that the carrier has assigned to it. */
  references: string[];
};

export class Model {
  /** In cents. */
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

  /** Changes the state, adds the report, and refunds a message that was not accepted. */
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
