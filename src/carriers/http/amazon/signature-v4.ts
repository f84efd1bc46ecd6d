import { createHash, createHmac } from 'node:crypto';
import type { CallRequest } from '../provider.ts';

export type Keys = {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
  readonly service: string;
};

const algorithm = 'AWS4-HMAC-SHA256';

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html, for a path without a query. All headers given are signed. */
export function signedHeaders(
  { method, url, headers, body }: CallRequest,
  keys: Keys,
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

function signingKey({ secretKey, region, service }: Keys, day: string): Buffer {
  return [day, region, service, 'aws4_request'].reduce<Buffer>(
    (key, part) => hmac(key, part),
    Buffer.from(`AWS4${secretKey}`),
  );
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
