import type { Db } from '../db.ts';
import { jasminRequest } from '../domain/callback/jasmin.ts';
import { kannelRequest } from '../domain/callback/kannel.ts';
import type { CallbackRequest, Reported } from '../domain/callback/reported.ts';
import { type Callback, callbackIn } from '../domain/callback/stored.ts';
import { twilioRequest } from '../domain/callback/twilio.ts';
import type { Attempt, PostRequest } from '../http-client/post.ts';
import type { MessageRef } from '../store/message/messages.ts';
import { findReported, type ReportedFacts } from '../store/message/reported.ts';
import type { ClaimedEvent } from '../store/webhook/deliveries.ts';
import { Batch } from '../work/batch.ts';

const formType = 'application/x-www-form-urlencoded; charset=utf-8';

/** Reports in the form that a customer of another gateway expects. What they tell is looked up when they are sent. */
export class Callbacks {
  readonly #facts: Batch<MessageRef, ReportedFacts | undefined>;

  constructor(db: Db) {
    this.#facts = new Batch({ most: 500, run: (refs) => findReported(db, refs) });
  }

  /** What is to be sent for a report; undefined if its message is gone. */
  async requestFor(event: ClaimedEvent): Promise<(PostRequest & { readonly expected?: string }) | undefined> {
    const facts = await this.#facts.add({ accountId: event.accountId, id: event.subjectId });
    const stored = callbackIn(event.url);
    if (facts === undefined || stored === undefined) return undefined;
    const request = rendered(stored.callback, stored.url, toReported(event, facts), event.id);
    const { method, url, body, expected } = request;
    return {
      url,
      body,
      account: event.accountId,
      headers: { 'webhook-id': event.id, 'x-message-id': event.subjectId, ...request.headers },
      manner: { method, type: method === 'POST' ? formType : undefined },
      ...(expected === undefined ? {} : { expected }),
    };
  }
}

function rendered(callback: Callback, url: string, reported: Reported, eventId: string): CallbackRequest {
  switch (callback.form) {
    case 'kannel':
      return kannelRequest(callback, url, reported);
    case 'jasmin':
      return jasminRequest(callback, url, reported);
    case 'twilio':
      return twilioRequest(callback, url, reported, eventId);
  }
}

/** The status is that of the report, which the payload of the contract names; the message may be further by now. */
function toReported({ payload }: ClaimedEvent, { takenAt, stateAt, ...facts }: ReportedFacts): Reported {
  const { status } = JSON.parse(payload) as Pick<Reported, 'status'>;
  return { ...facts, status, at: (status === 'SENT' ? takenAt : undefined) ?? stateAt };
}

/** A good status is not enough where the form asks for words. */
export function judged(attempt: Attempt, expected: string | undefined): Attempt {
  if (expected === undefined || !attempt.ok || attempt.answer.trim() === expected) return attempt;
  return { ...attempt, ok: false, error: `the answer was not ${expected}` };
}

export const messageGone: Attempt = {
  ok: false,
  final: true,
  error: 'the message is not stored any more',
  durationMs: 0,
  answer: '',
};
