import type { Handover } from '../carrier.ts';
import type { Parameters } from '../carrier-url.ts';
import { accepted, byStatus, type Treatment, treated, unreadable, wordOf } from './call-outcome.ts';
import { type CallbackRules, readCallback } from './callback-reader.ts';
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
import type { Account, CallAnswer, CallbackProof, CallRequest, CallResult, Provider } from './provider.ts';

/** The messages of one call, with what a body is made of. */
export type Submission = {
  readonly messages: readonly Handover[];
  /** The first one; the others have the same sender and text where `together` says so. */
  readonly message: Handover;
  readonly options: Account['options'];
  /** Where receipts are to be sent; undefined if the address of this service is not set. */
  readonly statusUrl: string | undefined;
  /** Seconds until the first of the messages expires, within what the provider accepts. */
  readonly seconds: (least: number, most: number) => number;
  readonly now: Date;
};

type Results = (json: Json | undefined, messages: readonly Handover[]) => readonly CallResult[] | undefined;

/** A provider as data: what is sent, where the reference is, what statuses mean, and where the fields of callbacks are. */
export type ProviderDescription = CallbackProof & {
  readonly parameters?: Parameters;
  readonly perCall?: number;
  readonly together?: Provider['together'];
  readonly check?: Provider['check'];
  readonly submit: {
    path(account: Account): string;
    headers(account: Account): Readonly<Record<string, string>>;
    /** Fields that are undefined are left out. */
    body(submission: Submission): Readonly<Record<string, unknown>>;
    /** JSON if left out. */
    readonly format?: 'form';
    /** Gives the headers of a request that has to be signed. */
    readonly sign?: (request: CallRequest, account: Account, now: Date) => Record<string, string>;
  };
  readonly answer: {
    /** Statuses of an answer that accepts the messages. */
    readonly accepted: readonly number[];
    /** The result of each message of an accepted call; undefined if the answer has no reference. */
    readonly results: Results;
    /** The provider's code in other answers. */
    code(json: Json | undefined, answer: CallAnswer): string | undefined;
    /** By status and code; without a treatment the status decides. */
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

function submissionOf(messages: readonly Handover[], account: Account, now: Date): Submission {
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

/** A call with one message, whose reference is at a path of the answer. */
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

/** A literal table of codes. */
export const byCode =
  (table: Readonly<Record<string, Treatment>>) =>
  (_status: number | undefined, code: string): Treatment | undefined =>
    Object.hasOwn(table, code) ? table[code] : undefined;

export const basicAuth = ({ user, password }: Account): string => basic(user, password);

export const acceptsJson = (authorization: string): Readonly<Record<string, string>> => ({
  authorization,
  accept: 'application/json',
});
