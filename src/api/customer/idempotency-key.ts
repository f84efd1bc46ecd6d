import type { IncomingHttpHeaders } from 'node:http';
import { HttpError } from '../server/errors.ts';

export function idempotencyKey({ headers }: { readonly headers: IncomingHttpHeaders }): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new HttpError(400, 'Idempotency-Key must be 1 to 255 printable characters without spaces');
}
