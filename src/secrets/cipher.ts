import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Nonce, ciphertext and tag in base64url. The place is authenticated: the result cannot be decrypted for another place. */
export function encrypt(key: Buffer, place: string, clear: string | Buffer): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(place));
  const text = [cipher.update(clear), cipher.final()];
  return Buffer.concat([nonce, ...text, cipher.getAuthTag()]).toString('base64url');
}

/** Throws for another key or place, or a changed bit. */
export function decrypt(key: Buffer, place: string, encrypted: string): Buffer {
  const bytes = Buffer.from(encrypted, 'base64url');
  const nonce = bytes.subarray(0, nonceBytes);
  const end = Math.max(nonceBytes, bytes.length - tagBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(place));
  decipher.setAuthTag(bytes.subarray(end));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes, end)), decipher.final()]);
}

export function fingerprint(key: Buffer): string {
  return createHmac('sha256', key).update('hermod master key').digest('hex').slice(0, 16);
}

export type DataKey = { readonly id: string; readonly key: Buffer };

/** A key that encrypts values. Its id precedes each of them. */
export function newDataKey(): DataKey {
  return { id: randomBytes(6).toString('base64url'), key: randomBytes(keyBytes) };
}

const sealedForm = /^enc:1:([\w-]{8}):([\w-]+)$/;
/** The prefix of every encrypted value, for SQL. */
export const sealedPrefix = 'enc:1:';

export function seal({ id, key }: DataKey, place: string, clear: string): string {
  return `${sealedPrefix}${id}:${encrypt(key, place, clear)}`;
}

/** The parts of an encrypted value; undefined if the value is clear. */
export function sealedParts(value: string): { readonly keyId: string; readonly encrypted: string } | undefined {
  const [, keyId, encrypted] = sealedForm.exec(value) ?? [];
  return keyId === undefined ? undefined : { keyId, encrypted: encrypted! };
}

type MasterKey = { readonly key: Buffer; readonly fingerprint: string };

let held: readonly MasterKey[] = [];

/**
 * Sets the keys that decrypt data keys in this process: in base64, the current one first. Process-wide state, like the environment they
 * come from: as a parameter they would pass through every use case that touches a carrier or a webhook.
 */
export function useMasterKeys(...keys: readonly (string | undefined)[]): void {
  const given = keys.filter((key) => key !== undefined).map((key) => Buffer.from(key, 'base64'));
  held = given.map((key) => ({ key, fingerprint: fingerprint(key) }));
}

/** Fingerprints of the master keys of this process, the current one first. */
export const fingerprints = (): string[] => held.map((master) => master.fingerprint);

export type WrappedKey = { readonly id: string; readonly wrapped: string; readonly master: string };

const placeOf = (id: string): string => `data_keys ${id}`;

export function wrap(id: string, key: Buffer): WrappedKey {
  const [current] = held;
  if (current === undefined) throw new Error('this process holds no master key');
  return { id, wrapped: encrypt(current.key, placeOf(id), key), master: current.fingerprint };
}

/** Undefined if this process does not hold the master key. */
export function unwrap({ id, wrapped, master }: WrappedKey): Buffer | undefined {
  const key = held.find((candidate) => candidate.fingerprint === master)?.key;
  return key && decrypt(key, placeOf(id), wrapped);
}
