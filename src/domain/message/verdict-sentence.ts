import type { Verdict } from './verdict.ts';

/** A verdict in one English sentence, with times in UTC. The console has its own, in each language. */
export function verdictSentence(verdict: Verdict): string {
  const { kind, cause, since, until, seconds = 0, attempts = 0 } = verdict;
  const carrier = verdict.carrier === undefined ? 'the carrier' : `carrier ${verdict.carrier.name}`;
  const next = until === undefined ? '' : `; next attempt at ${time(until)}`;
  const why = cause === undefined ? '' : `: ${lower(cause.text)}${code(verdict)}`;
  switch (kind) {
    case 'scheduled':
      return until === undefined ? 'Scheduled.' : `Scheduled: it is sent at ${time(until)}.`;
    case 'paused':
      return `Waiting: ${paused(verdict)}.`;
    case 'no route':
      return 'Waiting: no route leads to this number.';
    case 'carrier down':
      return `Waiting: ${carrier} is not connected${from(since)}.`;
    case 'carrier refusing':
      return `Waiting: ${carrier} refuses every message${from(since)}${next}.`;
    case 'carrier throttled':
      return `Waiting: ${carrier} accepts messages more slowly than they arrive${next}.`;
    case 'waiting':
      return `Waiting: the message is tried again automatically${next}.`;
    case 'retrying':
      return `Waiting: ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} failed${next}.`;
    case 'queued':
      return `Waiting: in the queue${verdict.carrier === undefined ? '' : ` of ${carrier}`}${from(since)}; its position is unknown.`;
    case 'sending':
      return 'Sending: a process hands the message to a carrier now.';
    case 'sent':
      return `Sent${at(since)}: waiting for the delivery receipt${until === undefined ? '' : `, until ${time(until)} at most`}.`;
    case 'delivered':
      return `Delivered after ${duration(seconds)}.`;
    case 'failed':
      return `Failed${why}.`;
    case 'expired':
      return 'Failed: the message could not be sent before its validity ended.';
    case 'rejected':
      return `Rejected and refunded${why}.`;
    case 'unknown':
      return `Unknown${why}.`;
    case 'cancelled':
      return `Cancelled by ${cancelledBy(verdict)}${at(since)}, and refunded.`;
  }
}

/** A note of a verdict as a sentence. */
export function noteSentence(note: Verdict['notes'][number]): string {
  const next = note.at === undefined ? '' : ` at ${time(note.at)}`;
  switch (note.kind) {
    case 'fallback planned':
      return `Without a receipt it is also sent over another carrier${next}.`;
    case 'fallback sent':
      return `Also sent over another carrier${next}, because no receipt arrived in time.`;
    case 'report pending':
      return note.attempts === 0
        ? 'A report is not delivered to the webhook yet.'
        : `A report is not delivered to the webhook yet, after ${times(note.attempts)}; next attempt${next}.`;
    case 'report failed':
      return `A report was given up after ${times(note.attempts)}. Resend it once the endpoint works.`;
  }
}

function paused({ paused: what, by, since, carrier }: Verdict): string {
  if (what === undefined) return `sending is paused${from(since)}`;
  const subject = { all: 'everything', account: 'account', carrier: `carrier ${carrier?.name ?? ''}`.trim() }[what];
  return `${subject} paused by ${by ?? 'an operator'}${at(since)}`;
}

function cancelledBy({ by, isByOperator }: Verdict): string {
  return by ?? (isByOperator === true ? 'the operator' : 'the customer');
}

/** Rules of the service have no code. */
function code({ cause }: Verdict): string {
  return cause !== undefined && 'code' in cause && cause.code !== undefined ? ` (carrier code ${cause.code})` : '';
}

const times = (count: number): string => (count === 1 ? '1 attempt' : `${count} attempts`);
const time = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, 'Z');
const at = (date: Date | undefined): string => (date === undefined ? '' : ` at ${time(date)}`);
const from = (date: Date | undefined): string => (date === undefined ? '' : ` since ${time(date)}`);
const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '');

function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3_600)} h`;
}
