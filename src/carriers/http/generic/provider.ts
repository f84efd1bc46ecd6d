import type { Handover } from '../../carrier.ts';
import {
  at,
  basic,
  form,
  formOf,
  inboundOf,
  type Json,
  joined,
  jsonBody,
  jsonOf,
  listAt,
  plain,
  receiptOf,
  referenceOf,
  secondsLeft,
  textAt,
  withoutPlus,
} from '../fields.ts';
import {
  type Account,
  BadCallback,
  type CallAnswer,
  type Callback,
  type CallbackRequest,
  type Provider,
  type Verdict,
} from '../provider.ts';
import { keyMissing } from '../signatures.ts';
import { accepted, all, byStatus, unreadable, wordOf } from '../verdict.ts';
import type { Condition, Description } from './description.ts';
import { forgery } from './signature.ts';
import { jsonTemplate, type Template, template, type Values } from './template.ts';

const longestReason = 200;
const ofTwoHundred: readonly Condition[] = [{ status: ['2xx'] }];
/** Longest that is told to a provider: two days. */
const mostSeconds = 172_800;

/** A provider that is described and not programmed. Throws a Problem if the description names what there is not. */
export function generic(description: Description): Provider {
  const write = writer(description);
  return {
    parameters: {},
    perCall: 1,
    request: ([message], account, now) => write(new MessageValues(message!, account, now), account.base),
    judge: (answer) => judge(answer, description),
    weakness: (account) => (description.signature === undefined ? undefined : keyMissing(account)),
    forged: (request, account, now) => forgery(request, account, now, description.signature),
    read: (request) => read(request, description),
  };
}

/** What a template may name, of one message: most descriptions name few, and only those are made. */
class MessageValues implements Values {
  readonly #message: Handover;
  readonly #account: Account;
  readonly #now: Date;

  constructor(message: Handover, account: Account, now: Date) {
    this.#message = message;
    this.#account = account;
    this.#now = now;
  }

  get destination(): string {
    return this.#message.destination;
  }

  get destinationDigits(): string {
    return withoutPlus(this.#message.destination);
  }

  get sender(): string {
    return this.#message.sender;
  }

  get text(): string {
    return this.#message.text;
  }

  get messageId(): string {
    return this.#message.messageId;
  }

  get validSeconds(): string {
    return String(secondsLeft(this.#message.validUntil, this.#now, 1, mostSeconds));
  }

  get validUntil(): string {
    return this.#message.validUntil.toISOString();
  }

  get user(): string {
    return this.#account.user;
  }

  get password(): string {
    return this.#account.password;
  }

  get callbackUrl(): string {
    const { publicUrl = '', callbackPath } = this.#account;
    return publicUrl === '' ? '' : `${publicUrl}${callbackPath}`;
  }
}

/** Every template is read here, once. */
function writer(description: Description) {
  const { method, path, basicAuth = false } = description;
  const headers = templates(description.headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const query = templates(description.query);
  const behind = path.includes('?') ? '&' : '?';
  const { write, type } = bodyOf(description);
  return (values: Values, base: string) => {
    const asked = query.length === 0 ? '' : form(filled(query, values));
    const body = write(values);
    const all: Record<string, string> = body === '' ? {} : { 'content-type': type };
    if (basicAuth) all['authorization'] = basic(values.user, values.password);
    for (const [name, value] of headers) all[name] = value(values);
    return { method, url: `${base}${path}${asked === '' ? '' : `${behind}${asked}`}`, headers: all, body };
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

const filled = (fields: Templates, values: Values): Record<string, string> =>
  Object.fromEntries(fields.map(([name, value]) => [name, value(values)]));

/** In the order in which they may speak: what is said outright counts before what a status means. */
function judge(answer: CallAnswer, { answer: rules }: Description): Verdict {
  const json = jsonOf(answer.body);
  const meets = (conditions: readonly Condition[] | undefined) =>
    conditions?.some((each) => fits(each, answer, json)) === true;
  const code = rules.reason === undefined ? undefined : textAt(json, rules.reason);
  const text = json === undefined ? plainReason(answer) : undefined;
  if (meets(rules.throttled)) return notTaken(answer, code ?? text, { kind: 'later', throttled: true }, code);
  if (meets(rules.later)) return notTaken(answer, code ?? text, { kind: 'later', throttled: false }, code);
  if (meets(rules.refused)) return notTaken(answer, code ?? text, { kind: 'refused' }, code);
  if (!meets(rules.accepted ?? ofTwoHundred)) return withReason(byStatus(answer, code), text);
  const reference = referenceOf(referenceIn(answer, json, rules.reference));
  return reference === undefined ? unreadable(answer) : all(accepted(reference).result);
}

/** The status counts refusals; a sentence, which may name a number, is only shown with the message. */
function notTaken(
  { status }: CallAnswer,
  reason: string | undefined,
  result: { readonly kind: 'later'; readonly throttled: boolean } | { readonly kind: 'refused' },
  code: string | undefined,
): Verdict {
  const word = wordOf(status, code);
  return all({ ...result, reason: (reason ?? word).slice(0, longestReason) }, word);
}

/** Some providers answer errors in plain text. A page of HTML is not a reason, and long numbers are left out of what is shown. */
function plainReason({ body }: CallAnswer): string | undefined {
  const [line = ''] = body.slice(0, longestReason).trim().split('\n', 1);
  const text = plain(line.replaceAll(/\p{C}/gu, ' ').replaceAll(/\+?\d{6,}/g, '…')).trim();
  return text === '' || text.startsWith('<') ? undefined : text;
}

function withReason(verdict: Verdict, text: string | undefined): Verdict {
  if (text === undefined || verdict.kind === 'each') return verdict;
  if (verdict.kind === 'closed') return { ...verdict, reason: `${verdict.reason}: ${text}` };
  if (verdict.result.kind === 'accepted') return verdict;
  return { ...verdict, result: { ...verdict.result, reason: `${verdict.result.reason}: ${text}` } };
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

function read(request: CallbackRequest, { receipts, inbound }: Description): Callback {
  if (receipts !== undefined && request.path === (receipts.path ?? '')) {
    return joined(items(request, receipts).map((item) => receipt(item, receipts)));
  }
  if (inbound === undefined || request.path !== (inbound.path ?? ''))
    throw new BadCallback('nothing is expected at this path');
  const { id, sender, recipient, number, text } = inbound;
  return joined(
    items(request, inbound).map((item) =>
      inboundOf({
        id: id === undefined ? undefined : textAt(item, id),
        sender: textAt(item, sender),
        recipient: recipient === undefined ? number : textAt(item, recipient),
        text: textAt(item, text),
      }),
    ),
  );
}

function receipt(item: Json, rules: NonNullable<Description['receipts']>): Callback {
  const { reference, status, destination, error, map, otherwise } = rules;
  const said = textAt(item, status) ?? '';
  const isOther = otherwise !== undefined && !Object.hasOwn(map, said);
  return receiptOf(isOther ? { [said]: otherwise } : map, {
    reference: textAt(item, reference),
    status: said,
    destination: destination === undefined ? undefined : textAt(item, destination),
    error: error === undefined ? undefined : textAt(item, error),
  });
}

/** A form is one; JSON may hold a list. */
function items(
  request: CallbackRequest,
  { format, list }: { readonly format: string; readonly list?: string },
): readonly Json[] {
  if (format === 'form') return [Object.fromEntries(formOf(request))];
  const json = jsonBody(request);
  if (list === undefined) return [json].flat();
  if (!Array.isArray(at(json, list))) throw new BadCallback(`there is no list at ${list}`);
  return listAt(json, list);
}
