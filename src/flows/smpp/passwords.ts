import { createHmac, randomBytes, randomInt, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { Permits } from '../../work/permits.ts';

/**
 * 4 MiB and some ten milliseconds: a password has 47 random bits, so that guessing all of them takes thousands of years of a
 * processor, and a customer who binds fifty times at once waits for half a second.
 */
const cost = { log2N: 12, r: 8, p: 1 };
const hashBytes = 32;
const saltBytes = 16;

/** On threads beside the event loop, of which there are four for everything: strangers must not have them all. */
const permits = new Permits({ most: 2, mostOfOne: 1, mostWaiting: 100, patienceMs: 10_000 });

/** Without those that look like others. SMPP has room for eight characters, and many clients take no more. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const length = 8;

export function newPassword(): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]!).join('');
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(password, salt, cost);
  return ['scrypt', cost.log2N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Stored by nobody: an unknown name takes as long as a wrong password. */
const noHash = ['scrypt', cost.log2N, cost.r, cost.p, randomBytes(saltBytes).toString('base64url'), ''].join('$');

/** The stored one that the password is, if it is one of them. `owner`: whose turn it takes. */
export async function matching(
  password: string,
  stored: readonly string[],
  owner: string,
): Promise<string | undefined> {
  await permits.enter(owner);
  try {
    let found: string | undefined;
    for (const one of stored.length === 0 ? [noHash] : stored) if (await isPassword(password, one)) found ??= one;
    return found;
  } finally {
    permits.leave(owner);
  }
}

async function isPassword(password: string, stored: string): Promise<boolean> {
  const [, log2N, r, p, salt = '', hash = ''] = stored.split('$');
  const given = await derive(password, Buffer.from(salt, 'base64url'), {
    log2N: Number(log2N),
    r: Number(r),
    p: Number(p),
  });
  const expected = Buffer.from(hash, 'base64url');
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function derive(password: string, salt: Buffer, { log2N, r, p }: typeof cost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** log2N, r, p, maxmem: 256 * 2 ** log2N * r };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, hashBytes, options, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
}

const own = randomBytes(32);

/** Tells in this process whether a password is one that was right before. Of no use to anybody who reads it elsewhere. */
export function passwordMark(stored: string, password: string): string {
  return createHmac('sha256', own).update(stored).update('\0').update(password).digest('base64url');
}
