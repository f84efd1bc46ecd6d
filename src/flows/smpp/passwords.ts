import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { Passwords } from '../passwords.ts';

/** 4 MiB and about 10 ms: a password has 47 random bits, so guessing it takes thousands of CPU years. */
export const smppPasswords = new Passwords({ log2N: 12, r: 8, p: 1 });

/** Without look-alikes. SMPP allows eight characters, and many clients accept no more. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const length = 8;

export function newPassword(): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]!).join('');
}

const own = randomBytes(32);

/** Identifies a password in this process without storing it. The key is random, so the mark is useless elsewhere. */
export function passwordMark(label: string, password: string): string {
  return createHmac('sha256', own).update(label).update('\0').update(password).digest('base64url');
}
