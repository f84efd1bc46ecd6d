import type { ReceiptOutcome } from '../../carrier.ts';
import { wrongUrl } from '../../url-parameters.ts';
import { calledUrl, statusUrl } from '../called-url.ts';
import {
  basic,
  expectedBy,
  formOf,
  inboundOf,
  jsonOf,
  listAt,
  receiptOf,
  referenceOf,
  textAt,
  withoutPlus,
} from '../fields.ts';
import type { CallbackRequest, Provider, Verdict } from '../provider.ts';
import { own } from '../settings.ts';
import { hmac, keyMissing, noKey, sameText, signingKey } from '../signatures.ts';
import { accepted, byStatus, unreadable } from '../verdict.ts';

/** https://www.plivo.com/docs/messaging/api/message: POST /v1/Account/{auth id}/Message/. */

const STATUSES: Readonly<Record<string, ReceiptOutcome>> = {
  queued: 'no change',
  sent: 'no change',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  rejected: 'rejected',
};

/** One text to several numbers, which are told apart by a sign that no number has. */
const perCall = 100;
const between = '<';

export const plivo: Provider = {
  parameters: { signature: own('signature', 'v3, or none where callbacks come unsigned', 'v3') },
  perCall,
  together: ({ sender, text }) => `${sender}\n${text}`,

  check({ options }) {
    if (!['v3', 'none'].includes(options['signature'] ?? '')) throw wrongUrl('its signature is neither v3 nor none');
  },

  request(messages, account) {
    const [first] = messages;
    const url = statusUrl(account);
    return {
      method: 'POST',
      url: `${account.base}/v1/Account/${encodeURIComponent(account.user)}/Message/`,
      headers: { authorization: basic(account.user, account.password), 'content-type': 'application/json' },
      body: JSON.stringify({
        src: withoutPlus(first!.sender),
        dst: messages.map(({ destination }) => withoutPlus(destination)).join(between),
        text: first!.text,
        type: 'sms',
        ...(url === undefined ? {} : { url, method: 'POST' }),
      }),
    };
  },

  /** The ids are in the order of the numbers. With fewer of them nobody can tell whose they are. */
  judge(answer, messages): Verdict {
    const json = jsonOf(answer.body);
    if (answer.status !== 202 && answer.status !== 200) return byStatus(answer, textAt(json, 'error_code'));
    const ids = listAt(json, 'message_uuid').map((id) => referenceOf(textAt(id, '')));
    if (ids.length !== messages.length || ids.includes(undefined)) return unreadable(answer);
    return { kind: 'each', results: ids.map((id) => accepted(id!)) };
  },

  weakness: (account) => (account.options['signature'] === 'none' ? undefined : keyMissing(account)),

  forged(request, account) {
    if (account.options['signature'] === 'none') return undefined;
    const key = signingKey(account);
    if (key === undefined) return noKey;
    const expected = hmac('sha256', key, signedText(request, calledUrl(request, account)), 'base64');
    // During a change of tokens there is one for each.
    const given = (request.headers['x-plivo-signature-v3'] ?? '').split(',', 4);
    return given.some((each) => sameText(each.trim(), expected)) ? undefined : 'wrong signature';
  },

  read(request) {
    const fields = formOf(request);
    const get = (name: string) => fields.get(name) ?? undefined;
    const status = get('Status');
    if ((expectedBy(request) ?? (status === undefined ? 'inbound' : 'status')) === 'inbound') {
      const written = { id: get('MessageUUID'), sender: get('From'), recipient: get('To'), text: get('Text') };
      return inboundOf(written, get('Type') === 'mms' || get('Media0') !== undefined);
    }
    const receipt = { reference: get('MessageUUID'), status, destination: get('To'), error: get('ErrorCode') };
    return receiptOf(STATUSES, receipt);
  },
};

/**
 * The path, a question mark with the sorted query, then every field with its value in the order of their names, and the nonce. A
 * GET has its fields in the query.
 */
export function signedText(request: CallbackRequest, url: string): string {
  const [path = ''] = url.split('?', 1);
  const query = sorted(request.query, '=').join('&');
  const nonce = request.headers['x-plivo-signature-v3-nonce'] ?? '';
  const fields = request.method === 'GET' ? [] : sorted(formOf(request), '');
  if (fields.length === 0) return `${path}${query === '' ? '' : `?${query}`}.${nonce}`;
  return `${path}?${query}${query === '' ? '' : '.'}${fields.join('')}.${nonce}`;
}

const sorted = (fields: URLSearchParams, sign: string): string[] =>
  [...fields]
    .sort(([a, x], [b, y]) => (a === b ? order(x, y) : order(a, b)))
    .map(([name, value]) => `${name}${sign}${value}`);

const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
