import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { type Bucket, take } from '../domain/limit.ts';
import { isUuid } from '../domain/uuid.ts';
import type { Keys } from '../flows/keys.ts';
import type { Runtime } from '../runtime.ts';
import type { Principal } from '../store/keys.ts';
import { HttpError } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; set by the hook that every customer endpoint has. */
    principal: Principal;
  }
}

const mostBuckets = 10_000;
export type Buckets = Map<string, Bucket>;

/**
 * The hook in front of a customer endpoint: who calls, and whether this key has called too often. `malformed` is the answer to
 * a key that is missing or no UUID, in which the interface tells the endpoints of senders from the others.
 */
export function authentication(
  { config, clock }: Runtime,
  keys: Keys,
  { malformed = 401, buckets = new Map() }: { malformed?: 400 | 401; buckets?: Buckets } = {},
) {
  const policy = `"key";q=${config.rateLimit};w=1`;

  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const admit = (principal: Principal | undefined) => {
      if (principal === undefined) {
        done(new HttpError(401, 'The API key is not valid'));
        return;
      }
      request.principal = principal;
      done(config.rateLimit > 0 ? limit(principal.keyId, reply) : undefined);
    };
    const key = readKey(request.headers['apikey'], malformed);
    if (key instanceof HttpError) {
      done(key);
      return;
    }
    const kept = keys.kept(key);
    // A known key is the usual case and goes on at once, without a promise.
    if (kept) admit(kept);
    else keys.find(key).then(admit, done);
  };

  function limit(keyId: string, reply: FastifyReply): HttpError | undefined {
    const { allowed, remaining, retryInMs } = take(bucketOf(keyId), config.rateLimit, clock());
    void reply
      .header('ratelimit-policy', policy)
      .header('ratelimit', `"key";r=${remaining};t=${allowed ? 1 : Math.ceil(retryInMs / 1_000)}`);
    if (allowed) return undefined;
    const seconds = Math.ceil(retryInMs / 1_000);
    return new HttpError(
      429,
      `More than ${config.rateLimit} requests a second with this key; try again in ${seconds} s`,
      {
        'retry-after': `${seconds}`,
      },
    );
  }

  function bucketOf(keyId: string): Bucket {
    const known = buckets.get(keyId);
    if (known !== undefined) return known;
    // A forgotten bucket is a full one: the worst that comes of it is a second's worth too much.
    if (buckets.size >= mostBuckets) buckets.clear();
    const bucket = { fullAt: 0 };
    buckets.set(keyId, bucket);
    return bucket;
  }
}

function readKey(given: string | string[] | undefined, malformed: 400 | 401): string | HttpError {
  if (given === undefined) return new HttpError(malformed, 'The apikey header is missing');
  if (typeof given !== 'string' || !isUuid(given)) return new HttpError(malformed, 'The API key is not a UUID');
  return given.toLowerCase();
}
