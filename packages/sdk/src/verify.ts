/** Verifies Standard Webhooks: HMAC-SHA256 over id, timestamp and the raw body. */
import { bytesOf, isStream } from './body.ts';
import { eventOf, type WebhookEvent } from './events.ts';

type Headerlike = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * A request of fetch or of Node's http, or its headers and raw body. The body must be raw: parsed and serialised again it would have
 * another signature.
 */
export type Received =
  | Request
  | { readonly headers: Headerlike; readonly body: string | Uint8Array | ArrayBuffer }
  | (AsyncIterable<Uint8Array> & { readonly headers: Headerlike });

export type VerifyOptions = {
  /** Maximum difference between the time of the attempt and now, in seconds. Default: 300. */
  toleranceSeconds?: number | undefined;
};

/** The request was not signed for your account, was modified, or is a replay of an old one. Respond with 400. */
export class WebhookVerificationError extends Error {
  readonly reason: 'headers' | 'timestamp' | 'signature' | 'body';

  constructor(reason: WebhookVerificationError['reason'], message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
    this.reason = reason;
  }
}

/** Events are much smaller. */
const mostBytes = 1024 * 1024;

/** Returns the event if it was signed with one of the secrets; otherwise throws. During a rotation pass both secrets. */
export async function verify(
  received: Received,
  secrets: string | readonly string[],
  { toleranceSeconds = 300 }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const keys = [secrets].flat().map(keyOf);
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(received.headers, name),
  );
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('headers', 'a header is missing');
  const seconds = /^\d{1,15}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(Date.now() / 1_000 - seconds) <= toleranceSeconds))
    throw new WebhookVerificationError('timestamp', 'the timestamp is too far away, or not a time');
  const body = await bodyOf(received);
  const expected = await Promise.all(keys.map((key) => signatureOf(key, `${id}.${timestamp}.`, body)));
  if (!signatures.split(' ').some((signature) => expected.some((wanted) => isEqual(signature, wanted))))
    throw new WebhookVerificationError('signature', 'no signature fits');
  return eventOf(id, new Date(seconds * 1_000), parsed(body));
}

function headerOf(headers: Headerlike, name: string): string | undefined {
  if (isHeaders(headers)) return headers.get(name) ?? undefined;
  const value = headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : value?.[0];
}

/** A framework may have its own Headers class. */
function isHeaders(headers: Headerlike): headers is Headers {
  return typeof headers['get' as keyof Headerlike] === 'function';
}

async function bodyOf(received: Received): Promise<Uint8Array<ArrayBuffer>> {
  const body = 'body' in received ? received.body : received;
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return new Uint8Array(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (body === null) return new Uint8Array();
  if (!isStream(body)) throw new TypeError('the body must be as it came: a text, bytes or a stream');
  const bytes = await bytesOf(body, mostBytes);
  if (!bytes) throw new WebhookVerificationError('body', `the body has more than ${mostBytes} bytes`);
  return bytes;
}

/** Strict: with a truncated secret no signature is valid, and with an empty one every sender could sign. */
function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  const letters = base64.length % 4 === 0 ? atob(base64) : '';
  if (letters.length < 24 || letters.length > 64) throw new TypeError('the secret is not of the form whsec_…');
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

async function signatureOf(secret: Uint8Array<ArrayBuffer>, head: string, body: Uint8Array): Promise<string> {
  const start = new TextEncoder().encode(head);
  const content = new Uint8Array(start.length + body.length);
  content.set(start);
  content.set(body, start.length);
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', key, content));
  return `v1,${btoa(String.fromCharCode(...digest))}`;
}

/** Compares in constant time, so that the duration does not reveal how many characters match. */
function isEqual(given: string, wanted: string): boolean {
  if (given.length !== wanted.length) return false;
  let difference = 0;
  for (let at = 0; at < wanted.length; at += 1) difference |= given.charCodeAt(at) ^ wanted.charCodeAt(at);
  return difference === 0;
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new WebhookVerificationError('body', 'the body is not JSON');
  }
}
