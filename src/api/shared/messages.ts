import { type Reason, reasonForCustomer } from '../../domain/carrier/reasons/reason.ts';
import { type State, type Status, states } from '../../domain/message/message.ts';
import type { TimelineEntry } from '../../domain/message/timeline.ts';
import type { Money } from '../../domain/money/money.ts';
import { attemptText } from '../../domain/webhook/failure.ts';
import type { MessageFilter } from '../../store/message/all-messages.ts';
import type { MessageRow } from '../../store/message/messages.ts';
import { type RequestedPage, searchable, searchableNumber, searchableSender } from '../operation/paging.ts';

/** QUEUED is shown as ACCEPTED or SCHEDULED, depending on how the message came in. */
export function filteredStates(status: Status | undefined): { states?: readonly State[]; scheduled?: boolean } {
  if (status === undefined) return {};
  if (status === 'ACCEPTED') return { states: ['QUEUED'], scheduled: false };
  if (status === 'SCHEDULED') return { states: ['SCHEDULED', 'QUEUED'], scheduled: true };
  return { states: states.filter((state) => state === status) };
}

type MessagesQuery = {
  status?: Status;
  sender?: string;
  destination?: string;
  country?: string;
  submissionId?: string;
  reason?: string;
  text?: string;
  reference?: string;
  content?: string;
};

/** All filters except paging. Account and carrier are separate arguments, because customers cannot choose them. */
export function messageFilter(
  { status, sender, destination, country, submissionId, reference, reason, text, content }: MessagesQuery,
  { accountId, carrierId }: Pick<MessageFilter, 'accountId' | 'carrierId'>,
): Omit<MessageFilter, keyof RequestedPage> {
  return {
    ...filteredStates(status),
    accountId,
    carrierId,
    country,
    submissionId: submissionId?.toLowerCase(),
    reference: searchable('reference', reference),
    sender: searchableSender(sender),
    destination: searchableNumber('destination', destination),
    reason: searchable('reason', reason),
    text: searchable('text', text),
    content: content === 'true',
  };
}

/** Present only after a failed attempt to hand the message to a carrier. */
export function triesOf({ attempts, next_attempt_at: next }: MessageRow) {
  return attempts === 0
    ? { attemptCount: undefined, nextAttemptAt: undefined }
    : { attemptCount: attempts, nextAttemptAt: next };
}

/** Who reads: customers do not see what only concerns the service and its carriers. */
export type Reader = 'customer' | 'operator';

export function reasonTextFor(reader: Reader, explained: Reason | undefined): string | undefined {
  return explained && (reader === 'customer' ? reasonForCustomer(explained) : explained).text;
}

type Explain = (reason: string) => string | undefined;

/** `amountOf` formats amounts: numbers for customers, strings for operators. */
export function entriesBody(
  entries: readonly TimelineEntry[],
  amountOf: (money: Money) => string | number,
  explain: Explain,
): object[] {
  return entries.map((entry) => {
    if (entry.kind === 'ledger') return { ...entry, amount: amountOf(entry.amount) };
    if (entry.kind === 'webhook') return { ...entry, reasonText: attemptText(entry) };
    if (entry.kind === 'state' && entry.reason !== undefined) return { ...entry, reasonText: explain(entry.reason) };
    return entry;
  });
}
