import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * The id of a request: the caller's X-Request-Id if it has only safe characters, so that logs of both sides can be joined; otherwise a
 * random prefix of the process and a counter, which is much cheaper than a UUID per request.
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
