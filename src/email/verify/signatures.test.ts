import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { dkimSign } from 'mailauth';
import { expect, test } from 'vitest';
import { MailRefused } from '../read/headers.ts';
import { proveFrom, type Resolve } from './proof.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');
const resolver: Resolve = (name) =>
  name === 's._domainkey.good.example'
    ? Promise.resolve([[`v=DKIM1; k=ed25519; p=${key}`]])
    : Promise.reject(Object.assign(new Error('nothing'), { code: 'ENOTFOUND' }));

const prove = (raw: Buffer) =>
  proveFrom(
    { raw, via: 'SMTP', peer: undefined, helo: undefined, envelopeFrom: '' },
    'a@good.example',
    resolver,
    60_000,
  );

/** The header of a signature that is valid. */
async function sign(raw: Buffer, canonicalization: string): Promise<string> {
  const { signatures } = await dkimSign(raw, {
    canonicalization,
    algorithm: 'ed25519-sha256',
    signatureData: [
      { signingDomain: 'good.example', selector: 's', privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) },
    ],
  } as never);
  return signatures;
}

test.each(['relaxed/relaxed', 'simple/simple', 'relaxed/simple', 'simple/relaxed'])(
  'any body that was signed (%s) is proved, however it is prepared for verification',
  async (canonicalization) => {
    const piece = fc.constantFrom('a', 'bc', ' ', '  ', '\t', '\r\n', '\n', '\r', '\r\n\r\n', ' \r\n', '\xff', '.');
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        const mail = `From: a@good.example\r\nMessage-ID: <1@good.example>\r\n\r\n${pieces.join('')}`;
        const raw = Buffer.from(mail, 'latin1');
        const signatures = await sign(raw, canonicalization);
        const { verdict, proof } = await prove(Buffer.concat([Buffer.from(signatures), raw]));
        expect({ verdict, dkim: proof.dkim }).toEqual({
          verdict: 'aligned',
          dkim: [{ result: 'pass', domain: 'good.example' }],
        });
      }),
      { numRuns: 100 },
    );
  },
);

test.each([
  ['a gap of a hundred', 1, 97, 'aligned'],
  ['a longer gap', 1, 98, 'not aligned'],
  ['many gaps', 75, 90, 'aligned'],
  ['too many of them', 88, 96, 'not aligned'],
] as const)('a valid signature with %s', async (_, gaps, blanks, expected) => {
  const raw = Buffer.from('From: a@good.example\r\nMessage-ID: <1@good.example>\r\n\r\nHello\r\n');
  const valid = (await sign(raw, 'relaxed/relaxed')).trimEnd();
  const [before, value] = [valid.slice(0, valid.lastIndexOf('b=') + 2), valid.slice(valid.lastIndexOf('b=') + 2)];
  const digits = value.replaceAll(/\s/g, '');
  // Blanks and folds in the value of a signature do not count.
  const spread = [...digits].map((digit, at) => (at < gaps ? `${digit}${' '.repeat(blanks)}\r\n ` : digit)).join('');
  const { verdict } = await prove(Buffer.concat([Buffer.from(`${before}${spread}\r\n`), raw]));
  expect(verdict).toBe(expected);
});

const signature = (more = '', canonicalization = 'relaxed/relaxed') =>
  `DKIM-Signature: v=1; a=rsa-sha256; c=${canonicalization}; d=good.example; s=s; h=from:x${more}; bh=AAAA; b=AAAA\r\n`;
const top = 'From: a@good.example\r\nMessage-ID: <1@x>\r\n';
const withBody = (unit: string, canonicalization: string) => (size: number) =>
  `${signature('', canonicalization)}${top}\r\n${unit.repeat(size / unit.length)}x`;

/** The shapes grow up to what is still read. */
const shapes: [string, number, (size: number) => string][] = [
  ['blanks in h=', 64_000, (size) => `${signature(`${' '.repeat(size)}:y`)}${top}\r\nx`],
  ['blanks before a tag', 64_000, (size) => `${signature(`; ${' '.repeat(size)}z=1`)}${top}\r\nx`],
  ['carriage returns', 64_000, (size) => `${signature()}${top}X: ${'\r'.repeat(size)}y\r\n\r\nx`],
  ['folded lines', 64_000, (size) => `${signature()}${top}X: a\r\n${' b\r\n'.repeat(size)}\r\nx`],
  ['folded lines, as many as are read', 1_900, (size) => `${signature()}${top}X: a\r\n${' b\r\n'.repeat(size)}\r\nx`],
  ['signatures', 1_600, (size) => `${signature().repeat(size)}${top}\r\nx`],
  ['signatures, as many as are read', 900, (size) => `${signature().repeat(size)}${top}\r\nx`],
  ['names in h=', 3_800, (size) => `${signature(':x'.repeat(size))}${top}${'X: 1\r\n'.repeat(size / 4)}\r\nx`],
  ['blanks in a signed header', 60_000, (size) => `${signature()}${top}X: ${' '.repeat(size)}y\r\n\r\nx`],
  ['parameters', 60_000, (size) => `${signature()}${top}Content-Type: a/b${'; a'.repeat(size / 3)}\r\n\r\nx`],
  ['comments in From', 60_000, (size) => `${signature()}From: ${'('.repeat(size)}a@good.example\r\n\r\nx`],
  ...['relaxed/relaxed', 'simple/simple'].flatMap((canonicalization) =>
    ['a', '\n', '\r\n', '\r', ' ', ' \r\n', '\t', 'a  b\r\n'].map((unit): (typeof shapes)[number] => [
      `${canonicalization} body of ${JSON.stringify(unit)}`,
      3_000_000,
      withBody(unit, canonicalization),
    ]),
  ),
];

/** Milliseconds of this thread alone: what else the machine does is none of it. */
async function costOf(raw: Buffer): Promise<number> {
  const before = process.threadCpuUsage();
  await prove(raw).catch((error: unknown) => expect(error).toBeInstanceOf(MailRefused));
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** What grows too fast does so every time. Most shapes need one look. */
const looks = 5;

test.each(shapes)('%s: twice as much takes twice as long, at most', async (_, most, make) => {
  const [half, whole] = [make(most / 2), make(most)].map((raw) => Buffer.from(raw, 'latin1'));
  // What is done in a few milliseconds says nothing about growth.
  const grows = async () => (await costOf(whole!)) > 2.5 * Math.max(await costOf(half!), 40);
  let seen = 0;
  while (seen < looks && (await grows())) seen++;
  expect(seen).toBeLessThan(looks);
});
