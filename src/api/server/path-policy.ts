import type { RouteOptions } from 'fastify';
import { httpLimits } from '../../bounds/limits/http.ts';

type PathPolicy = {
  readonly prefix: string;
  readonly document?: 'customer' | 'operator';
  /** Default limit of request bodies, in bytes. Parsing 1 MiB blocks the process for some milliseconds. */
  readonly bodyLimit?: number;
  readonly logged: (url: string) => string;
};

export const carrierPath = '/carriers/';

const policies: readonly PathPolicy[] = [
  { prefix: '/v1/', document: 'customer', bodyLimit: httpLimits.usualBodyBytes.most, logged: withoutText },
  { prefix: '/admin/', document: 'operator', logged: withoutText },
  { prefix: carrierPath, logged: withoutSecret },
];

/** All other paths are logged without their query: compatibility APIs have passwords, phone numbers and texts in it. */
const otherPaths: PathPolicy = { prefix: '', logged: withoutQuery };

export function policyOf(path: string): PathPolicy {
  return policies.find(({ prefix }) => path.startsWith(prefix)) ?? otherPaths;
}

export function loggedUrl(url: string): string {
  return policyOf(url).logged(url);
}

export function limitBody(route: RouteOptions): void {
  const { bodyLimit } = policyOf(route.url);
  if (bodyLimit !== undefined) route.bodyLimit ??= bodyLimit;
}

function withoutQuery(url: string): string {
  return url.slice(0, url.search(/[?#]|$/));
}

/** Texts of messages are not logged, and a part of one is searched by `text`. */
function withoutText(url: string): string {
  return url.replace(/([?&]text=)[^&]*/g, '$1…');
}

/** A reader of the log who had the secret could forge receipts. */
function withoutSecret(url: string): string {
  const [carrierId = ''] = withoutQuery(url).slice(carrierPath.length).split('/', 1);
  return `${carrierPath}${carrierId.slice(0, 36)}/…`;
}
