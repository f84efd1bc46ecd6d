import { statusName, submitVerdict } from '../../smpp/protocol/status.ts';
import type { RequestOutcome as Outcome } from '../../smpp/session/pending.ts';
import type { SubmitResult } from '../carrier.ts';
import { type IdStyle, submitKey } from './message-id.ts';

type NotAccepted = Exclude<SubmitResult, { kind: 'accepted' }>;

/** What came of one part. An accepted one may have got no id. */
export type PartResult = { readonly kind: 'accepted'; readonly reference: string | undefined } | NotAccepted;

export function partResult(outcome: Outcome<'submit_sm'>, ids: IdStyle): PartResult {
  switch (outcome.kind) {
    case 'answered':
      return byStatus(outcome.response.status, outcome.response.message_id, ids);
    case 'nacked':
      return notUnderstood(outcome.status);
    case 'unreadable':
      // Its status can be read, its id cannot: what was taken stays taken, although no receipt will match it.
      return byStatus(outcome.error.commandStatus, '', ids);
    case 'timeout':
      return { kind: 'unanswered', reason: 'the carrier never answered' };
    case 'lost':
      return outcome.sent
        ? { kind: 'unanswered', reason: 'the link was lost before the answer' }
        : { kind: 'later', reason: 'the link was lost before it was sent', throttled: false };
    case 'invalid':
      return { kind: 'refused', reason: outcome.error.message };
  }
}

function byStatus(status: number, messageId: string, ids: IdStyle): PartResult {
  if (submitVerdict(status) !== 'accepted') return notTaken(status);
  return { kind: 'accepted', reference: messageId.trim() === '' ? undefined : submitKey(messageId, ids) };
}

function notTaken(status: number): NotAccepted {
  const verdict = submitVerdict(status);
  const reason = statusName(status);
  if (verdict === 'refused') return { kind: 'refused', reason };
  return { kind: 'later', reason, throttled: verdict === 'throttled' };
}

/**
 * A generic_nack says for certain that the message was not taken. Its status is believed: a proxy that is too busy nacks
 * with ESME_RTHROTTLED or ESME_RSYSERR, and the same submit may pass in a while. Where the PDU itself is at fault
 * (command id, length, or no reason at all) the same octets would be nacked again until the validity has run out, and a
 * message that never left would stay charged: refused. Should the stream be out of step, the peer closes the link after
 * the nack, so that at most one message pays for it.
 */
function notUnderstood(status: number): NotAccepted {
  const reason = `not understood: ${statusName(status)}`;
  return status === 0 ? { kind: 'refused', reason } : { ...notTaken(status), reason };
}

/**
 * The fate of a message from those of its parts. Refused beats all, since the phone will never have it whole. Later beats
 * unanswered: a part that was certainly not taken keeps the phone from showing what it has, so all of it can be sent
 * again without being read twice.
 */
export function messageResult(parts: readonly PartResult[], messageId: string): SubmitResult {
  for (const kind of ['refused', 'later', 'unanswered'] as const) {
    const found = parts.find((part): part is NotAccepted => part.kind === kind);
    if (found !== undefined) return found;
  }
  return { kind: 'accepted', references: parts.map((part, place) => referenceOf(part, messageId, place)) };
}

/** A part without an id gets a reference that no receipt can name: an empty one would match that of another message. */
function referenceOf(part: PartResult, messageId: string, place: number): string {
  const reference = part.kind === 'accepted' ? part.reference : undefined;
  return reference ?? `without id: ${messageId}/${place + 1}`;
}
