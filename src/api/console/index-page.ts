import { randomBytes } from 'node:crypto';
import { pageHeaders } from '../server/page-headers.ts';

/** The placeholder of the nonce in index.html; console/vite.config.ts writes it. */
const placeholder = '__NONCE__';

export type IndexPage = { readonly html: string; readonly headers: Readonly<Record<string, string>> };

/**
 * The page of the console. Scripts come from files only; styles that components add at run time have a nonce, new in each response. The
 * page (1 KB) therefore has no ETag: after "304 Not Modified" a browser would combine the old page with the nonce of the new header.
 */
export function indexPage(template: string): IndexPage {
  const nonce = randomBytes(16).toString('base64');
  return { html: template.replaceAll(placeholder, nonce), headers: headersFor(nonce) };
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
