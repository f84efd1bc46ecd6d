/** Names of the application codes. */
const codes = {
  1: 'MsgTooLongOrEmpty',
  2: 'InvalidSender',
  3: 'InvalidToNumber',
  4: 'NumberNotRegistered',
  5: 'ScheduledTimeInvalid',
  6: 'BalanceTooLow',
  7: 'Rejected',
  8: 'ServerError',
} as const;

/** Statuses that are more specific than the application code, or have none. */
const statuses = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  429: 'TooManyRequests',
  502: 'Unavailable',
  503: 'Unavailable',
  504: 'Unavailable',
} as const;

export type ErrorCode = keyof typeof codes;

/**
 * The kind of an error, for a switch. `Network`, `Timeout`: no response. `Unexpected`: the response is not from Hermod.
 */
export type ErrorKind =
  | (typeof codes)[ErrorCode]
  | (typeof statuses)[keyof typeof statuses]
  | 'Network'
  | 'Timeout'
  | 'Unexpected';

export type ErrorFacts = {
  status?: number | undefined;
  code?: ErrorCode | undefined;
  requestId?: string | undefined;
  invalidDestinations?: readonly string[];
  retryAfter?: number | undefined;
  cause?: unknown;
};

/** The error of a failed call. An aborted call rejects with the reason of its signal instead. */
export class HermodError extends Error {
  readonly kind: ErrorKind;
  /** HTTP status of the response, if there was one. */
  readonly status: number | undefined;
  /** Application code 1 to 8, if the response has one. */
  readonly code: ErrorCode | undefined;
  /** Id of the request in the logs of the service. */
  readonly requestId: string | undefined;
  /** Refused destinations, in the order of the request. */
  readonly invalidDestinations: readonly string[];
  /** Seconds to wait before the next attempt, from Retry-After. */
  readonly retryAfter: number | undefined;
  /** For a send: repeating it with this key within 24 hours never sends twice. */
  idempotencyKey: string | undefined;

  constructor(kind: ErrorKind, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'HermodError';
    this.kind = kind;
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId;
    this.invalidDestinations = facts.invalidDestinations ?? [];
    this.retryAfter = facts.retryAfter;
    this.idempotencyKey = undefined;
  }
}

/** The connection failed or broke. Without an idempotency key it is unknown whether the request was processed. */
export class NetworkError extends HermodError {
  constructor(cause: unknown) {
    super('Network', `no answer came: ${reasonOf(cause)}`, { cause });
    this.name = 'NetworkError';
  }
}

/** No response in time. Without an idempotency key it is unknown whether the request was processed. */
export class TimeoutError extends HermodError {
  constructor(milliseconds: number) {
    super('Timeout', `no answer came within ${Math.round(milliseconds)} ms`);
    this.name = 'TimeoutError';
  }
}

/** The message of fetch is "fetch failed"; the reason is in the cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: unknown; message?: unknown }; message?: unknown };
  return String(cause?.code ?? cause?.message ?? message ?? error);
}

/** The error of a response other than 2xx, which may come from a proxy and have any body. */
export function errorOf(status: number, headers: Headers, body: string): HermodError {
  const said = saidIn(body);
  const code = codeIn(said ?? '');
  const kind = kindOf(status, code);
  return new HermodError(kind, said ?? `the answer has the status ${status}`, {
    status,
    code,
    requestId: headers.get('x-request-id') ?? undefined,
    invalidDestinations: invalidDestinationsIn(said ?? ''),
    retryAfter: secondsIn(headers.get('retry-after')),
  });
}

function kindOf(status: number, code: ErrorCode | undefined): ErrorKind {
  if (Object.hasOwn(statuses, status)) return statuses[status as keyof typeof statuses];
  if (code !== undefined) return codes[code];
  if (status >= 500) return 'ServerError';
  return status >= 400 ? 'Rejected' : 'Unexpected';
}

function saidIn(body: string): string | undefined {
  try {
    const { error } = JSON.parse(body) as { error?: unknown };
    return typeof error === 'string' ? error : undefined;
  } catch {
    return undefined;
  }
}

export function codeIn(text: string): ErrorCode | undefined {
  const [, digit] = /^Error: ([1-8]) - /.exec(text) ?? [];
  return digit === undefined ? undefined : (Number(digit) as ErrorCode);
}

const listed = ' | Invalid destination numbers: ';

export function invalidDestinationsIn(text: string): string[] {
  const at = text.indexOf(listed);
  return at < 0 ? [] : text.slice(at + listed.length).split(',');
}

/** Retry-After in seconds; the header holds seconds or a date. */
export function secondsIn(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const time = Date.parse(header);
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - now) / 1_000));
}
