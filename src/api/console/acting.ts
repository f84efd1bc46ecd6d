import type { FastifyRequest } from 'fastify';
import type { Db } from '../../database/db.ts';
import { serviceAccountId } from '../../domain/access/service-account.ts';
import { Cache } from '../../domain/cache.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { Session } from '../../flows/console/sessions.ts';
import { findAccountDetails } from '../../store/account/account-details.ts';
import { HttpError } from '../server/errors.ts';

const mostKnown = 10_000;

/**
 * The account that a session calls customer endpoints for: its own, or the one that an operator names in a header. EventSource cannot
 * send headers, so GET requests may name it in the query.
 */
export function actingFor(db: Db): (request: FastifyRequest, session: Session) => Promise<string> {
  // Accounts are never deleted.
  const known = new Cache<string, true>(mostKnown);
  return async (request, session) => {
    if (session.kind === 'account') return session.accountId;
    if (session.role !== 'admin') throw new HttpError(403, 'Your role may not act for an account');
    const accountId = namedAccount(request);
    if (known.has(accountId)) return accountId;
    if (accountId === serviceAccountId || (await findAccountDetails(db, accountId)) === undefined)
      throw new HttpError(404, 'There is no such account');
    known.set(accountId, true);
    return accountId;
  };
}

function namedAccount({ method, headers, query }: FastifyRequest): string {
  const inQuery = method === 'GET' ? (query as { account?: unknown }).account : undefined;
  const named = headers['hermod-account'] ?? inQuery;
  if (typeof named !== 'string' || !isUuid(named))
    throw new HttpError(400, 'Name the account in the header hermod-account');
  return named.toLowerCase();
}
