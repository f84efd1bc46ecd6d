import { uuidTime } from '../uuid.ts';

/** The reports of the usual message. */
export type UsualStatus = 'SENT' | 'DELIVERED';

const versionAt = 14;
const swapped = '89abcdef01234567';

/**
 * The `webhook-id` of a report, made from the id of its message: a process may vanish with a report that it has posted and not
 * stored, and whoever takes over has to send it under the same id. A UUID of version 8, next to its message in the order of time.
 */
export function reportId(messageId: string, status: UsualStatus): string {
  const digit = messageId[versionAt + 1]!;
  const next = status === 'SENT' ? digit : swapped[Number.parseInt(digit, 16)];
  return `${messageId.slice(0, versionAt)}8${next}${messageId.slice(versionAt + 2)}`;
}

/** The same in SQL, of a column that holds the id of a message. */
export const reportIdSql = (column: string, status: UsualStatus): string => {
  const digit = `substr(${column}::text, ${versionAt + 2}, 1)`;
  const next = status === 'SENT' ? digit : `translate(${digit}, '0123456789abcdef', '${swapped}')`;
  return `overlay(${column}::text PLACING '8' || ${next} FROM ${versionAt + 1} FOR 2)::uuid`;
};

const dayMs = 86_400_000;

/** An older message may be of a week that is about to be deleted: its reports have ids of their own time. */
export const hasReportId = (messageId: string, now: number): boolean => now - uuidTime(messageId) < dayMs;
