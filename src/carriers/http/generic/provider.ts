import type { Handover } from '../../carrier.ts';
import { type CallbackRules, readCallback } from '../callback-reader.ts';
import {
  at,
  basic,
  form,
  formBody,
  type Json,
  jsonBody,
  jsonOf,
  listAt,
  plain,
  referenceOf,
  secondsLeft,
  textAt,
  withoutPlus,
} from '../fields.ts';
import {
  BadCallback,
  type CallAnswer,
  type CallbackProof,
  type CallbackRequest,
  type CallOutcome,
  type Provider,
  type ProviderAccount,
} from '../provider.ts';
import { accepted, all, byStatus, type Treatment, treated, unreadable, wordOf } from '../provider-description.ts';
import { alwaysSigned, hmac, sameText, staleTime, wrongUnless } from '../signatures.ts';
import {
  type Condition,
  type Description,
  jsonTemplate,
  type Signature,
  type Template,
  type TemplateValues,
  template,
} from './description.ts';

const longestReason = 200;
const anySuccess: readonly Condition[] = [{ status: ['2xx'] }];
/** Longest validity that is passed to a provider: two days. */
const mostSeconds = 172_800;

/** A provider that an operator describes in JSON. Throws a Problem if a template names a value that does not exist. */
export function generic(description: Description): Provider {
  const write = writer(description);
  const callback = callbackRules(description);
  return {
    parameters: {},
    perCall: 1,
    request: ([message], account, now) => write(valuesOf(message!, account, now), account.base),
    judge: (answer) => judge(answer, description),
    ...proofBy(description.signature),
    read: (request, account) => readCallback(callback, request, account),
  };
}

/** The values that a template may name. Costly ones are computed on use, since most descriptions use few. */
const valuesOf = (message: Handover, account: ProviderAccount, now: Date): TemplateValues => ({
  destination: message.destination,
  sender: message.sender,
  text: message.text,
  messageId: message.messageId,
  user: account.user,
  password: account.password,
  get destinationDigits() {
    return withoutPlus(message.destination);
  },
  get validSeconds() {
    return String(secondsLeft(message.validUntil, now, 1, mostSeconds));
  },
  get validUntil() {
    return message.validUntil.toISOString();
  },
  get callbackUrl() {
    return account.publicUrl === undefined ? '' : `${account.publicUrl}${account.callbackPath}`;
  },
});

