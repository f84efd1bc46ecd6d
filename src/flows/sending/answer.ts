import { Refusal } from '../../domain/errors.ts';
import { sendResponse } from '../../domain/message/payloads.ts';
import { isScheduled } from '../../domain/message/schedule.ts';
import type { Candidate } from '../../store/message/accept.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { IdempotentOutcome } from './idempotent.ts';

export type SendResponse = {
  messages: { messageId: string; destination: string }[];
  status: 'accepted' | 'scheduled';
  segmentCount: number;
  scheduledTime?: number;
  scheduledAt?: string;
};

/** `answer`: a SendResponse as JSON. `replayed`: it was stored for an earlier request with the same key. */
export type Sent = { readonly answer: string; readonly replayed: boolean };

export class IdempotencyConflict extends Error {
  readonly kind: 'running' | 'other request';

  constructor(kind: 'running' | 'other request') {
    super(kind);
    this.name = 'IdempotencyConflict';
    this.kind = kind;
  }
}

/** The customer's answer to an outcome; throws if the request was not accepted. `candidate` is given for new requests. */
export function toAnswer(metrics: Metrics, outcome: IdempotentOutcome, candidate?: Candidate): Sent {
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

export function answerOf({ messageIds, plan }: Candidate, now: number): string {
  const { segments, scheduledTime, recipients } = plan;
  const scheduled = isScheduled(scheduledTime, now) ? scheduledTime : undefined;
  return sendResponse(recipients, messageIds, segments, scheduled);
}
