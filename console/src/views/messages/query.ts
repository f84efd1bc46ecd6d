/** The language of the search box: `to:+386… status:failed after:2h`. Pure: time comes in as an argument. */

export const keys = [
  'to',
  'from',
  'status',
  'account',
  'country',
  'carrier',
  'id',
  'request',
  'reason',
  'text',
  'reference',
  'after',
  'before',
] as const;
export type QueryKey = (typeof keys)[number];

export const statuses = [
  'ACCEPTED',
  'SCHEDULED',
  'SENT',
  'DELIVERED',
  'FAILED',
  'REJECTED',
  'UNKNOWN',
  'CANCELLED',
] as const;

/** `time` and so on say which text explains it. */
export type ProblemKind = 'key' | 'word' | 'empty' | 'twice' | 'number' | 'status' | 'country' | 'id' | 'text' | 'time';
export type Problem = { readonly word: string; readonly kind: ProblemKind };

export type Query = {
  readonly destination?: string;
  readonly sender?: string;
  readonly status?: string;
  /** A name or an ID: the caller resolves a name to an ID. */
  readonly account?: string;
  readonly country?: string;
  readonly carrier?: string;
  readonly id?: string;
  /** The id of a request, whose charge has the same. */
  readonly submissionId?: string;
  /** The whole reason, as the service names it. */
  readonly reason?: string;
  /** A part of the text. */
  readonly text?: string;
  readonly reference?: string;
  /** At or after, and before; ISO 8601. */
  readonly from?: string;
  readonly to?: string;
};

export type Parsed = { readonly query: Query; readonly problems: readonly Problem[] };
export type Word = { readonly text: string; readonly start: number; readonly end: number };

type Field = keyof Query;
const fields: Readonly<Record<QueryKey, Field>> = {
  to: 'destination',
  from: 'sender',
  status: 'status',
  account: 'account',
  country: 'country',
  carrier: 'carrier',
  id: 'id',
  request: 'submissionId',
  reason: 'reason',
  text: 'text',
  reference: 'reference',
  after: 'from',
  before: 'to',
};

/** Shorter texts are in most messages; a longer one is longer than a message. */
const shortestText = 2;
const longestText = 160;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function parse(text: string, now: Date): Parsed {
  const query: Partial<Record<Field, string>> = {};
  const problems: Problem[] = [];
  for (const { text: word } of wordsOf(text)) {
    const read = readWord(word, now);
    if ('kind' in read) problems.push({ word, kind: read.kind });
    else if (query[read.field] !== undefined) problems.push({ word, kind: 'twice' });
    else query[read.field] = read.value;
  }
  return { query, problems };
}

/** Separated by blanks; quotes keep blanks together: `from:"My Shop"`. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let start = -1;
  let isQuoted = false;
  for (let place = 0; place <= text.length; place++) {
    const sign = text[place];
    if (sign === '"') isQuoted = !isQuoted;
    const isBlank = sign === undefined || (!isQuoted && /\s/.test(sign));
    if (!isBlank && start < 0) start = place;
    if (isBlank && start >= 0) {
      words.push({ text: text.slice(start, place), start, end: place });
      start = -1;
    }
  }
  return words;
}

type Read = { readonly field: Field; readonly value: string } | { readonly kind: ProblemKind };

function readWord(word: string, now: Date): Read {
  const colon = word.indexOf(':');
  if (colon < 0 || uuid.test(word)) return readBare(unquoted(word));
  const key = word.slice(0, colon).toLowerCase();
  const value = unquoted(word.slice(colon + 1)).trim();
  if (!isKey(key)) return { kind: 'key' };
  if (value === '') return { kind: 'empty' };
  const read = readers[key](value, now);
  return typeof read === 'string' ? { field: fields[key], value: read } : { kind: read.problem };
}

/** Without a key: a number, or the id of a message. */
function readBare(word: string): Read {
  if (uuid.test(word)) return { field: 'id', value: word.toLowerCase() };
  const number = numberOf(word);
  return number === undefined ? { kind: 'word' } : { field: 'destination', value: number };
}

