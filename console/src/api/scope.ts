/** An operator who acts for an account has the pages of that account behind /as/<accountId>. */
const acting = /^\/as\/([0-9a-f]{8}-[0-9a-f-]{27})(?=\/|$)/i.exec(globalThis.location?.pathname ?? '')?.[1];

export const actingFor: string | undefined = acting;
export const basePath = acting === undefined ? '/' : `/as/${acting}`;

/** The address of the console as that account, or as oneself. */
export function pathAs(accountId: string | undefined, path = '/'): string {
  return accountId === undefined ? path : `/as/${accountId}${path === '/' ? '' : path}`;
}

/** The page is left altogether, so that nothing of what was shown stays in memory. */
export function toLogin(): void {
  if (location.pathname === '/login') return;
  const here = location.pathname + location.search;
  location.replace(here === '/' ? '/login' : `/login?next=${encodeURIComponent(here)}`);
}
