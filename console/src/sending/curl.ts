import type { SendRequest } from './sending.ts';

/** The request as a line for a shell. Without a key that the person has asked for, a variable takes its place. */
export function curlOf(request: SendRequest, key = '$HERMOD_API_KEY'): string {
  const quoted = JSON.stringify(request).replaceAll("'", String.raw`'\''`);
  return [
    `curl ${location.origin}/v1/sms/messages \\`,
    `  -H 'Content-Type: application/json' -H "apikey: ${key}" \\`,
    `  -d '${quoted}'`,
  ].join('\n');
}
