import type { Handover, SubmitResult } from '../carrier.ts';
import { byWord, type CallbackRules, readCallback } from './callback-reader.ts';
import {
  basic,
  type FormFields,
  form,
  type Json,
  jsonOf,
  referenceOf,
  secondsLeft,
  sharedReference,
  textAt,
} from './fields.ts';
import type {
  CallAnswer,
  CallbackProof,
  CallOutcome,
  CallRequest,
  CallResult,
  Provider,
  ProviderAccount,
} from './provider.ts';

/** The messages of one call, with the values that its body is built from. */
export type Submission = {
  readonly messages: readonly Handover[];
  /** The first message; the others have the same sender and text where `together` says so. */
  readonly message: Handover;
  readonly options: ProviderAccount['options'];
  /** The URL for receipts; undefined if the public URL of this service is not set. */
  readonly statusUrl: string | undefined;
  /** Seconds until the first of the messages expires, within what the provider accepts. */
  readonly seconds: (least: number, most: number) => number;
  readonly now: Date;
};

type Results = (json: Json | undefined, messages: readonly Handover[]) => readonly CallResult[] | undefined;

/** A provider as data: what is sent, where the reference is, what statuses mean, and where the fields of callbacks are. */
type ProviderDescription = CallbackProof &
  Partial<Pick<Provider, 'parameters' | 'perCall' | 'together' | 'check'>> & {
    readonly submit: {
      path(account: ProviderAccount): string;
      headers(account: ProviderAccount): Readonly<Record<string, string>>;
      /** Fields that are undefined are left out. */
      body(submission: Submission): Readonly<Record<string, unknown>>;
      /** JSON if left out. */
      readonly format?: 'form';
      /** The additional headers of a request that has to be signed. */
      readonly sign?: (request: CallRequest, account: ProviderAccount, now: Date) => Record<string, string>;
    };
    readonly answer: {
      readonly accepted: readonly number[];
      /** The result of each message of an accepted call; undefined if the answer has no reference. */
      readonly results: Results;
      /** The provider's code in other answers. */
      code(json: Json | undefined, answer: CallAnswer): string | undefined;
      /** The treatment by status and code; undefined: the HTTP status decides. */
      readonly treatment?: (status: number | undefined, code: string) => Treatment | undefined;
    };
    readonly callback: CallbackRules;
  };

export function describedProvider(description: ProviderDescription): Provider {
  const { parameters = {}, perCall = 1, together, check, weakness, forged } = description;
  const { submit, answer: rules, callback } = description;
  return {
    parameters,
    perCall,
    together,
    check,
    weakness,
    forged,
    request(messages, account, now) {
      const fields = submit.body(submissionOf(messages, account, now));
      const isForm = submit.format === 'form';
      const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
      const request = {
        method: 'POST',
        url: `${account.base}${submit.path(account)}`,
        headers: { 'content-type': type, ...submit.headers(account) },
        body: isForm ? form(fields as FormFields) : JSON.stringify(fields),
      };
      return submit.sign === undefined ? request : { ...request, headers: submit.sign(request, account, now) };
    },
    judge(answer, messages) {
      const json = jsonOf(answer.body);
      if (rules.accepted.includes(answer.status!)) {
        const results = rules.results(json, messages);
        return results === undefined ? unreadable(answer) : { kind: 'each', results };
      }
      const code = rules.code(json, answer);
      const treatment = rules.treatment?.(answer.status, code ?? '');
      return treatment === undefined ? byStatus(answer, code) : treated(treatment, wordOf(answer.status, code));
    },
    read: (request, account) => readCallback(callback, request, account),
  };
}

function submissionOf(messages: readonly Handover[], account: ProviderAccount, now: Date): Submission {
  const { options, publicUrl, callbackPath } = account;
  return {
    messages,
    message: messages[0]!,
    options,
    statusUrl: publicUrl === undefined ? undefined : `${publicUrl}${callbackPath}/status`,
    seconds: (least, most) => Math.min(...messages.map(({ validUntil }) => secondsLeft(validUntil, now, least, most))),
    now,
  };
}

export const ownReference =
  (path: string): Results =>
  (json) => {
    const reference = referenceOf(textAt(json, path));
    return reference === undefined ? undefined : [accepted(reference)];
  };

/** One id for all messages of a call, at a path of the answer. */
export const callReference =
  (path: string): Results =>
  (json, messages) => {
    const id = referenceOf(textAt(json, path));
    if (id === undefined) return undefined;
    return messages.map(({ destination }) => accepted(sharedReference(id, destination)));
  };

/** A treatment function from lists of codes, separated by spaces. */
export function byCode(codes: Readonly<Partial<Record<Treatment, string>>>) {
  const table = byWord<Treatment>(codes);
  return (_status: number | undefined, code: string) => (Object.hasOwn(table, code) ? table[code] : undefined);
}

export const basicAuth = ({ user, password }: ProviderAccount): string => basic(user, password);

export const acceptsJson = (authorization: string): Readonly<Record<string, string>> => ({
  authorization,
  accept: 'application/json',
});

const longestWord = 60;

/** How a message that was not accepted is treated. `closed`: the carrier would refuse every other call as well. */
export type Treatment = 'throttled' | 'later' | 'refused' | 'closed';

/** The outcome by HTTP status, for a provider without a more specific code. */
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
