import type { PlainKey } from '../../texts/catalogue.ts';

/** What happens to a message to each of the numbers that the simulator treats in its own way. */
export const magicTexts: Readonly<Record<string, PlainKey>> = {
  failed: 'phone.failed',
  expired: 'phone.expired',
  refused: 'phone.refused',
  rejected: 'phone.rejected',
  unknown: 'phone.unknown',
  throttled: 'phone.throttled',
  slow: 'phone.slow',
  silent: 'phone.silent',
  unanswered: 'phone.unanswered',
  echo: 'phone.echo',
  busy: 'phone.busy',
  'two receipts': 'phone.twoReceipts',
  'part lost': 'phone.partLost',
};
