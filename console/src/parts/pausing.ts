import { api } from '../api/client.ts';
import { refresh } from '../api/queries.ts';

export type Pausable =
  | { readonly kind: 'all' }
  | { readonly kind: 'carrier'; readonly carrierId: string }
  | { readonly kind: 'account'; readonly accountId: string };

/** Twice is as good as once, both ways. */
export async function setPaused(what: Pausable, isPaused: boolean): Promise<void> {
  await (isPaused ? pause(what) : resume(what));
  void refresh('/admin/v1/pauses', '/admin/v1/carriers', '/admin/v1/accounts');
}

function pause(what: Pausable) {
  if (what.kind === 'all') return api.PUT('/admin/v1/pauses/all');
  if (what.kind === 'carrier') {
    return api.PUT('/admin/v1/pauses/carriers/{carrierId}', { params: { path: { carrierId: what.carrierId } } });
  }
  return api.PUT('/admin/v1/pauses/accounts/{accountId}', { params: { path: { accountId: what.accountId } } });
}

function resume(what: Pausable) {
  if (what.kind === 'all') return api.DELETE('/admin/v1/pauses/all');
  if (what.kind === 'carrier') {
    return api.DELETE('/admin/v1/pauses/carriers/{carrierId}', { params: { path: { carrierId: what.carrierId } } });
  }
  return api.DELETE('/admin/v1/pauses/accounts/{accountId}', { params: { path: { accountId: what.accountId } } });
}
