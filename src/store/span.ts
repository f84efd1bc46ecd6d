import { uuidAt } from '../domain/uuid.ts';

/** Clocks of machines may differ by this much. */
const skewMs = 3_600_000;

/** Borders of everything that was written since the oldest of these: as constants of a statement they spare all other partitions. */
export function uuidsBetween(ids: readonly string[]): [from: string, to: string] {
  return [ids.reduce((oldest, id) => (id < oldest ? id : oldest)), uuidAt(Date.now() + skewMs)];
}
