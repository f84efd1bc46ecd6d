import type { MeaningName } from './meanings.ts';

/** Reasons that this service writes itself, by how they begin; a test compares them with the code that writes them. */
const beginnings: readonly (readonly [RegExp, MeaningName])[] = [
  [/^no carrier takes messages to /, 'no route'],
  [/^the account has no price for /, 'no price'],
  [/^the account is suspended/, 'account suspended'],
  [/^the sender is no longer confirmed/, 'sender not confirmed'],
  [/^the recipient has opted out/, 'opted out'],
  [/^cancelled by the operator/, 'withdrawn'],
  [/^a magic number asks for it/, 'simulated'],
  [/^the carrier did not report the outcome$/, 'no receipt'],
  [/^throttled$/, 'throttled'],
  [/^queue full$/, 'queue full'],
  [/^(a process vanished|the result could not be stored)/, 'service ended'],
  [/^it asks for payment/, 'credit'],
  [/^it refuses our credentials/, 'credentials'],
  [/^it (does not know the path|answers with a redirect)/, 'configuration'],
  [/^(the URL leads to|the server does not speak TLS|the answer is not valid HTTP|the headers of)/, 'configuration'],
  [/^(the carrier never answered|the link was lost before the answer|no answer|the answer |an answer )/, 'no answer'],
  [/ without a reference$/, 'no answer'],
  [/^the connection was (reset|closed without an answer)/, 'no answer'],
  [/^(the link is down|the link was lost|the simulator is stopped|the service is stopping|Hermod )/, 'connection lost'],
  [/^(no connection|connection refused|the address cannot|the name |the certificate |no TLS)/, 'connection lost'],
];

export const ownMeaning = (reason: string): MeaningName | undefined =>
  beginnings.find(([beginning]) => beginning.test(reason))?.[1];

const statuses: Readonly<Record<number, MeaningName>> = {
  401: 'credentials',
  402: 'credit',
  403: 'credentials',
  404: 'configuration',
  405: 'configuration',
  407: 'credentials',
  408: 'carrier fault',
  413: 'too long',
  425: 'carrier fault',
  429: 'throttled',
  504: 'no answer',
};

/** An HTTP status of a carrier, without a known code. */
export const byHttpStatus = (status: number): MeaningName =>
  statuses[status] ?? (status >= 500 ? 'carrier fault' : 'rejected');
