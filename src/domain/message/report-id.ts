import { uuidTime } from '../uuid.ts';

/** The statuses that most messages report. */
export type UsualStatus = 'SENT' | 'DELIVERED';

const versionAt = 14;
const swapped = '89abcdef01234567';

/**
 * The `webhook-id` of a report, derived from the message id. A process may crash after it has posted a report and before it has
 * stored that; the process that takes over must post it under the same id. A UUID of version 8 that sorts next to its message.
 */
export function reportId(messageId: string, status: UsualStatus): string {
  const digit = messageId[versionAt + 1]!;
  const next = status === 'SENT' ? digit : swapped[Number.parseInt(digit, 16)];
  return `${messageId.slice(0, versionAt)}8${next}${messageId.slice(versionAt + 2)}`;
}

/** The same in SQL, for a column with the id of a message. */
export const reportIdSql = (column: string, status: UsualStatus): string => {
  const digit = `substr(${column}::text, ${versionAt + 2}, 1)`;
  const next = status === 'SENT' ? digit : `translate(${digit}, '0123456789abcdef', '${swapped}')`;
  return `overlay(${column}::text PLACING '8' || ${next} FROM ${versionAt + 1} FOR 2)::uuid`;
};

const dayMs = 86_400_000;

/** The partition of an older message may be about to be dropped, so its reports have ids of their own time. */
export const hasReportId = (messageId: string, now: number): boolean => now - uuidTime(messageId) < dayMs;
