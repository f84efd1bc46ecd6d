import { randomBytes } from 'node:crypto';
import { pageHeaders } from '../page-headers.ts';

/** What stands in index.html where the nonce of an answer belongs; console/vite.config.ts puts it there. */
const blank = '__NONCE__';

export type IndexPage = { readonly html: string; readonly headers: Readonly<Record<string, string>> };

/**
 * The page of the console. Scripts come from files only; the styles that components add while they run carry a nonce, which
 * is another one in each answer. So the page has no ETag: a browser that was told "not modified" would keep the old nonce
 * in the page and take the new one from the header. It is one kilobyte.
 */
export function indexPage(template: string): IndexPage {
  const nonce = randomBytes(16).toString('base64');
  return { html: template.replaceAll(blank, nonce), headers: headersFor(nonce) };
}

function headersFor(nonce: string): Record<string, string> {
  const policy = {
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
  };
  return { ...pageHeaders(policy), 'cache-control': 'no-cache' };
}
