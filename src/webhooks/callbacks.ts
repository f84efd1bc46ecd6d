import { Batch } from '../bounds/batch.ts';
import type { Db } from '../database/db.ts';
import { Cache } from '../domain/cache.ts';
import { callbackIn, type Reported, type ReportFormat, type ReportRequest } from '../domain/callback/callback.ts';
import { jasminRequest } from '../domain/callback/jasmin.ts';
import { kannelRequest } from '../domain/callback/kannel.ts';
import { twilioRequest } from '../domain/callback/twilio.ts';
import type { ClientRequest, ExchangeOutcome } from '../http-client/client.ts';
import { findCallbackKeys, keyIdIn } from '../store/account/callback-keys.ts';
import type { MessageRef } from '../store/message/messages.ts';
import { findReported, type ReportedFacts } from '../store/message/report-facts.ts';
import type { ClaimedEvent } from '../store/webhook/deliveries.ts';

const formType = 'application/x-www-form-urlencoded; charset=utf-8';

/** Delivery reports in the format of another gateway. Their facts are read when they are sent. */
export class CompatReports {
  readonly #facts: Batch<MessageRef, ReportedFacts | undefined>;
  /** Signing keys of API keys, which never change. */
  readonly #keys = new Cache<string, string>(10_000);
  readonly #reading: Batch<string, string | undefined>;

  constructor(db: Db) {
    this.#facts = new Batch({ most: 500, run: (refs) => findReported(db, refs) });
    this.#reading = new Batch({ most: 500, run: (references) => this.#read(db, references) });
  }

  /** The request for a report; undefined if its message is no longer stored. */
  async requestFor(event: ClaimedEvent): Promise<(ClientRequest & { readonly expected?: string }) | undefined> {
    const facts = await this.#facts.add({ accountId: event.accountId, id: event.subjectId });
    const stored = callbackIn(event.url);
    const callback = stored && (await this.#withKey(stored.callback));
    if (facts === undefined || stored === undefined || callback === undefined) return undefined;
    const request = rendered(callback, stored.url, toReported(event, facts), event.id);
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

  /** Messages of release 0.1.0 hold the key itself. */
  async #withKey(callback: ReportFormat): Promise<ReportFormat | undefined> {
    if (callback.form !== 'twilio' || keyIdIn(callback.key) === undefined) return callback;
    const key = this.#keys.get(callback.key) ?? (await this.#reading.add(callback.key));
    return key === undefined ? undefined : { form: 'twilio', key };
  }

  async #read(db: Db, references: string[]): Promise<(string | undefined)[]> {
    const keyIds = new Set(references.map((reference) => keyIdIn(reference)!));
    for (const [reference, key] of await findCallbackKeys(db, [...keyIds])) this.#keys.set(reference, key);
    return references.map((reference) => this.#keys.get(reference));
  }
}

function rendered(callback: ReportFormat, url: string, reported: Reported, eventId: string): ReportRequest {
  switch (callback.form) {
    case 'kannel':
      return kannelRequest(callback, url, reported);
    case 'jasmin':
      return jasminRequest(callback, url, reported);
    case 'twilio':
      return twilioRequest(callback, url, reported, eventId);
  }
}

/** The status is that of the report's payload; the message may have moved on since. */
function toReported({ payload }: ClaimedEvent, { takenAt, stateAt, ...facts }: ReportedFacts): Reported {
  const { status } = JSON.parse(payload) as Pick<Reported, 'status'>;
  return { ...facts, status, at: (status === 'SENT' ? takenAt : undefined) ?? stateAt };
}

/** Some gateways also require a certain response body. */
export function judged(attempt: ExchangeOutcome, expected: string | undefined): ExchangeOutcome {
  if (expected === undefined || !attempt.ok || attempt.answer.trim() === expected) return attempt;
  return { ...attempt, ok: false, error: `the answer was not ${expected}` };
}

export const messageGone: ExchangeOutcome = {
  ok: false,
  final: true,
  error: 'the message is not stored any more',
  durationMs: 0,
  answer: '',
};
