import { uuidAt, uuidTime } from '../domain/uuid.ts';

/** Clocks of machines may differ by this much. */
const skewMs = 3_600_000;

/**
 * Borders of everything that was written since the oldest of these, on whatever machine: as constants of a statement they spare
 * all other partitions.
 */
export function uuidsBetween(ids: readonly string[]): [from: string, to: string] {
  const oldest = ids.reduce((first, id) => (id < first ? id : first));
  return uuidsSince(uuidTime(oldest));
}

/** The same for everything since a time. */
export function uuidsSince(time: number): [from: string, to: string] {
  return [uuidAt(time - skewMs), uuidAt(Date.now() + skewMs)];
}
