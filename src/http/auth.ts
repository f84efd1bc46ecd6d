import type { FastifyReply, FastifyRequest } from 'fastify';
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

/** The hook in front of a customer endpoint: who calls, and whether this key has called too often. */
export function authentication({ config, clock }: Runtime, keys: Keys) {
  const buckets = new Map<string, Bucket>();
  const policy = `"key";q=${config.rateLimit};w=1`;

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const principal = await identify(keys, request.headers['apikey']);
    request.principal = principal;
    if (config.rateLimit > 0) limit(principal.keyId, reply);
  };

  function limit(keyId: string, reply: FastifyReply): void {
    const { allowed, remaining, retryInMs } = take(bucketOf(keyId), config.rateLimit, clock());
    void reply
      .header('ratelimit-policy', policy)
      .header('ratelimit', `"key";r=${remaining};t=${allowed ? 1 : Math.ceil(retryInMs / 1_000)}`);
    if (allowed) return;
    const seconds = Math.ceil(retryInMs / 1_000);
    throw new HttpError(
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

async function identify(keys: Keys, given: string | string[] | undefined): Promise<Principal> {
  if (given === undefined) throw new HttpError(401, 'The apikey header is missing');
  if (typeof given !== 'string' || !isUuid(given)) throw new HttpError(401, 'The API key is not a UUID');
  const principal = await keys.find(given.toLowerCase());
  if (principal === undefined) throw new HttpError(401, 'The API key is not valid');
  return principal;
}
