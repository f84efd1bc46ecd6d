import type { SendRequest } from './sending.ts';

/** The request as a line for a shell. The key is never in the page: a variable takes its place. */
export function curlOf(request: SendRequest): string {
  const quoted = JSON.stringify(request).replaceAll("'", String.raw`'\''`);
  return [
    `curl ${location.origin}/v1/sms/messages \\`,
    `  -H 'Content-Type: application/json' -H "apikey: $HERMOD_API_KEY" \\`,
    `  -d '${quoted}'`,
  ].join('\n');
}
