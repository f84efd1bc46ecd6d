/** Everything that can go wrong between the console and the service, in one class. */
export class Fault extends Error {
  /** 0: no answer at all. */
  readonly status: number;
  /** Seconds after which another try makes sense, where the service said so. */
  readonly retryAfter: number | undefined;
  readonly headers: Headers;

  constructor(status: number, text: string, headers = new Headers()) {
    super(text);
    this.name = 'Fault';
    this.status = status;
    this.headers = headers;
    const seconds = Number(headers.get('retry-after') ?? Number.NaN);
    this.retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  }

  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

export async function faultOf(response: Response): Promise<Fault> {
  return new Fault(response.status, plain(await textOf(response)), response.headers);
}

async function textOf(response: Response): Promise<string> {
  try {
    const { error } = (await response.json()) as { error?: unknown };
    if (typeof error === 'string') return error;
  } catch {
    // Not ours: a proxy in between answers in words of its own.
  }
  return `${response.status} ${response.statusText}`.trim();
}

/** Not found, or not visible to this person: the service answers both in the same way. */
export function isMissing(error: unknown): boolean {
  return error instanceof Fault && error.status === 404;
}

/** The service's own words without their number: "error: 404 - Message not found". */
export function plain(text: string): string {
  return text.replace(/^error: \d+ - /i, '');
}
