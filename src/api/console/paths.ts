/** The pages of the console. The console does not build unless its views have exactly these paths; other paths get 404. */
export const appPaths = [
  '/',
  '/login',
  '/messages',
  '/messages/$id',
  '/send',
  '/templates',
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
  '/carriers/$id',
  '/statistics',
  '/verify',
  '/waiting',
  '/receipts',
  '/erasure',
  '/audit',
  '/health',
  '/operators',
  '/settings',
] as const;

export type AppPath = (typeof appPaths)[number];

/** The paths in Fastify's notation; all except the sign-in also under the account that an operator acts for. */
export function servedPaths(): string[] {
  const own = appPaths.map((path) => path.replace('$', ':'));
  const acting = own.filter((path) => path !== '/login').map((path) => `/as/:accountId${path === '/' ? '' : path}`);
  return [...own, ...acting];
}
