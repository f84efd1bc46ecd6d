import { Type } from '../../base/type.ts';
import { named } from './fields.ts';

export const ErrorBody = named(
  'Error',
  { error: Type.String({ description: 'Error text' }) },
  { description: 'Body of every error response' },
);

type Examples = Record<string, string>;

export const retryAfter = { 'Retry-After': Type.Integer({ description: 'Seconds to wait before the next attempt' }) };

export function errorResponse(description: string, examples: Examples, headers: object = {}) {
  const named = Object.entries(examples).map(([name, error]) => [name, { value: { error } }]);
  return {
    description,
    ...(Object.keys(headers).length > 0 && { headers }),
    content: { 'application/json': { schema: Type.Ref('Error'), examples: Object.fromEntries(named) } },
  };
}

const unauthorized = errorResponse('The API key is missing, malformed, unknown, revoked or expired', {
  missing: 'error: 401 - The apikey header is missing',
  invalid: 'error: 401 - The API key is not valid',
  session: 'error: 401 - You are not logged in, or the session has ended',
});

const forbidden = errorResponse(
  'Console session: the request does not come from the console, or the role does not permit it',
  {
    header: 'error: 403 - Send the header hermod-console: 1',
    site: 'error: 403 - Requests from other sites are refused',
    role: 'error: 403 - Your role may not act for an account',
  },
);

const tooMany = errorResponse(
  'The rate limit of the key is exceeded, or too many requests of the account are waiting',
  {
    tooMany: 'error: 429 - More than 10000 requests a second with this key; try again in 1 s',
    reads: 'error: 429 - Too many requests of this account are waiting, try again',
  },
  retryAfter,
);

export const unexpected = errorResponse('Unexpected error', { unexpected: 'Error: 8 - Internal server error' });

/** The 503 of endpoints whose work is never too much. */
export const databaseAway = errorResponse(
  'The database is unavailable',
  { away: 'error: 503 - The database cannot be reached, try again' },
  retryAfter,
);

const unavailable = errorResponse(
  'The service is busy, the request took too long, or the database is unavailable',
  {
    busy: 'error: 503 - The service is busy; nothing was changed, try again',
    long: 'error: 503 - This took too long; ask for less, such as a shorter time, or try again',
    away: 'error: 503 - The database cannot be reached, try again',
  },
  retryAfter,
);

export const commonErrors = { 401: unauthorized, 403: forbidden, 429: tooMany, 500: unexpected, 503: unavailable };

export const sendErrors = {
  400: errorResponse('The request is invalid; nothing was sent or charged', {
    message: 'Error: 1 - Message too long or empty: the message has more than 640 characters',
    sender: 'Error: 2 - Invalid sender (from): the sender is not registered for the account',
    destinations:
      'Error: 3 - Invalid recipient (to) number: not a valid phone number: "+386123"; not in the price list of the account: +12015550123 (US) | Invalid destination numbers: +386123,+12015550123',
    number: 'Error: 4 - Phone number not registered: this number is not a sender of the account',
    scheduledTime:
      'Error: 5 - scheduledTime must be a valid Unix timestamp: whole seconds since 1970, not negative, not milliseconds',
    balance: 'Error: 6 - Balance too low to send',
    rejected: 'Error: 7 - Message rejected: the request body is not valid JSON',
  }),
  401: unauthorized,
  403: errorResponse('Console session: the request does not come from the console, or the role does not permit it', {
    header: 'Error: 7 - Message rejected: send the header hermod-console: 1',
  }),
  413: errorResponse('The body is larger than 1 MiB', {
    large: 'Error: 7 - Message rejected: the request body is larger than 1 MiB',
  }),
  415: errorResponse('The body is compressed', {
    encoding: 'Error: 7 - Message rejected: Content-Encoding is not supported, send the body as it is',
  }),
  429: errorResponse(
    'The rate limit of the key is exceeded (every ten recipients count as one request), or too many messages of the account are waiting',
    {
      tooMany: 'Error: 7 - Message rejected: more than 10000 requests a second with this key; try again in 1 s',
      waiting: 'Error: 7 - Message rejected: too much of this account is waiting; nothing was sent, try again',
    },
    retryAfter,
  ),
  500: unexpected,
  503: errorResponse(
    'The service is busy, or the database is unavailable',
    {
      busy: 'Error: 8 - Internal server error: the service is busy; nothing was sent, try again',
      away: 'Error: 8 - Internal server error: the database cannot be reached, try again',
    },
    retryAfter,
  ),
};

/** Errors of sending a verification code, which is sent like any message. */
export const startErrors = {
  ...sendErrors,
  400: errorResponse('The request is invalid; nothing was sent or charged', {
    to: 'Error: 3 - Invalid recipient (to) number: not a valid phone number: "+386123" | Invalid destination numbers: +386123',
    sender: 'Error: 2 - Invalid sender (from): the sender is not registered for the account',
    balance: 'Error: 6 - Balance too low to send',
    length: 'Error: 7 - Message rejected: length must be a whole number from 4 to 10',
    language:
      'Error: 7 - Message rejected: this language has no text; set one with PUT /v1/verify/templates/{language}',
  }),
  429: errorResponse(
    'Too many codes or requests, or sending to these numbers is blocked because few codes were confirmed',
    {
      codes: 'Error: 7 - Message rejected: too many codes were sent; try again in 30 s',
      blocked: 'Error: 7 - Message rejected: no codes are sent to such numbers for now; try again in 86400 s',
    },
    retryAfter,
  ),
};

