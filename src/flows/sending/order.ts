import { createHash } from 'node:crypto';
import { Refusal } from '../../domain/errors.ts';
import { sendResponse } from '../../domain/message/payloads.ts';
import { requestHash, resendHash, withoutBlanks } from '../../domain/message/request-hash.ts';
import { isScheduled } from '../../domain/message/schedule.ts';
import type { SendRequest } from '../../domain/message/send.ts';
import type { Principal } from '../../store/account/keys.ts';
import type { EmailRecord } from '../../store/email/emails.ts';
import type { PlannedRequest, RequestOrigin } from '../../store/message/accept.ts';
import type { Reservation } from '../../store/message/idempotency.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { IdempotentOutcome } from './idempotent.ts';

/** A request to send, who sends it, and over which channel it came. */
export type SendOrder = {
  readonly principal: Principal;
  readonly request: SendRequest;
  readonly origin: RequestOrigin;
  /** Set by a caller that has to know the id before the request is accepted; used once. */
  readonly submissionId?: string | undefined;
  /** Ids that the customer already has, from the responses to the parts of a long message. */
  readonly messageIds?: readonly string[] | undefined;
};

/** Sends an order at most once: a repetition within `keptHours` gets the stored answer. */
export type Once = {
  readonly reservation: Reservation;
  /** The e-mail that holds the request, stored in the transaction that accepts it. */
  readonly emailRecord?: ((submissionId: string, messageIds: readonly string[]) => EmailRecord) | undefined;
};

/** How long answers are stored. Customers repeat a request within a day; mail servers retry for 5 to 7 days; SMPP clients retry immediately. */
export const keptHours = { request: 24, mail: 8 * 24, submit: 1 };

/** An operator or customer who is logged in to the console has no key. */
export function requestOrigin(
  { keyId, by }: Principal,
  via: 'http' | 'smpp' | 'verify',
  requestId?: string,
): RequestOrigin {
  if (by === undefined) return { via, keyId, requestId };
  return { via: via === 'verify' ? via : 'console', requestId, by };
}

export const emailOrigin = ({ keyId }: Principal): RequestOrigin => ({ via: 'email', keyId });

/** Sends once per Idempotency-Key of the customer. */
export function oncePerKey({ principal, request }: SendOrder, key: string): Once {
  return {
    reservation: { keyId: principal.keyId, key, requestHash: requestHash(request), keptHours: keptHours.request },
  };
}

/** Sends messages again once per Idempotency-Key. */
export const oncePerResend = (keyId: string, key: string, messageIds: readonly string[]): Reservation => ({
  keyId,
  key,
  requestHash: resendHash(messageIds),
  keptHours: keptHours.request,
});

/** Sends once per Message-ID of an e-mail, or its replacement, together with the account and the request. */
export function oncePerMail({ principal, request }: SendOrder, name: string, emailRecord: Once['emailRecord']): Once {
  const hash = requestHash(withoutBlanks(request));
  const key = `mail ${createHash('sha256').update(name).update(hash, 'hex').digest('hex')}`;
  return {
    reservation: { keyId: principal.accountId, key, requestHash: hash, keptHours: keptHours.mail },
    emailRecord,
  };
}

/** Sends once per `user_message_reference` of a submit_sm. It has only 16 bits and is reused soon, so the request counts as well. */
export function oncePerSubmit({ principal, request }: SendOrder, reference: number): Once {
  const hash = requestHash(request);
  const key = `submit ${reference} ${Buffer.from(hash, 'hex').toString('base64url')}`;
  return { reservation: { keyId: principal.keyId, key, requestHash: hash, keptHours: keptHours.submit } };
}

/** Sends once per id under which the parts of a long message were acknowledged: several processes may find it complete. */
export function oncePerLongMessage({ principal, request }: SendOrder, messageId: string): Once {
  const key = `joined ${messageId}`;
  return {
    reservation: { keyId: principal.keyId, key, requestHash: requestHash(request), keptHours: keptHours.request },
  };
}

export type SendResponse = {
  messages: { messageId: string; destination: string }[];
  status: 'accepted' | 'scheduled';
  segmentCount: number;
  scheduledTime?: number;
  scheduledAt?: string;
};

/** `answer`: a SendResponse as JSON. `replayed`: it was stored for an earlier request with the same key. */
export type SendOutcome = { readonly answer: string; readonly replayed: boolean };

export class IdempotencyConflict extends Error {
  readonly kind: 'running' | 'other request';

  constructor(kind: 'running' | 'other request') {
    super(kind);
    this.name = 'IdempotencyConflict';
    this.kind = kind;
  }
}

/** The customer's answer to an outcome; throws if the request was not accepted. `candidate` is given for new requests. */
export function toAnswer(metrics: Metrics, outcome: IdempotentOutcome, candidate?: PlannedRequest): SendOutcome {
  switch (outcome.kind) {
    case 'accepted':
      metrics.accepted.inc(candidate!.messageIds.length);
      metrics.tally.accepted(candidate!.accountId, candidate!.messageIds.length);
      return { answer: answerOf(candidate!, outcome.now), replayed: false };
    case 'replayed':
      return { answer: outcome.answer, replayed: true };
    case 'short':
      throw new Refusal(6);
    case 'failed':
      throw outcome.error;
    case 'running':
    case 'other request':
      throw new IdempotencyConflict(outcome.kind);
    case 'stale':
      throw new Error('a stale request has no answer');
  }
}

export function answerOf({ messageIds, plan }: PlannedRequest, now: number): string {
  const { segments, scheduledTime, recipients } = plan;
  const scheduled = isScheduled(scheduledTime, now) ? scheduledTime : undefined;
  return sendResponse(recipients, messageIds, segments, scheduled);
}
