/** The pages of the console. Its table of views has exactly these, or it does not build; other paths stay unknown. */
export const appPaths = [
  '/',
  '/login',
  '/messages',
  '/messages/$id',
  '/send',
  '/phone',
  '/webhooks',
  '/webhooks/$id',
  '/senders',
  '/inbound',
  '/opt-outs',
  '/emails',
  '/emails/$id',
  '/accounts',
  '/accounts/$id',
  '/prices',
  '/prices/$id',
  '/carriers',
  '/statistics',
  '/verify',
  '/audit',
  '/health',
  '/operators',
  '/settings',
] as const;

export type AppPath = (typeof appPaths)[number];

/** As the router writes them; all but the log-in also behind the account that an operator acts for. */
export function servedPaths(): string[] {
  const own = appPaths.map((path) => path.replace('$', ':'));
  const acting = own.filter((path) => path !== '/login').map((path) => `/as/:accountId${path === '/' ? '' : path}`);
  return [...own, ...acting];
}
