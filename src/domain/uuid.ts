/** The smallest and the largest id: where an ordered scan begins. */
export const firstUuid = '00000000-0000-0000-0000-000000000000';
export const lastUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The smallest UUIDv7 of a millisecond: the boundary between ids created before and after it. */
export function uuidAt(milliseconds: number): string {
  const hex = Math.max(0, Math.floor(milliseconds)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-0000-0000-000000000000`;
}

export function uuidTime(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}

/** Largest difference between the clocks of machines. */
const skewMs = 3_600_000;

/** Bounds of all ids that were created since a time, on any machine: as constants of a statement they exclude all other partitions. */
export function uuidsSince(time: number, now: number): [from: string, to: string] {
  return [uuidAt(time - skewMs), uuidAt(now + skewMs)];
}

/** Like `uuidsSince`, from the creation of the oldest of these ids. */
export function uuidsBetween(ids: readonly string[], now: number): [from: string, to: string] {
  const oldest = ids.reduce((first, id) => (id < first ? id : first));
  return uuidsSince(uuidTime(oldest), now);
}

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return pattern.test(text);
}