function isKey(text: string): text is QueryKey {
  return (keys as readonly string[]).includes(text);
}

function idOf(value: string): string | { problem: 'id' } {
  return uuid.test(value) ? value.toLowerCase() : { problem: 'id' };
}

type Reader = (value: string, now: Date) => string | { readonly problem: ProblemKind };
const readers: Readonly<Record<QueryKey, Reader>> = {
  to: (value) => numberOf(value) ?? { problem: 'number' },
  from: (value) => value,
  status: (value) => statuses.find((status) => status === value.toUpperCase()) ?? { problem: 'status' },
  account: (value) => value,
  country: (value) => (/^[a-z]{2}$/i.test(value) ? value.toUpperCase() : { problem: 'country' }),
  carrier: (value) => value,
  id: idOf,
  request: idOf,
  reason: (value) => value,
  text: (value) => (value.length >= shortestText && value.length <= longestText ? value : { problem: 'text' }),
  reference: (value) => value,
  after: (value, now) => timeOf(value, now) ?? { problem: 'time' },
  before: (value, now) => timeOf(value, now) ?? { problem: 'time' },
};

/** As people write it: 00386…, 386…, with signs between the digits. */
export function numberOf(value: string): string | undefined {
  const plain = value.replaceAll(/[-./()\s]/g, '').replace(/^00(?=[1-9])/, '+');
  const number = plain.startsWith('+') ? plain : `+${plain}`;
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : undefined;
}

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };
const daysMs = 86_400_000;

/** 90s, 15m, 2h, 7d, 1w ago; today and yesterday; a day or a time of the reader's own zone, or with a zone. */
export function timeOf(value: string, now: Date): string | undefined {
  const word = value.toLowerCase();
  const ago = /^(\d{1,6})([smhdw])$/.exec(word);
  if (ago) return isoOf(now.getTime() - Number(ago[1]) * units[ago[2]!]! * 1_000);
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  if (word === 'today') return isoOf(midnight.getTime());
  if (word === 'yesterday') return isoOf(new Date(midnight.getTime() - daysMs / 2).setHours(0, 0, 0, 0));
  if (!/^\d{4}-\d{2}-\d{2}(?:[t ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:z|[+-]\d{2}:\d{2})?)?$/.test(word))
    return undefined;
  // A day alone would be read as UTC.
  return isoOf(Date.parse(word.length === 10 ? `${word}T00:00` : value.toUpperCase()));
}

function isoOf(time: number): string | undefined {
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function unquoted(value: string): string {
  return value.replaceAll('"', '');
}

type Row = {
  readonly messageId: string;
  readonly accountId?: string;
  readonly status: string;
  readonly sender: string;
  readonly destination: string;
  readonly country: string;
  readonly reference?: unknown;
  readonly acceptedAt: string;
  readonly reason?: string;
};

/** Whether a message that just happened belongs to what is searched for. Its carrier, request and text are not known: a search for one does not match. */
export function matches(query: Query & { readonly accountId?: string | undefined }, row: Row): boolean {
  return (
    (query.destination === undefined || query.destination === row.destination) &&
    (query.sender === undefined || query.sender === row.sender) &&
    (query.status === undefined || query.status === row.status) &&
    (query.accountId === undefined || query.accountId === row.accountId) &&
    (query.country === undefined || query.country === row.country) &&
    (query.reason === undefined || query.reason === row.reason) &&
    (query.id === undefined || query.id === row.messageId) &&
    (query.reference === undefined || query.reference === row.reference) &&
    (query.from === undefined || query.from <= row.acceptedAt) &&
    (query.to === undefined || row.acceptedAt < query.to) &&
    query.carrier === undefined &&
    query.submissionId === undefined &&
    query.text === undefined
  );
}
