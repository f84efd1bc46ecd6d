import { createHash } from 'node:crypto';

/** The hash stored for an API key. UUIDs are case-insensitive. */
export function keyHash(key: string): Buffer {
  return createHash('sha256').update(key.toLowerCase()).digest();
}

/** Long enough to tell keys apart in a list, too short to be used as a key. */
export function keyPrefix(key: string): string {
  return key.slice(0, 8).toLowerCase();
}
