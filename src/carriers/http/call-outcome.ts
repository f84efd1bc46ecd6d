import type { SubmitResult } from '../carrier.ts';
import type { CallAnswer, CallOutcome, CallResult } from './provider.ts';

const longestWord = 60;

/** How a message that was not accepted is treated. `closed`: the carrier would refuse every other call as well. */
export type Treatment = 'throttled' | 'later' | 'refused' | 'closed';

/** What HTTP itself says, where a provider says nothing more exact. */
export function byStatus(answer: CallAnswer, code?: string): CallOutcome {
  const { status } = answer;
  const word = wordOf(status, code);
  if (status === undefined) return withoutStatus(answer);
  if (status === 429) return treated('throttled', word);
  // A proxy gave up waiting: the provider may have accepted the message.
  if (status === 504) return all({ kind: 'unanswered', reason: word }, word);
  // The account has no credit; the message itself is valid.
  if (status === 402) return closed(`it asks for payment (${word})`);
  if (status === 401 || status === 403 || status === 407) return closed(`it refuses our credentials (${word})`);
  if (status === 404 || status === 405) return closed(`it does not know the path that we call (${word})`);
  if (status >= 300 && status < 400) return closed(`it answers with a redirect, which is not followed (${word})`);
  if (status >= 500 || status === 408 || status === 425 || status < 300) return treated('later', word);
  return treated('refused', word);
}

/** If nothing left this machine, another attempt cannot send the message twice. */
function withoutStatus({ sent, unsendable, error = 'no answer' }: CallAnswer): CallOutcome {
  if (unsendable) return all({ kind: 'refused', reason: error }, 'unsendable');
  if (!sent) return { kind: 'closed', reason: error, scope: 'process' };
  return all({ kind: 'unanswered', reason: error }, 'no answer');
}

/** Accepted by its status, but without a reference, so no receipt can be matched. */
export function unreadable({ status }: CallAnswer): CallOutcome {
  const word = `${wordOf(status)} without a reference`;
  return all({ kind: 'unanswered', reason: word }, word);
}

export const accepted = (reference: string): CallResult => ({ result: { kind: 'accepted', references: [reference] } });

/** The word counts refusals; the reason is shown with the message. */
export function treated(treatment: Treatment, word: string, reason = word): CallOutcome {
  if (treatment === 'closed') return closed(reason);
  if (treatment === 'refused') return all({ kind: 'refused', reason }, word);
  return all({ kind: 'later', reason, throttled: treatment === 'throttled' }, word);
}

const closed = (reason: string): CallOutcome => ({ kind: 'closed', reason, scope: 'carrier' });

export const all = (result: SubmitResult, word?: string): CallOutcome => ({ kind: 'all', result, word });

/** `HTTP 400`, followed by the provider's code. Short and of few distinct characters, because refusals are counted by it. */
export function wordOf(status: number | undefined, code?: string | number): string {
  const shown = String(code ?? '')
    .replaceAll(/[^\w.:/ -]/g, '')
    .trim();
  return `HTTP ${status}${shown === '' ? '' : ` ${shown}`}`.slice(0, longestWord);
}

/** How long the provider asks for no calls: `Retry-After` in seconds or as a date. `domain/carrier/circuit.ts` bounds it. */
export function restMs({ status, headers }: CallAnswer, now: number): number {
  if (status !== 429 && status !== 503) return 0;
  const text = headers.get('retry-after') ?? '';
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? 0 : Math.max(0, ms);
}
