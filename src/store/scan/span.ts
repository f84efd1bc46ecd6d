import { uuidAt, uuidTime } from '../../domain/uuid.ts';

/** Largest difference between the clocks of machines. */
const skewMs = 3_600_000;

/** Bounds of all ids that were created since the oldest of these, on any machine: as constants of a statement they exclude all other partitions. */
export function uuidsBetween(ids: readonly string[]): [from: string, to: string] {
  const oldest = ids.reduce((first, id) => (id < first ? id : first));
  return uuidsSince(uuidTime(oldest));
}

/** The same for all ids since a time. */
export function uuidsSince(time: number): [from: string, to: string] {
  return [uuidAt(time - skewMs), uuidAt(Date.now() + skewMs)];
}
