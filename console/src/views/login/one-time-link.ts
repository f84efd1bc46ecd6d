import { api, ask } from '../../api/client.ts';

/**
 * The token of a one-time link follows the # of the address, which no server and no log sees. It is taken out of the
 * address bar before anything else, and tried once: when this module is loaded, and never when something is drawn again.
 */
const link = location.pathname === '/login' ? location.hash.slice(1) : '';
if (link) history.replaceState(history.state, '', location.pathname + location.search);

export const linkTried: Promise<unknown> | undefined = link
  ? ask(api.POST('/console/v1/session', { body: { link } }))
  : undefined;
// The page shows a refusal; this only keeps it from being reported as an unhandled rejection.
linkTried?.catch(() => {});
// Another link opened in the same tab changes nothing but the fragment.
window.addEventListener('hashchange', () => {
  if (location.pathname === '/login' && location.hash.length > 1) location.reload();
});
