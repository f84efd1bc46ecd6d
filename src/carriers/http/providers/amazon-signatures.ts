import { createHash, createHmac, createPublicKey, createVerify, type KeyObject } from 'node:crypto';
import { Cache } from '../../../domain/cache.ts';
import { type Json, jsonOf, textAt } from '../fields.ts';
import type { CallbackRequest, CallRequest, Fetch } from '../provider.ts';

type SigningKeys = {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
  readonly service: string;
};

const algorithm = 'AWS4-HMAC-SHA256';

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html, for a path without a query. All headers given are signed. */
export function signedHeaders(
  { method, url, headers, body }: CallRequest,
  keys: SigningKeys,
  now: Date,
): Record<string, string> {
  const { host, pathname } = new URL(url);
  const time = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const signed: Record<string, string> = { ...headers, host, 'x-amz-date': time };
  const names = Object.keys(signed).sort();
  const canonical = [
    method,
    pathname,
    '',
    ...names.map((name) => `${name}:${signed[name]!.trim()}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n');
  const scope = `${time.slice(0, 8)}/${keys.region}/${keys.service}/aws4_request`;
  const signature = hmac(
    signingKey(keys, time.slice(0, 8)),
    [algorithm, time, scope, sha256(canonical)].join('\n'),
  ).toString('hex');
  const credential = `Credential=${keys.accessKey}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  return { ...headers, 'x-amz-date': time, authorization: `${algorithm} ${credential}` };
}

function signingKey({ secretKey, region, service }: SigningKeys, day: string): Buffer {
  return [day, region, service, 'aws4_request'].reduce<Buffer>(
    (key, part) => hmac(key, part),
    Buffer.from(`AWS4${secretKey}`),
  );
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The fields that SNS signs, by the type of message; absent fields are left out. */
const SIGNED: Readonly<Record<string, readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
};
const ALGORITHMS: Readonly<Record<string, string>> = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' };

/** Certificates change once in years; there is one for each region. */
const certificates = new Cache<string, KeyObject>(50);

/**
 * What is wrong with an SNS message, which is signed by the certificate that it names. The certificate's URL is checked before it is
 * fetched, since an attacker could name a certificate of their own. Topics of other AWS accounts are signed as well, so the topic counts.
 */
export async function snsForgery({ body }: CallbackRequest, topic: string, fetch: Fetch): Promise<string | undefined> {
  const json = jsonOf(body.toString());
  const kind = textAt(json, 'Type') ?? '';
  if (!Object.hasOwn(SIGNED, kind)) return 'it is not an SNS message';
  const names = SIGNED[kind]!;
  if (topic !== '' && textAt(json, 'TopicArn') !== topic) return 'it is from another topic';
  const confirm = textAt(json, 'SubscribeURL');
  if (confirm !== undefined && !isOfAmazon(confirm)) return 'it wants to be confirmed elsewhere';
  const key = await keyAt(textAt(json, 'SigningCertURL') ?? '', fetch);
  const version = textAt(json, 'SignatureVersion') ?? '';
  const algorithm = Object.hasOwn(ALGORITHMS, version) ? ALGORITHMS[version] : undefined;
  if (key === undefined || algorithm === undefined) return 'its certificate is not one of Amazon, or cannot be had';
  const signature = Buffer.from(textAt(json, 'Signature') ?? '', 'base64');
  const isRight = createVerify(algorithm).update(amazonSignedText(json, names)).verify(key, signature);
  return isRight ? undefined : 'wrong signature';
}

export const amazonSignedText = (json: Json | undefined, names: readonly string[]): string =>
  names.flatMap((name) => (textAt(json, name) === undefined ? [] : [`${name}\n${textAt(json, name)}\n`])).join('');

async function keyAt(url: string, fetch: Fetch): Promise<KeyObject | undefined> {
  const known = certificates.get(url);
  if (known !== undefined) return known;
  if (!isOfAmazon(url) || !new URL(url).pathname.endsWith('.pem')) return undefined;
  const pem = await fetch(url);
  try {
    const key = createPublicKey(pem ?? '');
    certificates.set(url, key);
    return key;
  } catch {
    return undefined;
  }
}

function isOfAmazon(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:' || url.port !== '' || url.username !== '') return false;
  return /^sns\.[a-z0-9-]{1,40}\.amazonaws\.com(\.cn)?$/.test(url.hostname);
}
