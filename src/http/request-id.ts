import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * A caller's own X-Request-Id is kept if it is harmless, so that logs on both sides can be joined. Otherwise a counter
 * behind a random start of this process: unique, and far cheaper than a UUID for every request.
 */
export function requestIds(): (request?: IncomingMessage) => string {
  const start = randomBytes(6).toString('hex');
  let count = 0;
  return (request) => {
    const given = request?.headers['x-request-id'];
    if (typeof given === 'string' && /^[\w.:/+=-]{1,128}$/.test(given)) return given;
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}
