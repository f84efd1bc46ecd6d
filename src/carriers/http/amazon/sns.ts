import { createPublicKey, createVerify, type KeyObject } from 'node:crypto';
import { Cache } from '../../../domain/cache.ts';
import { type Json, jsonOf, textAt } from '../fields.ts';
import type { CallbackRequest, Fetch } from '../provider.ts';

/** What is signed, by the kind of message; what a message does not have is left out. */
const SIGNED: Readonly<Record<string, readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
};
const ALGORITHMS: Readonly<Record<string, string>> = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' };

/** Certificates change once in years; there is one for each region. */
const certificates = new Cache<string, KeyObject>(50);

/**
 * A message of SNS, signed by the certificate that it names. The address of that is looked at before it is fetched: anybody has
 * a certificate of their own. A topic of anybody else is signed as well, so the topic counts.
 */
export async function snsForgery({ body }: CallbackRequest, topic: string, fetch: Fetch): Promise<string | undefined> {
  const json = jsonOf(body.toString());
  const kind = textAt(json, 'Type') ?? '';
  if (!Object.hasOwn(SIGNED, kind)) return 'it is no message of SNS';
  const names = SIGNED[kind]!;
  if (topic !== '' && textAt(json, 'TopicArn') !== topic) return 'it is from another topic';
  const confirm = textAt(json, 'SubscribeURL');
  if (confirm !== undefined && !isOfAmazon(confirm)) return 'it wants to be confirmed elsewhere';
  const key = await keyAt(textAt(json, 'SigningCertURL') ?? '', fetch);
  const version = textAt(json, 'SignatureVersion') ?? '';
  const algorithm = Object.hasOwn(ALGORITHMS, version) ? ALGORITHMS[version] : undefined;
  if (key === undefined || algorithm === undefined) return 'its certificate is not one of Amazon, or cannot be had';
  const signature = Buffer.from(textAt(json, 'Signature') ?? '', 'base64');
  const isRight = createVerify(algorithm).update(signedText(json, names)).verify(key, signature);
  return isRight ? undefined : 'wrong signature';
}

export const signedText = (json: Json | undefined, names: readonly string[]): string =>
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
