import { api, ask, type Customer, type Operator } from '../../api/client.ts';
import { list } from '../../api/queries.ts';

/** As both prefixes of the API have it. */
export type Key = Customer['Key'];
type Fields = Partial<Pick<Key, 'label' | 'allowedEmails' | 'expiresAt'>>;
type Overlap = { overlapSeconds: number };
type Issued = Customer['IssuedKey'] | Operator['KeyIssued'];

/** The keys of an account for an operator, or those of the customer's own account. */
export type KeyApi = {
  readonly path: string;
  readonly pages: ReturnType<typeof list<'/v1/keys'>>;
  readonly issue: (body: Fields) => Promise<Issued>;
  readonly change: (keyId: string, body: Fields) => Promise<unknown>;
  readonly rotate: (keyId: string, body: Overlap) => Promise<Issued>;
  readonly revoke: (keyId: string) => Promise<unknown>;
};

const query = { limit: '100' };
const at = (keyId: string) => ({ params: { path: { keyId } } });

export const ownKeys: KeyApi = {
  path: '/v1/keys',
  pages: list('/v1/keys', { params: { query } }),
  issue: (body) => ask(api.POST('/v1/keys', { body })),
  change: (keyId, body) => ask(api.PATCH('/v1/keys/{keyId}', { ...at(keyId), body })),
  rotate: (keyId, body) => ask(api.POST('/v1/keys/{keyId}/rotate', { ...at(keyId), body })),
  revoke: (keyId) => ask(api.POST('/v1/keys/{keyId}/revoke', at(keyId))),
};

export function keysOf(accountId: string): KeyApi {
  const path = '/admin/v1/accounts/{accountId}/keys';
  const params = { path: { accountId } };
  return {
    path,
    pages: list(path, { params: { ...params, query } }) as unknown as KeyApi['pages'],
    issue: (body) => ask(api.POST(path, { params, body })),
    change: (keyId, body) => ask(api.PATCH('/admin/v1/keys/{keyId}', { ...at(keyId), body })),
    rotate: (keyId, body) => ask(api.POST('/admin/v1/keys/{keyId}/rotate', { ...at(keyId), body })),
    revoke: (keyId) => ask(api.POST('/admin/v1/keys/{keyId}/revoke', at(keyId))),
  };
}

/** The live keys that are revoked together with this one: those issued with it, directly or not. */
export function issuedWith(keyId: string, keys: readonly Key[]): Key[] {
  const direct = keys.filter((key) => key.issuedWith === keyId);
  const live = direct.filter(({ status }) => status === 'live');
  return [...live, ...direct.flatMap((key) => issuedWith(key.keyId, keys))];
}
