import { createHmac } from 'node:crypto';

/** Codes of authenticator apps (RFC 6238) with the default parameters: SHA-1, six digits, 30 s. */
const stepSeconds = 30;
const digits = 6;
/** Clocks differ and people type slowly, so the previous and the next code are accepted too. */
const drift = 1;

export const secretBytes = 20;

export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac[mac.length - 1]! & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return `${number % 10 ** digits}`.padStart(digits, '0');
}

/** The time step that this code belongs to, if it is later than the last step used. */
export function matchingStep(secret: Buffer, code: string, seconds: number, lastStep: number): number | undefined {
  const now = Math.floor(seconds / stepSeconds);
  for (let step = now - drift; step <= now + drift; step++) {
    if (step > lastStep && codeAt(secret, step) === code) return step;
  }
  return undefined;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 as authenticator apps expect it, without padding. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(value >> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + alphabet[(value << (5 - bits)) & 31];
}

/** The content of the QR code for an authenticator app. */
export function totpUri(secret: Buffer, issuer: string, name: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(name)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
