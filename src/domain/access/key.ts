import { createHash } from 'node:crypto';

/** What is stored of an API key. Case does not matter in a UUID. */
export function keyHash(key: string): Buffer {
  return createHash('sha256').update(key.toLowerCase()).digest();
}

/** Enough to tell keys apart in a list, too little to use. */
export function keyPrefix(key: string): string {
  return key.slice(0, 8).toLowerCase();
}
