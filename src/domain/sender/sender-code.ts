import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

export const codeMinutes = 30;
/** Wrong codes accepted before a code becomes invalid: a guess succeeds five times in a million. */
export const mostTries = 5;

export type StoredCode = { readonly salt: Buffer; readonly hash: Buffer };

export function newCode(digits = 6): string {
  return String(randomInt(10 ** digits)).padStart(digits, '0');
}

/**
 * `subjectId` is what the code confirms: a sender or a verification. The salt and the subject protect the code from casual reading,
 * from precomputed tables and from being moved to another row. They do not protect it from a reader of the row who tries all codes,
 * which takes a second. A slow hash would not either: the same database holds the text with the code. The real protection is 30
 * minutes and 5 tries.
 */
export function hashCode(subjectId: string, code: string, salt: Buffer = randomBytes(16)): StoredCode {
  return { salt, hash: createHmac('sha256', salt).update(`${subjectId} ${code}`).digest() };
}

export function isRightCode(subjectId: string, given: string, { salt, hash }: StoredCode): boolean {
  return timingSafeEqual(hashCode(subjectId, given, salt).hash, hash);
}

/** At most `most` codes in `seconds` seconds. */
export type CodeLimit = { readonly most: number; readonly seconds: number };

const hour = 3_600;
const day = 24 * hour;

/**
 * Codes cost the receiver attention and the service money, but the requester nothing. Codes to a number are counted over all
 * accounts and senders, so that deleting and registering again cannot flood it. Codes by SMS for an account limit what a stolen key
 * can spend; codes by e-mail limit what one inbox receives. The daily limit over all accounts is a setting.
 */
export const codeLimits = {
  sender: [
    { most: 1, seconds: 60 },
    { most: 5, seconds: hour },
  ],
  number: [
    { most: 10, seconds: hour },
    { most: 20, seconds: day },
  ],
  account: [
    { most: 100, seconds: hour },
    { most: 200, seconds: day },
  ],
  contact: [
    { most: 60, seconds: hour },
    { most: 200, seconds: day },
  ],
} as const satisfies Record<string, readonly CodeLimit[]>;

/** Seconds until the daily limit over all accounts allows another code; `age` is that of the oldest code that counts. */
export function waitForAll(age: number | undefined): number {
  return age === undefined ? 0 : waitFor([age], { most: 1, seconds: day });
}

/** Seconds since the last codes were sent, newest first. */
export type CodeAges = Readonly<Record<keyof typeof codeLimits, readonly number[]>>;

/** Whole seconds until another code may be sent; 0: now. */
export function waitForCode(ages: CodeAges): number {
  const waits = (Object.keys(codeLimits) as (keyof CodeAges)[]).flatMap((kind) =>
    codeLimits[kind].map((limit) => waitFor(ages[kind], limit)),
  );
  return Math.max(0, ...waits);
}

export function waitFor(ages: readonly number[], { most, seconds }: CodeLimit): number {
  const oldest = ages[most - 1];
  return oldest === undefined ? 0 : Math.max(0, Math.ceil(seconds - oldest));
}

/**
 * Wrong codes within a number of days after which an operator has to unlock the value. They are counted by account and value: a new
 * code, another channel or a new registration of the same value gives no further tries. For numbers they are also counted over all
 * accounts, since the owner of a number need not have an account. A name is confirmed by the account's own contact, so one account
 * cannot block another. With these limits, someone else's number is confirmed by chance once in 50,000 days.
 */
export const wrongLimits = {
  value: { most: 10, days: 30 },
  account: { most: 50, days: 1 },
  number: { most: 20, days: 1 },
} as const;
export type WrongCodes = Readonly<Record<keyof typeof wrongLimits, number>>;

export function needsOperator(wrong: WrongCodes): boolean {
  return (Object.keys(wrongLimits) as (keyof WrongCodes)[]).some((kind) => wrong[kind] >= wrongLimits[kind].most);
}

const longestName = 60;

export function codeText(serviceName: string, number: string, code: string): string {
  const name = [...serviceName].slice(0, longestName).join('');
  return `${name}: ${code} is the code that confirms ${number} as a sender. Valid for ${codeMinutes} minutes. If you did not ask for it, ignore it.`;
}

export function codeMail(
  serviceName: string,
  { id, value, channel }: { id: string; value: string; channel: string },
  code: string,
): { subject: string; body: string } {
  return {
    subject: `${serviceName}: code for the sender ${value}`,
    body: [
      `The code that confirms ${value} as a sender (${channel}) is ${code}.`,
      '',
      `It is valid for ${codeMinutes} minutes. Confirm the sender with POST /v1/senders/confirm:`,
      '',
      `  {"id":"${id}","confirmationCode":"${code}"}`,
      '',
      'If you did not ask for it, do nothing: without the code the sender cannot be used.',
      '',
    ].join('\n'),
  };
}
