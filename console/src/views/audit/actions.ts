import type { PlainKey } from '../../texts/catalogue.ts';

/** Every action that the audit knows, as it is filtered by; the catalogue has the words for each. */
export const actions = [
  'account create',
  'account change',
  'balance top up',
  'balance correct',
  'key issue',
  'key change',
  'key rotate',
  'key revoke',
  'price list create',
  'price list change',
  'price list replace',
  'price list assign',
  'price list unassign',
  'carrier create',
  'carrier change',
  'carrier delete',
  'route create',
  'route change',
  'route delete',
  'sender approve',
  'sender reject',
  'webhook replay',
  'simulator inbound',
  'erasure begin',
  'erasure end',
  'operator create',
  'operator change',
  'operator delete',
  'console login',
  'console login refused',
  'console logout',
  'console link',
  'session revoke',
  'password change',
  'totp on',
  'totp off',
  'send messages',
  'cancel message',
  'replay delivery',
  'replay deliveries',
  'rotate webhook secret',
  'send sample event',
  'register sender',
  'confirm sender',
  'update sender',
  'delete sender',
  'request sender code',
] as const;

const known = new Set<string>(actions);

/** The text of an action; undefined for one that nobody knows yet, which is shown as it is. */
export function actionKey(action: string): PlainKey | undefined {
  return known.has(action) ? (`audit.${action}` as PlainKey) : undefined;
}
