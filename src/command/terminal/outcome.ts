import { type Status, statuses } from '../../domain/message/message.ts';

const waiting: readonly Status[] = ['ACCEPTED', 'SCHEDULED', 'SENT'];

/** UNKNOWN may still be corrected by a late receipt, which nobody waits for. */
export function isOver(status: unknown): boolean {
  return statuses.includes(status as Status) && !waiting.includes(status as Status);
}