function writer(description: Description) {
  const { method, path, basicAuth = false } = description;
  const headers = templates(description.headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const query = templates(description.query);
  const separator = path.includes('?') ? '&' : '?';
  const { write, type } = bodyOf(description);
  return (values: TemplateValues, base: string) => {
    const search = query.length === 0 ? '' : form(filled(query, values));
    const body = write(values);
    const all: Record<string, string> = body === '' ? {} : { 'content-type': type };
    if (basicAuth) all['authorization'] = basic(values.user, values.password);
    for (const [name, value] of headers) all[name] = value(values);
    return { method, url: `${base}${path}${search === '' ? '' : `${separator}${search}`}`, headers: all, body };
  };
}

function bodyOf(description: Description): { readonly write: Template; readonly type: string } {
  if (description.json !== undefined) return { write: jsonTemplate(description.json), type: 'application/json' };
  const fields = templates(description.form);
  const write: Template = description.form === undefined ? () => '' : (values) => form(filled(fields, values));
  return { write, type: 'application/x-www-form-urlencoded' };
}

type Templates = readonly (readonly [name: string, value: Template])[];

const templates = (texts: Readonly<Record<string, string>> = {}): Templates =>
  Object.entries(texts).map(([name, text]) => [name, template(text)] as const);

const filled = (fields: Templates, values: TemplateValues): Record<string, string> =>
  Object.fromEntries(fields.map(([name, value]) => [name, value(values)]));

function judge(answer: CallAnswer, { answer: rules }: Description): CallOutcome {
  const json = jsonOf(answer.body);
  const meets = (conditions: readonly Condition[] | undefined) =>
    conditions?.some((each) => fits(each, answer, json)) === true;
  const code = rules.reason === undefined ? undefined : textAt(json, rules.reason);
  const text = json === undefined ? plainReason(answer) : undefined;
  const treatment = treatments.find((each) => meets(rules[each]));
  if (treatment !== undefined) {
    // The status counts refusals; a sentence, which may hold a number, is only shown with the message.
    const word = wordOf(answer.status, code);
    return treated(treatment, word, (code ?? text ?? word).slice(0, longestReason));
  }
  if (!meets(rules.accepted ?? anySuccess)) return withReason(byStatus(answer, code), text);
  const reference = referenceOf(referenceIn(answer, json, rules.reference));
  return reference === undefined ? unreadable(answer) : all(accepted(reference).result);
}

const treatments = ['throttled', 'later', 'refused'] as const satisfies readonly Treatment[];

/** Some providers answer errors in plain text. A page of HTML is not a reason, and phone numbers are not shown. */
function plainReason({ body }: CallAnswer): string | undefined {
  const [line = ''] = body.slice(0, longestReason).trim().split('\n', 1);
  const text = plain(line.replaceAll(/\p{C}/gu, ' ').replaceAll(/\+?\d{6,}/g, '…')).trim();
  return text === '' || text.startsWith('<') ? undefined : text;
}

function withReason(outcome: CallOutcome, text: string | undefined): CallOutcome {
  if (text === undefined || outcome.kind === 'each') return outcome;
  if (outcome.kind === 'closed') return { ...outcome, reason: `${outcome.reason}: ${text}` };
  if (outcome.result.kind === 'accepted') return outcome;
  return { ...outcome, result: { ...outcome.result, reason: `${outcome.result.reason}: ${text}` } };
}

function fits({ status, json: path, is }: Condition, answer: CallAnswer, json: Json | undefined): boolean {
  const code = String(answer.status);
  if (status !== undefined && !status.some((each) => each === code || each === `${code[0]}xx`)) return false;
  if (path === undefined) return true;
  const found = at(json, path);
  if (is === undefined) return found !== undefined && found !== null;
  return typeof found !== 'object' && is.includes(String(found));
}

function referenceIn(
  answer: CallAnswer,
  json: Json | undefined,
  where: Description['answer']['reference'],
): string | undefined {
  if ('json' in where) return textAt(json, where.json);
  if ('header' in where) return answer.headers.get(where.header.toLowerCase());
  return answer.body.trim();
}

function callbackRules({ receipts, inbound }: Description): CallbackRules {
  return {
    reports(request) {
      if (receipts !== undefined && request.path === (receipts.path ?? ''))
        return { receipts: items(request, receipts) };
      if (inbound !== undefined && request.path === (inbound.path ?? '')) return { inbounds: items(request, inbound) };
      throw new BadCallback('nothing is expected at this path');
    },
    receipt: receipts,
    inbound: inbound && { ...inbound, recipient: inbound.recipient ?? (() => inbound.number) },
  };
}

/** A form is one report; JSON may hold a list of them. */
function items(
  request: CallbackRequest,
  { format, list }: { readonly format: string; readonly list?: string },
): readonly Json[] {
  if (format === 'form') return [formBody(request)];
  const json = jsonBody(request);
  if (list === undefined) return [json].flat();
  if (!Array.isArray(at(json, list))) throw new BadCallback(`${list} is not a list`);
  return listAt(json, list);
}

const algorithms = { 'hmac-sha1': 'sha1', 'hmac-sha256': 'sha256', 'hmac-sha512': 'sha512' } as const;

/** Without a signature, the secret in the path is the only protection. */
export const proofBy = (signature: Signature | undefined): CallbackProof =>
  signature === undefined
    ? { weakness: () => undefined, forged: () => undefined }
    : alwaysSigned((key, request, account, now) => forgery(key, request, account, now, signature));

function forgery(
  secret: string,
  { headers, body }: CallbackRequest,
  account: ProviderAccount,
  now: Date,
  signature: Signature,
): string | undefined {
  const { kind, header = 'authorization', encoding = 'hex', prefix = '' } = signature;
  const { timestampHeader, timestamp = 'before' } = signature;
  const given = headers[header.toLowerCase()] ?? '';
  if (kind === 'basic') return sameText(given, basic(account.user, secret)) ? undefined : 'wrong user or password';
  if (kind === 'bearer') return sameText(given, `Bearer ${secret}`) ? undefined : 'wrong token';
  const time = timestampHeader === undefined ? undefined : headers[timestampHeader.toLowerCase()];
  const stale = timestampHeader === undefined ? undefined : staleTime(time, now);
  if (stale !== undefined) return stale;
  const pieces = time === undefined ? [body] : [Buffer.from(time), Buffer.from(signature.separator ?? ''), body];
  const signed = Buffer.concat(timestamp === 'before' ? pieces : pieces.reverse());
  return wrongUnless(sameText(given, prefix + hmac(algorithms[kind], secret, signed, encoding)));
}
