import { databaseAway, errorResponse, large, retryAfter, unexpected } from '../schemas/errors.ts';

/** Errors of every operator endpoint. */
export const operatorErrors = {
  400: errorResponse('A field or parameter is invalid; nothing was changed', {
    field: 'error: 400 - name is missing',
    limit: 'error: 400 - limit must be a whole number from 1 to 1000',
  }),
  401: errorResponse('The operator token is missing or wrong', {
    missing: 'error: 401 - Send the operator token as Authorization: Bearer <token>',
    wrong: 'error: 401 - The operator token is not valid',
    session: 'error: 401 - You are not logged in, or the session has ended',
  }),
  403: errorResponse('Console session: the request does not come from the console, or the role does not permit it', {
    role: 'error: 403 - Your role may not change this',
    filter: 'error: 403 - Your role may not filter by prefix',
    header: 'error: 403 - Send the header hermod-console: 1',
    site: 'error: 403 - Requests from other sites are refused',
  }),
  413: large,
  415: errorResponse('The body is compressed, or its Content-Type is not supported', {
    encoded: 'error: 415 - Content-Encoding is not supported, send the body as it is',
  }),
  429: errorResponse(
    'Too many wrong tokens from this address',
    { tooMany: 'error: 429 - Too many wrong tokens; try again in 7 s' },
    retryAfter,
  ),
  500: unexpected,
  503: databaseAway,
};
