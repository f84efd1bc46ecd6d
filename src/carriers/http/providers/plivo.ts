import type { ReceiptOutcome } from '../../carrier.ts';
import { wrongUrl } from '../../carrier-url.ts';
import { byPath, byWord } from '../callback-reader.ts';
import { at, formBody, formOf, listAt, referenceOf, textAt, withoutPlus } from '../fields.ts';
import type { CallbackRequest } from '../provider.ts';
import { accepted, basicAuth, describedProvider } from '../provider-description.ts';
import { own } from '../settings.ts';
import { alwaysSigned, calledUrl, compare, hmac, sameText, wrongUnless } from '../signatures.ts';

/** https://www.plivo.com/docs/messaging/api/message: POST /v1/Account/{auth id}/Message/. */
export const plivo = describedProvider({
  parameters: { signature: own('signature', 'v3, or none where callbacks come unsigned', 'v3') },
  perCall: 100,
  together: ({ sender, text }) => `${sender}\n${text}`,
  check({ options }) {
    if (!['v3', 'none'].includes(options['signature'] ?? '')) throw wrongUrl('its signature is neither v3 nor none');
  },
  submit: {
    path: ({ user }) => `/v1/Account/${encodeURIComponent(user)}/Message/`,
    headers: (account) => ({ authorization: basicAuth(account) }),
    body: ({ message, messages, statusUrl }) => ({
      src: withoutPlus(message.sender),
      dst: messages.map(({ destination }) => withoutPlus(destination)).join('<'),
      text: message.text,
      type: 'sms',
      ...(statusUrl === undefined ? {} : { url: statusUrl, method: 'POST' }),
    }),
  },
  answer: {
    accepted: [202, 200],
    /** The ids are in the order of the numbers. If there are fewer, they cannot be assigned. */
    results(json, messages) {
      const ids = listAt(json, 'message_uuid').map((id) => referenceOf(textAt(id, '')));
      if (ids.length !== messages.length || ids.includes(undefined)) return undefined;
      return ids.map((id) => accepted(id!));
    },
    code: (json) => textAt(json, 'error_code'),
  },
  ...alwaysSigned(
    (key, request, account) => {
      const expected = hmac('sha256', key, plivoSignedText(request, calledUrl(request, account)), 'base64');
      // While tokens are being rotated, there is a signature for each.
      const given = (request.headers['x-plivo-signature-v3'] ?? '').split(',', 4);
      return wrongUnless(given.some((each) => sameText(each.trim(), expected)));
    },
    ({ options }) => options['signature'] === 'none',
  ),
  callback: {
    reports(request) {
      const form = formBody(request);
      return byPath(request, form, at(form, 'Status') === undefined);
    },
    receipt: {
      reference: 'MessageUUID',
      status: 'Status',
      destination: 'To',
      error: 'ErrorCode',
      map: byWord<ReceiptOutcome>({
        'no change': 'queued sent',
        delivered: 'delivered read',
        failed: 'undelivered failed',
        rejected: 'rejected',
      }),
    },
    inbound: {
      id: 'MessageUUID',
      sender: 'From',
      recipient: 'To',
      text: 'Text',
      media: (report) => textAt(report, 'Type') === 'mms' || at(report, 'Media0') !== undefined,
    },
  },
});

/** The path, `?` with the sorted query, then every field of a POST with its value, sorted, and the nonce. */
export function plivoSignedText(request: CallbackRequest, url: string): string {
  const [path = ''] = url.split('?', 1);
  const query = sorted(request.query, '=').join('&');
  const nonce = request.headers['x-plivo-signature-v3-nonce'] ?? '';
  const fields = request.method === 'GET' ? [] : sorted(formOf(request), '');
  if (fields.length === 0) return `${path}${query === '' ? '' : `?${query}`}.${nonce}`;
  return `${path}?${query}${query === '' ? '' : '.'}${fields.join('')}.${nonce}`;
}

const sorted = (fields: URLSearchParams, sign: string): string[] =>
  [...fields].sort(([a, x], [b, y]) => compare(a, b) || compare(x, y)).map(([name, value]) => `${name}${sign}${value}`);
