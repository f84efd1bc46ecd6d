/**
 * Every action of the audit log, by the kind of object it changes. Actions of operators begin with the object; those of a console
 * session on a customer endpoint are the words of the operation's id. An unlisted action has no kind and is found by its text only.
 */
export const auditedActions = {
  account: ['account create', 'account change', 'account pause', 'account resume'],
  balance: ['balance top up', 'balance correct'],
  key: ['key issue', 'key change', 'key rotate', 'key revoke'],
  smpp: [
    ...['smpp credential issue', 'smpp credential change', 'smpp credential rotate', 'smpp credential revoke'],
    ...['smpp bind disconnect', 'smpp bind log'],
  ],
  'price-list': [
    ...['price list create', 'price list change', 'price list replace', 'price list assign', 'price list unassign'],
  ],
  carrier: [
    ...['carrier create', 'carrier change', 'carrier delete', 'carrier pause', 'carrier resume', 'carrier retry'],
    ...['carrier costs', 'simulator inbound'],
  ],
  route: ['route create', 'route change', 'route delete', 'routing policies'],
  queue: ['everything pause', 'everything resume', 'messages cancel'],
  message: ['send messages', 'cancel message', 'cancel messages', 'resend messages', 'messages resend'],
  sender: [
    ...['sender approve', 'sender reject', 'register sender', 'confirm sender', 'update sender', 'delete sender'],
    ...['request sender code'],
  ],
  webhook: [
    ...['webhook replay', 'replay delivery', 'replay deliveries', 'rotate webhook secret', 'send sample event'],
    ...['create webhook endpoint', 'change webhook endpoint', 'delete webhook endpoint'],
    ...['rotate webhook endpoint secret', 'test webhook endpoint', 'replay webhook endpoint'],
  ],
  'opt-out': [
    ...['optout add', 'optout remove', 'optout settings'],
    ...['add opt outs', 'import opt outs', 'delete opt out', 'change opt out settings'],
  ],
  verification: [
    ...['start verification', 'check verification', 'set verify template', 'delete verify template'],
    ...['verify limits change', 'verify block lift'],
  ],
  template: ['create template', 'change template', 'delete template'],
  operator: ['operator create', 'operator change', 'operator delete', 'password change', 'totp on', 'totp off'],
  session: [
    ...['console login', 'console login refused', 'console logout', 'console link', 'create console link'],
    ...['session revoke'],
  ],
  number: ['erasure begin', 'erasure end'],
} as const;

export type AuditedKind = keyof typeof auditedActions;
export type AuditedAction = (typeof auditedActions)[AuditedKind][number];

export const auditedKinds = Object.keys(auditedActions) as AuditedKind[];

const kinds: ReadonlyMap<string, AuditedKind> = new Map(
  auditedKinds.flatMap((kind) => auditedActions[kind].map((action) => [action, kind] as const)),
);

export const kindOfAction = (action: string): AuditedKind | undefined => kinds.get(action);

export const isAuditedAction = (action: string): action is AuditedAction => kinds.has(action);
