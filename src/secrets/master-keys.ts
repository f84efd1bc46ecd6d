import { decrypt, encrypt, fingerprint } from './cipher.ts';

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

/** Of the keys that this process holds, the current one first. */
export const fingerprints = (): string[] => held.map((master) => master.fingerprint);

export type WrappedKey = { readonly id: string; readonly wrapped: string; readonly master: string };

const placeOf = (id: string): string => `data_keys ${id}`;

/** Encrypted with the current master key. */
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
