import { Problem } from '../../base/problem.ts';
import { isUuid } from '../../domain/uuid.ts';
import { type Client, collected, type Query, type Row } from './client.ts';

type Kind = {
  readonly what: string;
  readonly path: string;
  readonly things: string;
  readonly id: string;
  readonly name: string;
  /** Narrows the list down; left out where the service gives it as a whole. */
  readonly query?: (text: string) => Query;
};

const kinds = {
  account: {
    what: 'account',
    path: '/accounts',
    things: 'accounts',
    id: 'accountId',
    name: 'name',
    query: (name) => ({ name }),
  },
  priceList: {
    what: 'price list',
    path: '/price-lists',
    things: 'priceLists',
    id: 'priceListId',
    name: 'name',
    query: (name) => ({ name }),
  },
  carrier: {
    what: 'carrier',
    path: '/carriers',
    things: 'carriers',
    id: 'carrierId',
    name: 'name',
  },
  operator: {
    what: 'operator',
    path: '/operators',
    things: 'operators',
    id: 'operatorId',
    name: 'name',
  },
  key: {
    what: 'key',
    path: '/keys',
    things: 'keys',
    id: 'keyId',
    name: 'prefix',
    query: (prefix) => ({ prefix }),
  },
  smppCredential: {
    what: 'credential',
    path: '/smpp-credentials',
    things: 'smppCredentials',
    id: 'credentialId',
    name: 'systemId',
    query: (systemId) => ({ systemId }),
  },
} satisfies Record<string, Kind>;

const shown = 5;

/** Keys are UUIDs as well, though of another version than ids. A whole key must not end up in an address, nor in a log. */
export function keyName(text: string): string {
  return isUuid(text) && text[14] !== '7' ? text.slice(0, 8).toLowerCase() : text;
}

export function keyIdOf(api: Client, text: string): Promise<string> {
  return idOf(api, 'key', keyName(text));
}

/** The id of what a person named: by its id, or by a name that only one has. */
export async function idOf(api: Client, kind: keyof typeof kinds, text: string): Promise<string> {
  if (isUuid(text)) return text;
  const { what, path, things, id, name, query }: Kind = kinds[kind];
  const found =
    query === undefined
      ? ((await api.call('GET', path))[things] as Row[])
      : await collected(api.rows(path, things, query(text), Number.POSITIVE_INFINITY));
  return choose(found, { what, id, name }, text);
}

export function choose(rows: readonly Row[], { what, id, name }: Pick<Kind, 'what' | 'id' | 'name'>, text: string) {
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
    `there is no ${what} ${JSON.stringify(text)}`,
    near.length === 0 ? `Give its id or its whole ${name}` : `Did you mean ${few(near.map(nameOf))}?`,
  );
}

function few(texts: string[]): string {
  const more = texts.length > shown ? ` and ${texts.length - shown} more` : '';
  return texts.slice(0, shown).join(', ') + more;
}

export async function accountQuery(api: Client, account: string | undefined): Promise<Query> {
  return { accountId: account === undefined ? undefined : await idOf(api, 'account', account) };
}
