import type { FastifyRequest } from 'fastify';
import type { Link } from '../../flows/console/links.ts';
import { HttpError } from '../server/errors.ts';

/** A link to the host that the caller used. The secret is in the fragment, which browsers do not send. */
export function linkBody(request: FastifyRequest, { secret, expiresAt }: Link): { url: string; expiresAt: string } {
  const { protocol, host } = request;
  if (!/^[\w.:[\]-]{1,260}$/.test(host)) throw new HttpError(400, 'The Host header is not that of a web address');
  return { url: `${protocol}://${host}/login#${secret}`, expiresAt: expiresAt.toISOString() };
}
