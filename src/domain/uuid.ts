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

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return pattern.test(text);
}
