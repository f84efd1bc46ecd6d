/** The result of an attempt to deliver an event: the status of the response, or the error without one. */
export type AttemptResult = { readonly status?: number | null | undefined; readonly error?: string | null | undefined };

/** By status; of a range, the first. */
const byStatus: readonly (readonly [from: number, to: number, text: string])[] = [
  [200, 299, 'The endpoint answered something else than its interface expects. Check the program behind the URL.'],
  [300, 399, 'The endpoint redirects to another URL, which is not followed. Set the final URL.'],
  [
    401,
    401,
    'The endpoint asks for credentials. Let webhooks in without a password, and check their signature instead.',
  ],
  [403, 403, 'The endpoint refuses access. Check its firewall and its signature check.'],
  [404, 404, 'The path does not exist at the endpoint. Check the URL.'],
  [405, 405, 'The endpoint does not accept POST. Check the URL.'],
  [408, 408, 'The endpoint was too slow. Answer first, then process the event.'],
  [410, 410, 'The endpoint says that it no longer exists. Check the URL.'],
  [413, 413, 'The endpoint does not accept a request of this size. Raise its limit.'],
  [429, 429, 'The endpoint receives more requests than it allows. Raise its limit.'],
  [400, 499, 'The endpoint refused the request. Its response says why.'],
  [502, 504, 'The server in front of the endpoint could not reach it. Check whether the program runs.'],
  [500, 599, 'The program behind the endpoint failed. Its log says why.'],
];

const byError: readonly (readonly [RegExp, string])[] = [
  [/^the name .*(does not exist|has no address)/, 'The name of the server does not exist. Check the URL.'],
  [/^the name /, 'The name of the server could not be looked up. Check its DNS.'],
  [
    /^given up: the webhook endpoint was deleted/,
    'The webhook endpoint was deleted, so its pending events were given up.',
  ],
  [
    /^given up: the webhook endpoint is disabled/,
    'The webhook endpoint is disabled. Enable it, then resend the failed events.',
  ],
  [/^connection refused/, 'No program accepts connections at this address and port. Check whether it runs.'],
  [/^the connection was/, 'The server closed the connection without a response. Its log may say why.'],
  [/^no connection/, 'The server could not be reached in time. Check its address and firewall.'],
  [/^the address cannot be reached/, 'The address of the server cannot be reached. Check its network.'],
  [/^(no answer|the answer did not end)/, 'The endpoint was too slow. Answer first, then process the event.'],
  [/^the certificate has expired/, 'The certificate of the server has expired. Renew it.'],
  [/^the certificate is not for/, 'The certificate of the server is for another name. Check the URL.'],
  [/^the certificate /, 'The certificate of the server is not trusted. Install one with its complete chain.'],
  [/TLS/, 'No encrypted connection could be agreed on. Check TLS and the port.'],
  [/^the (answer is not valid|headers)/, 'The response is not valid HTTP. Check the port and the program behind it.'],
  [/^Hermod /, 'This service was restarting or overloaded. The event is tried again automatically.'],
  [/may not reach that address|must not lead/, 'Webhooks may not reach this address. Use a public address.'],
  [/(no bind|link was lost)/, 'No SMPP bind takes receipts. The receipt is sent after the next bind.'],
  [/deliver_sm|^ESME_|^0x/, 'The SMPP bind did not accept the receipt. The log of the bound program may say why.'],
];

const otherwise = 'The event could not be delivered. It is tried again automatically.';

/** Every text, for translations. */
export const failureTexts: readonly string[] = [
  ...new Set([...byStatus.map(([, , text]) => text), ...byError.map(([, text]) => text), otherwise]),
];

/** Why an attempt failed and what to do, in plain words; undefined if it succeeded. */
export function attemptText({ status, error }: AttemptResult): string | undefined {
  const hasStatus = status !== undefined && status !== null;
  const isHttp = hasStatus && status >= 200;
  if (isHttp && status < 300 && !error) return undefined;
  if (!isHttp && !error) return undefined;
  const ofStatus = isHttp ? byStatus.find(([from, to]) => status >= from && status <= to)?.[2] : undefined;
  return ofStatus ?? byError.find(([pattern]) => pattern.test(error ?? ''))?.[1] ?? otherwise;
}
