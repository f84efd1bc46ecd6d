import type { ClaimedEvent } from '../store/webhook/deliveries.ts';
import type { Outcome } from './deliver.ts';

/** What came of sending an event over a bind. `stopped`: the link went away under it, which says nothing of the event. */
export type BindAttempt = Outcome & { readonly stopped?: boolean };

/** The binds of this process that take receipts and inbound messages, as the deliverer of events knows them. */
export type BindTransport = {
  /** Events that may be on their way to this account at once; 0 if it has no such bind here. */
  windowOf(accountId: string): number;
  /** The accounts that have such a bind here. */
  accounts(): readonly string[];
  /** Never rejects. */
  attempt(event: ClaimedEvent): Promise<BindAttempt>;
  /** Called when an account has got a new one, and when one has gone. */
  onChange(listener: (accountId: string, isNew: boolean) => void): void;
};
