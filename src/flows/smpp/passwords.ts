import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { Passwords } from '../passwords.ts';

/** 4 MiB and some ten milliseconds: a password has 47 random bits, so that guessing it takes thousands of years of a processor. */
export const smppPasswords = new Passwords({ log2N: 12, r: 8, p: 1 });

/** Without those that look like others. SMPP has room for eight characters, and many clients take no more. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const length = 8;

export function newPassword(): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]!).join('');
}

const own = randomBytes(32);

/** Identifies a password under a label in this process, without holding it. Useless outside of the process. */
export function passwordMark(label: string, password: string): string {
  return createHmac('sha256', own).update(label).update('\0').update(password).digest('base64url');
}
