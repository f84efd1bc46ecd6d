import { Problem } from '../../base/problem.ts';
import { isUuid } from '../../domain/uuid.ts';
import { type ApiClient, collected, type Row } from './client.ts';
import { camelCase } from './field.ts';

type Kind = {
  readonly what: string;
  readonly path: string;
  readonly id: string;
  readonly name: string;
  /** The list has pages and can be filtered by name. */
  readonly isLong?: true;
};

/** What can be given by name instead of by id; the keys are the names of arguments. */
const kinds: Readonly<Record<string, Kind>> = {
  account: { what: 'account', path: '/accounts', id: 'accountId', name: 'name', isLong: true },
  'price-list': { what: 'price list', path: '/price-lists', id: 'priceListId', name: 'name', isLong: true },
  carrier: { what: 'carrier', path: '/carriers', id: 'carrierId', name: 'name' },
  operator: { what: 'operator', path: '/operators', id: 'operatorId', name: 'name' },
  key: { what: 'key', path: '/keys', id: 'keyId', name: 'prefix', isLong: true },
  system_id: { what: 'credential', path: '/smpp-credentials', id: 'credentialId', name: 'systemId', isLong: true },
};

/** Arguments in the examples of the help. */
const samples: Readonly<Record<string, string>> = {
  account: '"Corner Shop"',
  'price-list': 'Europe',
  carrier: 'backup',
  operator: 'Anna',
  key: '3f2a9c1e',
  system_id: 'corner',
  number: '+38640123456',
  'phone-number': '+38640123456',
  'block-id': '01a1dd05-e828-7001-9785-625698a09e9d',
};
const sampleId = '019a8f3e-5c1b-7d42-9e0f-3b6a1c2d4e5f';
const most = 5;

export const isKind = (name: string): boolean => kinds[name] !== undefined;
export const idField = (name: string): string | undefined => kinds[name]?.id;
export const sampleOf = (name: string): string | undefined =>
  samples[name] ?? (name.endsWith('-id') ? sampleId : undefined);

/** Shortens a complete API key (a UUID of another version than ids): it must not appear in a URL or a log line. */
export function keyName(text: string): string {
  return isUuid(text) && text[14] !== '7' ? text.slice(0, 8).toLowerCase() : text;
}

export const shownName = (name: string, typed: unknown): unknown => (name === 'key' ? keyName(typed as string) : typed);

/** The id of an object, given by its id or by a unique name. */
export async function idOf(api: ApiClient, name: string, typed: string): Promise<string> {
  const text = String(shownName(name, typed));
  if (isUuid(text)) return text;
  const kind = kinds[name]!;
  const { path, isLong } = kind;
  const rows = camelCase(path.slice(1));
  const found = isLong
    ? await collected(api.rows(path, rows, { [kind.name]: text }, Number.POSITIVE_INFINITY))
    : ((await api.call('GET', path))[rows] as Row[]);
  return choose(found, kind, text);
}

export function choose(rows: readonly Row[], { what, id, name }: Omit<Kind, 'path'>, text: string) {
  const nameOf = (row: Row) => String(row[name]);
  const same = rows.filter((row) => nameOf(row) === text);
  const alike = rows.filter((row) => nameOf(row).toLowerCase() === text.toLowerCase());
  const matches = same.length > 0 ? same : alike;
  if (matches.length === 1) return String(matches[0]![id]);
  if (matches.length > 1)
    throw new Problem(
      `${matches.length} ${what}s are called ${JSON.stringify(text)}`,
      `Give the id: ${few(matches.map((row) => String(row[id])))}`,
    );
  const near = rows.filter((row) => nameOf(row).toLowerCase().includes(text.toLowerCase()));
  throw new Problem(
    `${what} ${JSON.stringify(text)} not found`,
    near.length === 0 ? `Give its id or its whole ${name}` : `Did you mean ${few(near.map(nameOf))}?`,
  );
}

function few(texts: string[]): string {
  const more = texts.length > most ? ` and ${texts.length - most} more` : '';
  return texts.slice(0, most).join(', ') + more;
}
