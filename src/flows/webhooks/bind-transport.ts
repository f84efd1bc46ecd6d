import type { ClaimedEvent } from '../../store/webhook/deliveries.ts';
import type { AttemptOutcome } from './deliver.ts';

/**
 * The outcome of sending an event over a bind. `stopped`: this process has no bind for it, which says nothing of the event; it waits
 * as `event` says, or as before.
 */
export type BindAttempt = AttemptOutcome & { readonly stopped?: boolean; readonly event?: ClaimedEvent };

/** Binds of this process that take events now: those of an account, and of its credentials, by the URLs of such events. */
export type BoundAccount = { readonly accountId: string; readonly urls: readonly string[] };

/** The binds of this process that take receipts and inbound messages, as the deliverer of events knows them. */
export type BindTransport = {
  /** Events that may be under way to this account together; 0 if it has no bind here that takes any. */
  windowOf(accountId: string): number;
  bound(): readonly BoundAccount[];
  /** Never rejects. */
  attempt(event: ClaimedEvent): Promise<BindAttempt>;
  /** Called when an account has got a new one, and when one has gone. */
  onChange(listener: (accountId: string, isNew: boolean) => void): void;
};