export const idempotencyErrors = {
  409: errorResponse('The first request with this Idempotency-Key is still running', {
    running: 'Error: 7 - Message rejected: the first request with this Idempotency-Key is still running',
  }),
  422: errorResponse('The Idempotency-Key was used for another request', {
    other: 'Error: 7 - Message rejected: this Idempotency-Key was used for another request',
  }),
};

export const tooLate = {
  409: errorResponse('The message can no longer be cancelled', {
    late: 'error: 409 - The message is SENT and can no longer be cancelled',
  }),
};

export const large = errorResponse('The body is larger than 1 MiB', {
  large: 'error: 413 - The request body is larger than 1 MiB',
});
export const encoded = errorResponse('The body is compressed', {
  encoding: 'error: 415 - Content-Encoding is not supported, send the body as it is',
});

/** Errors of endpoints that may get a body, even if they expect none. */
export const badBodies = {
  json: 'error: 400 - The request body is not valid JSON',
  type: 'error: 400 - The Content-Type must be application/json',
};
export const badBody = {
  400: errorResponse('The body cannot be read', badBodies),
  413: large,
  415: encoded,
};

export const badReplay = {
  ...badBody,
  400: errorResponse('The request is invalid', {
    ...badBodies,
    since: 'error: 400 - since must be a time such as 2026-11-15T12:00:00Z',
  }),
};

export const badSample = {
  ...badBody,
  400: errorResponse('The request is invalid', { ...badBodies, url: 'error: 400 - url is missing' }),
};

export const badQuery = {
  400: errorResponse('A parameter is invalid', { limit: 'error: 400 - limit must be a whole number from 1 to 1000' }),
};

/** Sender endpoints: a key that is missing or not a UUID gets 400. */
const senderUnauthorized = errorResponse('The API key is unknown, revoked or expired', {
  invalid: 'error: 401 - The API key is not valid',
});
const senderTooMany = errorResponse(
  'The rate limit of the key is exceeded, or too many codes were sent',
  { codes: 'error: 429 - Too many codes were sent; try again in 60 s' },
  retryAfter,
);
const badKey = {
  key: 'error: 400 - The apikey header is missing',
  notUuid: 'error: 400 - The API key is not a UUID',
};
export const senderCommonErrors = { ...commonErrors, 401: senderUnauthorized, 429: senderTooMany };

export const registrationErrors = {
  400: errorResponse('Nothing was registered', {
    ...badKey,
    name: 'error: 400 - value must have 1 to 11 characters',
    number: 'error: 400 - value must be a valid Slovenian phone number such as +38640123456',
    type: 'error: 400 - type must be 0 (alphanumeric) or 1 (MSISDN)',
    channel: 'error: 400 - channel must be SMS or Viber',
    json: 'error: 400 - The request body is not valid JSON',
  }),
  413: large,
  415: encoded,
};

export const confirmationErrors = {
  400: errorResponse('The sender was not confirmed', {
    ...badKey,
    unknown: 'error: 400 - Sender not found',
    wrong: 'error: 400 - The confirmation code is wrong; 4 tries are left',
    used: 'error: 400 - No code is valid any more (30 minutes, 5 tries); ask for a new one with POST /v1/senders/{id}/code',
    confirmed: 'error: 400 - The sender is Confirmed and needs no confirmation',
  }),
  413: large,
  415: encoded,
};

export const deletionErrors = {
  400: errorResponse('Nothing was deleted', {
    ...badKey,
    unknown: 'error: 400 - Sender not found',
    badId: 'error: 400 - The id of a sender is a UUID',
  }),
};

export const badSenderRequest = {
  400: errorResponse('The request is invalid', {
    ...badKey,
    limit: 'error: 400 - limit must be a whole number from 1 to 1000',
  }),
};

export const settingsErrors = { ...badSenderRequest, 413: large, 415: encoded };

export const noCodeNow = {
  409: errorResponse('The sender is not awaiting a code', {
    confirmed: 'error: 409 - The sender is Confirmed; a code can be asked for while it is Confirmation Pending',
  }),
};

/** Every rejected code gets the same response, so that guessing reveals nothing. */
export const checkErrors = {
  400: errorResponse('The request is invalid; no attempt was counted', {
    code: 'error: 400 - code must be 4 to 10 digits',
    either: 'error: 400 - Give either id or to',
  }),
  413: large,
  415: encoded,
  422: errorResponse('The code is not approved', {
    denied: 'error: 422 - The code is not right, or does not count any more',
  }),
};

export const templateErrors = {
  400: errorResponse('Nothing was changed', {
    template: 'error: 400 - template must hold {code}, in whose place the code stands',
    language: 'error: 400 - The language must be two or three small letters such as sl',
  }),
  413: large,
  415: encoded,
};

export const missingTemplate = {
  400: errorResponse('Nothing was changed', {
    language: 'error: 400 - The language must be two or three small letters such as sl',
  }),
  404: errorResponse('The account has no template in this language', {
    none: 'error: 404 - The account has no template in this language',
  }),
};
