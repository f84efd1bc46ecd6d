import { exitCodes, Problem } from '../../base/problem.ts';
import { legible } from './cell.ts';

export type Row = Readonly<Record<string, unknown>>;
export type CallOptions = {
  query?: Row;
  body?: object;
  upload?: { type: 'text/csv' | 'message/rfc822'; bytes: Uint8Array<ArrayBuffer> };
  headers?: Record<string, string>;
  /** How to repeat the call safely; shown when its outcome is unknown. */
  again?: string;
  patienceMs?: number;
};
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type ApiClient = ReturnType<typeof createApiClient>;
/** Called with the time back to which a search has found nothing so far. */
type OnEmpty = (searchedTo: string) => void;

const usualPatienceMs = 60_000;
const pageSize = 1_000;

/** `unknown`: the advice if the service rejects the credentials. */
export function createApiClient(base: string, headers: Record<string, string>, unknown: string) {
  return { call, rows };

  async function call(method: Method, path: string, given: CallOptions = {}): Promise<Row> {
    const { answer, text } = await exchange(method, path, given);
    if (answer.status >= 300 && answer.status < 400)
      throw new Problem(
        `${base} redirects to ${answer.headers.get('location')}`,
        'Use that as --service or HERMOD_URL',
        exitCodes.unavailable,
      );
    const body = parse(base, text);
    if (answer.ok) return body;
    throw refusal(answer.status, body, unknown);
  }

  /** An incomplete response counts as none. */
  async function exchange(
    method: Method,
    path: string,
    given: CallOptions,
  ): Promise<{ answer: Response; text: string }> {
    try {
      const { body, upload } = given;
      const type = upload?.type ?? (body === undefined ? undefined : 'application/json');
      const answer = await fetch(base + path + search(given.query), {
        method,
        headers: { ...headers, ...(type === undefined ? {} : { 'content-type': type }), ...given.headers },
        body: upload?.bytes ?? (body === undefined ? null : JSON.stringify(body)),
        redirect: 'manual',
        signal: AbortSignal.timeout(given.patienceMs ?? usualPatienceMs),
      });
      return { answer, text: await answer.text() };
    } catch (error) {
      throw unreachable(base, error as Error, given.again);
    }
  }

  /** The rows of a list. Pages are requested as their rows are read. */
  async function* rows(path: string, things: string, query: Row, most: number, onEmpty?: OnEmpty): AsyncGenerator<Row> {
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

export async function collected(rows: Iterable<Row> | AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

function search(query: Row = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, textOf(value));
  return given.size === 0 ? '' : `?${given.toString()}`;
}

/** Lists are separated by commas. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function parse(base: string, text: string): Row {
  const body = text === '' ? {} : json(text);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Row;
  throw new Problem(`the server at ${base} is not Hermod`, 'Check --service or HERMOD_URL', exitCodes.unavailable);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const unreachableCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

function unreachable(base: string, error: Error, again: string | undefined): Problem {
  const cause = (error.cause ?? error) as NodeJS.ErrnoException;
  const code = cause.code ?? cause.message;
  const origin = new URL(base).origin;
  if (unreachableCodes.includes(code))
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
  if (status === 404) return 'Check the id or name; list shows what exists';
  if (status === 409) return 'Show its current state first';
  if (status === 429) return 'Wait and try again';
  return status >= 500 ? "Try again; the service's log says more" : 'Correct it and try again';
}
