import type { Encoding } from '../../domain/text/text.ts';
import { absoluteTime, relativeTime, toWire } from '../../smpp/protocol/fields.ts';
import type { PduInput } from '../../smpp/protocol/pdu.ts';
import { statusName, submitVerdict } from '../../smpp/protocol/status.ts';
import { buildParts } from '../../smpp/protocol/text.ts';
import type { RequestOutcome as Outcome } from '../../smpp/session/requests.ts';
import type { SubmitResult } from '../carrier.ts';
import { type IdStyle, submitKey } from './message-id.ts';
import type { SmppSettings } from './settings.ts';

type SubmitMessage = {
  readonly sender: string;
  readonly destination: string;
  readonly parts: readonly string[];
  readonly encoding: Encoding;
  readonly reference: number;
  readonly validUntil: Date;
};

const REGISTERED_DELIVERY = { all: 1, failures: 2, none: 0 } as const;

export function submitRequests(message: SubmitMessage, settings: SmppSettings, now: Date): PduInput<'submit_sm'>[] {
  const source = toWire(message.sender);
  const destination = toWire(message.destination);
  const envelope = {
    command: 'submit_sm',
    service_type: settings.serviceType,
    source_addr_ton: settings.sourceTon ?? source.ton,
    source_addr_npi: settings.sourceNpi ?? source.npi,
    source_addr: source.address,
    dest_addr_ton: settings.destTon ?? destination.ton,
    dest_addr_npi: settings.destNpi ?? destination.npi,
    destination_addr: destination.address,
    validity_period: validityPeriod(message.validUntil, settings.validity, now),
    registered_delivery: REGISTERED_DELIVERY[settings.receipts],
  } as const;
  return buildParts({ ...message, ...settings }).map((part) => ({ ...envelope, ...part }));
}

function validityPeriod(until: Date, form: SmppSettings['validity'], now: Date): string {
  if (form === 'none') return '';
  return form === 'absolute' ? absoluteTime(until) : relativeTime((until.getTime() - now.getTime()) / 1000);
}

type NotAccepted = Exclude<SubmitResult, { kind: 'accepted' }>;

/** The result of one part. An accepted part may have no id. */
export type PartResult = { readonly kind: 'accepted'; readonly reference: string | undefined } | NotAccepted;

export function partResult(outcome: Outcome<'submit_sm'>, ids: IdStyle): PartResult {
  switch (outcome.kind) {
    case 'answered':
      return byStatus(outcome.response.status, outcome.response.message_id, ids);
    case 'nacked':
      return notUnderstood(outcome.status);
    case 'unreadable':
      // The status is readable and the id is not: an accepted part stays accepted, although no receipt will match it.
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
  if (submitVerdict(status) !== 'accepted') return notAccepted(status);
  return { kind: 'accepted', reference: messageId.trim() === '' ? undefined : submitKey(messageId, ids) };
}

function notAccepted(status: number): NotAccepted {
  const treatment = submitVerdict(status);
  const reason = statusName(status);
  if (treatment === 'refused') return { kind: 'refused', reason };
  return { kind: 'later', reason, throttled: treatment === 'throttled' };
}

/**
 * A generic_nack means that the message was not accepted. Its status decides: a busy proxy nacks with ESME_RTHROTTLED or
 * ESME_RSYSERR, and the same submit may pass later. If the PDU itself is at fault (command id, length, or no reason at all), the same
 * octets would be nacked until the message expires, and a message that was never sent would stay charged, so it is refused. If the
 * stream is out of sync, the peer closes the link after the nack, so that at most one message is affected.
 */
function notUnderstood(status: number): NotAccepted {
  const reason = `not understood: ${statusName(status)}`;
  return status === 0 ? { kind: 'refused', reason } : { ...notAccepted(status), reason };
}

/**
 * The result of a message from those of its parts. Refused precedes all, since the phone will never have all parts. Later precedes
 * unanswered: without the part that was not accepted the phone does not show the text, so all parts can be sent again without the text
 * being shown twice.
 */
export function messageResult(parts: readonly PartResult[], messageId: string): SubmitResult {
  for (const kind of ['refused', 'later', 'unanswered'] as const) {
    const found = parts.find((part): part is NotAccepted => part.kind === kind);
    if (found !== undefined) return found;
  }
  return { kind: 'accepted', references: parts.map((part, index) => referenceOf(part, messageId, index)) };
}

/** A part without an id gets a reference that no receipt can have: an empty one could match another message. */
function referenceOf(part: PartResult, messageId: string, index: number): string {
  const reference = part.kind === 'accepted' ? part.reference : undefined;
  return reference ?? `without id: ${messageId}/${index + 1}`;
}
