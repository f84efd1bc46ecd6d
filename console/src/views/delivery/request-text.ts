import type { Delivery } from '../webhooks/reading.ts';

/** A body of JSON with a line for each field; anything else as it is. */
export function pretty(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), undefined, 2);
  } catch {
    return payload;
  }
}

/** The headers of each attempt. Time and signature differ from attempt to attempt. */
export function headersOf({ deliveryId, kind, messageId, url }: Delivery): [name: string, value: string | undefined][] {
  return [
    ['host', hostOf(url)],
    ['content-type', 'application/json'],
    ['webhook-id', deliveryId],
    ['webhook-timestamp', undefined],
    ['webhook-signature', undefined],
    ...(kind === 'delivery report' ? [['x-message-id', messageId] as [string, string | undefined]] : []),
  ];
}

function hostOf(url: string): string | undefined {
  return URL.parse(url)?.host;
}
