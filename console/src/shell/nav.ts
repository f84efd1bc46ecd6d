import type { AppPath } from '../../../src/api/console/paths.ts';
import type { Scope, Session } from '../api/session.tsx';
import type { IconName } from '../design/icons.tsx';
import type { PlainKey } from '../texts/catalogue.ts';

/** `writer`: everybody but an operator who may only read. `admin`: operators who may change things. `customer`: those who have or act for one account. `simulator`: operators, where the simulator is a carrier. */
type Audience = 'everybody' | 'writer' | 'operator' | 'admin' | 'customer' | 'simulator';
export type NavItem = {
  readonly to: AppPath;
  readonly text: PlainKey;
  readonly icon: IconName;
  /** Pressed after `g`. */
  readonly key: string;
  readonly audience: Audience;
};

/** In groups, from what is looked at all day to what is looked at when something is wrong. */
export const navigation: readonly (readonly NavItem[])[] = [
  [
    { to: '/', text: 'overview.title', icon: 'overview', key: 'o', audience: 'everybody' },
    { to: '/messages', text: 'messages.title', icon: 'messages', key: 'm', audience: 'everybody' },
    { to: '/send', text: 'send.title', icon: 'send', key: 's', audience: 'writer' },
    { to: '/templates', text: 'templates.title', icon: 'copy', key: 'f', audience: 'customer' },
    { to: '/phone', text: 'phone.title', icon: 'phone', key: 'p', audience: 'simulator' },
  ],
  [
    { to: '/webhooks', text: 'webhooks.title', icon: 'webhooks', key: 'w', audience: 'everybody' },
    { to: '/senders', text: 'senders.title', icon: 'senders', key: 'n', audience: 'everybody' },
    { to: '/inbound', text: 'inbound.title', icon: 'inbound', key: 'i', audience: 'everybody' },
    { to: '/opt-outs', text: 'optOuts.title', icon: 'forbidden', key: 'b', audience: 'everybody' },
    { to: '/emails', text: 'emails.title', icon: 'email', key: 'e', audience: 'everybody' },
  ],
  [
    { to: '/accounts', text: 'accounts.title', icon: 'accounts', key: 'a', audience: 'everybody' },
    { to: '/prices', text: 'prices.title', icon: 'prices', key: 'r', audience: 'operator' },
    { to: '/carriers', text: 'carriers.title', icon: 'carriers', key: 'c', audience: 'operator' },
    { to: '/statistics', text: 'statistics.title', icon: 'statistics', key: 't', audience: 'everybody' },
    { to: '/verify', text: 'verify.title', icon: 'key', key: 'v', audience: 'everybody' },
  ],
  [
    { to: '/waiting', text: 'waiting.short', icon: 'waiting', key: 'q', audience: 'operator' },
    { to: '/receipts', text: 'receipts.short', icon: 'question', key: 'l', audience: 'operator' },
    { to: '/audit', text: 'audit.title', icon: 'audit', key: 'u', audience: 'operator' },
    { to: '/health', text: 'health.title', icon: 'health', key: 'h', audience: 'operator' },
    { to: '/operators', text: 'operators.title', icon: 'operators', key: 'x', audience: 'operator' },
    { to: '/erasure', text: 'erasure.title', icon: 'trash', key: 'd', audience: 'admin' },
  ],
];

/** What this person has: a customer's own account has one name, that of an operator's list another. */
export function navigationFor(scope: Scope, session: Session): readonly (readonly NavItem[])[] {
  const isOperator = scope.kind === 'operator';
  const named = (item: NavItem): NavItem =>
    item.to === '/accounts' && !isOperator ? { ...item, text: 'accounts.own', icon: 'account' } : item;
  return navigation
    .map((group) => group.filter((item) => isFor(item, scope, session)).map(named))
    .filter((group) => group.length > 0);
}

/** Whether this person has a page, by the path of its route: the page of one thing goes with its list. */
export function hasPage(route: string, scope: Scope, session: Session): boolean {
  const item = navigation.flat().find(({ to }) => route === to || route === `${to}/$id`);
  return item === undefined || isFor(item, scope, session);
}

function isFor({ audience }: NavItem, { kind }: Scope, { service, role }: Session): boolean {
  switch (audience) {
    case 'everybody':
      return true;
    case 'writer':
      return role !== 'support';
    case 'customer':
      return kind === 'account';
    case 'operator':
      return kind === 'operator';
    case 'admin':
      return kind === 'operator' && role !== 'support';
    case 'simulator':
      return kind === 'operator' && service.simulator;
  }
}
