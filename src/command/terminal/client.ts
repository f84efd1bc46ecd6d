import { exitCodes, Problem } from '../../base/problem.ts';
import { legible } from './cell.ts';

export type Row = Readonly<Record<string, unknown>>;
export type Query = Readonly<Record<string, string | undefined>>;
export type Call = {
  query?: Query;
  body?: object;
  csv?: Uint8Array<ArrayBuffer>;
  mail?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  /** How to ask again without doing it twice, told when nobody knows whether it was done. */
  again?: string;
  /** How long an answer may take. */
  patienceMs?: number;
};
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type OnEmpty = (searchedTo: string) => void;

export type Client = {
  readonly base: string;
  call(method: Method, path: string, call?: Call): Promise<Row>;
  /** All rows of a list, page by page, as they are asked for. `onEmpty` hears how far back a search has come that goes on. */
  rows(path: string, things: string, query: Query, most: number, onEmpty?: OnEmpty): AsyncGenerator<Row>;
};

export type ClientOptions = {
  readonly base: string;
  readonly headers: Record<string, string>;
  /** What to do when the service does not know us. */
  readonly unknown: string;
};

const usualPatienceMs = 60_000;
const pageSize = 1_000;

export function createClient({ base, headers, unknown }: ClientOptions): Client {
  return { base, call, rows };

  async function call(method: Method, path: string, given: Call = {}): Promise<Row> {
    const { answer, text } = await exchange(method, path, given);
    if (answer.status >= 300 && answer.status < 400)
      throw new Problem(
        `${base} leads on to ${answer.headers.get('location')}`,
        'Use that as --service or HERMOD_URL',
        exitCodes.unavailable,
      );
    const body = parse(base, text);
    if (answer.ok) return body;
    throw refusal(answer.status, body, unknown);
  }

  /** An answer that breaks off is as good as none: nobody knows what it would have said. */
  async function exchange(method: Method, path: string, given: Call): Promise<{ answer: Response; text: string }> {
    try {
      const answer = await fetch(base + path + search(given.query), {
        method,
        headers: { ...headers, ...contentType(given), ...given.headers },
        body: given.csv ?? given.mail ?? (given.body === undefined ? null : JSON.stringify(given.body)),
        redirect: 'manual',
        signal: AbortSignal.timeout(given.patienceMs ?? usualPatienceMs),
      });
      return { answer, text: await answer.text() };
    } catch (error) {
      throw unreachable(base, error as Error, given.again);
    }
  }

  async function* rows(
    path: string,
    things: string,
    query: Query,
    most: number,
    onEmpty?: OnEmpty,
  ): AsyncGenerator<Row> {
    let left = most;
    let cursor: string | undefined;
    do {
      const limit = `${Math.min(left, pageSize)}`;
      const page = await call('GET', path, { query: { ...query, limit, cursor } });
      const found = (page[things] as Row[]).slice(0, left);
      yield* found;
      left -= found.length;
      cursor = page['nextCursor'] as string | undefined;
      const searchedTo = page['searchedTo'];
      if (found.length === 0 && typeof searchedTo === 'string') onEmpty?.(searchedTo);
    } while (cursor !== undefined && left > 0);
  }
}

export async function collected(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

/** A path with values that a person typed. */
export function at(parts: TemplateStringsArray, ...values: string[]): string {
  return parts.map((part, index) => part + encodeURIComponent(values[index] ?? '')).join('');
}

function search(query: Query = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

function contentType({ csv, mail, body }: Call): Record<string, string> {
  if (mail !== undefined) return { 'content-type': 'message/rfc822' };
  if (csv !== undefined) return { 'content-type': 'text/csv' };
  return body === undefined ? {} : { 'content-type': 'application/json' };
}

function parse(base: string, text: string): Row {
  const body = text === '' ? {} : json(text);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Row;
  throw new Problem(`what answers at ${base} is not Hermod`, 'Check --service or HERMOD_URL', exitCodes.unavailable);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const nobodyThere = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

function unreachable(base: string, error: Error, again: string | undefined): Problem {
  const cause = (error.cause ?? error) as NodeJS.ErrnoException;
  const code = cause.code ?? cause.message;
  const origin = new URL(base).origin;
  if (nobodyThere.includes(code))
    return new Problem(`nothing answers at ${origin}`, 'Start the service, or set HERMOD_URL', exitCodes.unavailable);
  const next = again === undefined ? 'Try again' : `It may have been done; ${again}`;
  return new Problem(`no answer came from ${origin} (${code})`, next, exitCodes.unavailable);
}

function refusal(status: number, body: Row, unknown: string): Problem {
  const { error } = body;
  const said = legible(typeof error === 'string' ? error : `status ${status}`, 'lines')
    .replace(/^error: \d{3} - /, '')
    .replace(/(?<![.\s])[.\s]+$/, '');
  const blameless = status === 401 || status === 403 || status === 429 || status >= 500;
  return new Problem(
    `the service refused (${said})`,
    nextStep(status, unknown),
    blameless ? exitCodes.unavailable : exitCodes.usage,
  );
}

function nextStep(status: number, unknown: string): string {
  if (status === 401) return unknown;
  if (status === 404) return 'List what there is and check what you gave';
  if (status === 409) return 'Look at it as it is now';
  if (status === 429) return 'Wait and try again';
  return status >= 500 ? "Try again; the service's log says more" : 'Correct it and try again';
}
