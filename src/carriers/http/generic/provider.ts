import type { Handover } from '../../carrier.ts';
import {
  at,
  basic,
  form,
  formOf,
  inboundOf,
  type Json,
  jsonBody,
  jsonOf,
  listAt,
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
    request: ([message], account, now) => write(valuesOf(message!, account, now), account.base),
    judge: (answer) => judge(answer, description),
    forged: (request, account, now) => forgery(request, account, now, description.signature),
    read: (request) => read(request, description),
  };
}

function valuesOf(message: Handover, account: Account, now: Date): Values {
  const { destination, sender, text, messageId, validUntil } = message;
  const { user, password, publicUrl = '', callbackPath } = account;
  return {
    destination,
    destinationDigits: withoutPlus(destination),
    sender,
    text,
    messageId,
    validSeconds: String(secondsLeft(validUntil, now, 1, mostSeconds)),
    validUntil: validUntil.toISOString(),
    user,
    password,
    callbackUrl: publicUrl === '' ? '' : `${publicUrl}${callbackPath}`,
  };
}

/** Every template is read here, once. */
function writer(description: Description) {
  const { method, path, basicAuth = false } = description;
  const headers = templates(description.headers);
  const query = templates(description.query);
  const fields = description.form && templates(description.form);
  const json = description.json === undefined ? undefined : jsonTemplate(description.json);
  return (values: Values, base: string) => {
    const asked = form(filled(query, values));
    const own = lowerCase(filled(headers, values));
    const auth: Record<string, string> = basicAuth ? { authorization: basic(values.user, values.password) } : {};
    const search = asked === '' ? '' : `${path.includes('?') ? '&' : '?'}${asked}`;
    const type = json !== undefined ? 'application/json' : 'application/x-www-form-urlencoded';
    const body =
      json !== undefined ? JSON.stringify(json(values)) : fields === undefined ? '' : form(filled(fields, values));
    const typed: Record<string, string> = body === '' ? {} : { 'content-type': type };
    return { method, url: `${base}${path}${search}`, headers: { ...typed, ...auth, ...own }, body };
  };
}

type Templates = readonly (readonly [name: string, value: Template])[];

const templates = (texts: Readonly<Record<string, string>> = {}): Templates =>
  Object.entries(texts).map(([name, text]) => [name, template(text)] as const);

const filled = (fields: Templates, values: Values): Record<string, string> =>
  Object.fromEntries(fields.map(([name, value]) => [name, value(values)]));

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** In the order in which they may speak: what is said outright counts before what a status means. */
function judge(answer: CallAnswer, { answer: rules }: Description): Verdict {
  const json = jsonOf(answer.body);
  const meets = (conditions: readonly Condition[] | undefined) =>
    conditions?.some((each) => fits(each, answer, json)) === true;
  const code = rules.reason === undefined ? undefined : textAt(json, rules.reason);
  const word = wordOf(answer.status, code);
  const reason = (code ?? word).slice(0, longestReason);
  if (meets(rules.throttled)) return all({ kind: 'later', reason, throttled: true }, word);
  if (meets(rules.later)) return all({ kind: 'later', reason, throttled: false }, word);
  if (meets(rules.refused)) return all({ kind: 'refused', reason }, word);
  if (!meets(rules.accepted ?? ofTwoHundred)) return byStatus(answer, code);
  const reference = referenceOf(referenceIn(answer, json, rules.reference));
  return reference === undefined ? unreadable(answer) : all(accepted(reference).result);
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
    const { reference, status, destination = '', error, map, otherwise = 'no change' } = receipts;
    return {
      inbounds: [],
      receipts: items(request, receipts).flatMap((item) => {
        const said = textAt(item, status) ?? '';
        return receiptOf({
          reference: textAt(item, reference),
          outcome: Object.hasOwn(map, said) ? map[said]! : otherwise,
          status: said,
          destination: destination === '' ? undefined : textAt(item, destination),
          error: error === undefined ? undefined : textAt(item, error),
        });
      }),
    };
  }
  if (inbound === undefined || request.path !== (inbound.path ?? ''))
    throw new BadCallback('nothing is expected at this path');
  const { id, sender, recipient, number, text } = inbound;
  return {
    receipts: [],
    inbounds: items(request, inbound).flatMap((item) =>
      inboundOf({
        id: id === undefined ? undefined : textAt(item, id),
        sender: textAt(item, sender),
        recipient: recipient === undefined ? number : textAt(item, recipient),
        text: textAt(item, text),
      }),
    ),
  };
}

/** A form is one; JSON may hold a list. */
function items(
  request: CallbackRequest,
  { format, list }: { readonly format: string; readonly list?: string },
): readonly Json[] {
  if (format === 'form') return [Object.fromEntries(formOf(request))];
  const json = jsonBody(request);
  return list === undefined ? [json].flat() : listAt(json, list);
}
