import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { normalPassword } from '../../domain/access/password.ts';
import { Permits } from '../../work/permits.ts';

/** 32 MiB and a quarter of a second: as much as a log-in may cost, a thousand times more than whoever guesses would like. */
const cost = { log2N: 15, r: 8, p: 3 };
const hashBytes = 32;
const saltBytes = 16;

/** One at a time and process, on a thread beside the event loop: whoever tries passwords takes no processor from the messages. */
const permits = new Permits({ most: 1, mostOfOne: 1, mostWaiting: 5, patienceMs: 10_000 });

export async function hashPassword(password: string, owner: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(password, salt, cost, owner);
  return ['scrypt', cost.log2N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Stored by nobody: an unknown name takes as long as a wrong password. */
const noHash = ['scrypt', cost.log2N, cost.r, cost.p, randomBytes(saltBytes).toString('base64url'), ''].join('$');

export async function isPassword(password: string, stored: string | null | undefined, owner: string): Promise<boolean> {
  const [, log2N, r, p, salt = '', hash = ''] = (stored ?? noHash).split('$');
  const given = await derive(
    password,
    Buffer.from(salt, 'base64url'),
    { log2N: Number(log2N), r: Number(r), p: Number(p) },
    owner,
  );
  const expected = Buffer.from(hash, 'base64url');
  return expected.length === given.length && timingSafeEqual(expected, given);
}

async function derive(password: string, salt: Buffer, { log2N, r, p }: typeof cost, owner: string): Promise<Buffer> {
  await permits.enter(owner);
  try {
    const options: ScryptOptions = { N: 2 ** log2N, r, p, maxmem: 256 * 2 ** log2N * r };
    return await new Promise((resolve, reject) => {
      scrypt(normalPassword(password), salt, hashBytes, options, (error, key) =>
        error === null ? resolve(key) : reject(error),
      );
    });
  } finally {
    permits.leave(owner);
  }
}
