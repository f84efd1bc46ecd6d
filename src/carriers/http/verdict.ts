import type { SubmitResult } from '../carrier.ts';
import type { CallAnswer, Verdict } from './provider.ts';

const longestWord = 60;

/** What HTTP itself says, where a provider says nothing more exact. */
export function byStatus(answer: CallAnswer, word?: string): Verdict {
  const { status } = answer;
  const named = wordOf(status, word);
  if (status === undefined) return unanswered(answer);
  if (status === 429) return all({ kind: 'later', reason: named, throttled: true }, named);
  // Somebody in between gave up waiting: the provider may have taken it.
  if (status === 504) return all({ kind: 'unanswered', reason: named }, named);
  // No money left: the message is good, and so are all others.
  if (status === 402) return closed(`it asks for payment (${named})`);
  if (status === 401 || status === 403 || status === 407) return closed(`it refuses our credentials (${named})`);
  if (status === 404 || status === 405) return closed(`it does not know the path that we call (${named})`);
  if (status >= 300 && status < 400) return closed(`it answers with a redirect, which is not followed (${named})`);
  if (status >= 500 || status === 408 || status === 425 || status < 300)
    return all({ kind: 'later', reason: named, throttled: false }, named);
  return all({ kind: 'refused', reason: named }, named);
}

/** Nothing that left this machine: another try is free. Otherwise nobody knows. */
function unanswered({ sent, unsendable, error = 'no answer' }: CallAnswer): Verdict {
  if (unsendable) return all({ kind: 'refused', reason: error }, 'unsendable');
  if (!sent) return { kind: 'closed', reason: error, scope: 'process' };
  return all({ kind: 'unanswered', reason: error }, 'no answer');
}

/** It was taken, by its status, and nobody can tell under which reference: so its receipts will find nothing. */
export function unreadable({ status }: CallAnswer): Verdict {
  const word = `${wordOf(status)} without a reference`;
  return all({ kind: 'unanswered', reason: word }, word);
}

export const accepted = (reference: string): { readonly result: SubmitResult } => ({
  result: { kind: 'accepted', references: [reference] },
});

export const refused = (word: string): { readonly result: SubmitResult; readonly word: string } => ({
  result: { kind: 'refused', reason: word },
  word,
});

export const later = (word: string, throttled = false): { readonly result: SubmitResult; readonly word: string } => ({
  result: { kind: 'later', reason: word, throttled },
  word,
});

/** The carrier would refuse every other call as well. */
export const closed = (reason: string): Verdict => ({ kind: 'closed', reason, scope: 'carrier' });

export const all = (result: SubmitResult, word?: string): Verdict => ({ kind: 'all', result, word });

/** `HTTP 400`, with the provider's code behind it. Short, of few characters: it is counted by, and shown. */
export function wordOf(status: number | undefined, code?: string | number): string {
  const shown = String(code ?? '')
    .replaceAll(/[^\w.:/ -]/g, '')
    .trim();
  return `HTTP ${status}${shown === '' ? '' : ` ${shown}`}`.slice(0, longestWord);
}

/** How long the provider asks for no calls: seconds, or a date. `domain/carrier/circuit.ts` bounds it. */
export function restMs({ status, headers }: CallAnswer, now: number): number {
  if (status !== 429 && status !== 503) return 0;
  const text = headers.get('retry-after') ?? '';
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? 0 : Math.max(0, ms);
}
