/** The kinds of events, in the order in which they are shown. */
export const eventKinds = ['delivery report', 'inbound message', 'sender status'] as const;
export type EventKind = (typeof eventKinds)[number];

const prefix = 'endpoint:';
const target = /^endpoint:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):/;

/** The origin of events for a managed endpoint, which has its own slots and circuit breaker, whatever its URL. */
export const endpointOrigin = (id: string): string => prefix + id;

/**
 * Stored in place of a URL for an event that goes to a managed endpoint. The event is sent to the endpoint's URL at that time; the URL in
 * this text is shown once the endpoint is deleted. A sender's URL for status changes is not validated and may look like such a text, so
 * readers also compare the account.
 */
export const endpointTarget = (id: string, url: string): string => `${endpointOrigin(id)}:${url}`;

export function endpointIn(stored: string): { readonly id: string; readonly url: string } | undefined {
  // Most targets are URLs; checked first because it is cheap.
  if (!stored.startsWith(prefix)) return undefined;
  const found = target.exec(stored);
  return found === null ? undefined : { id: found[1]!, url: stored.slice(found[0].length) };
}
