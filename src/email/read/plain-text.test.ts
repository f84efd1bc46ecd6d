import { expect, test } from 'vitest';
import { unescapeDashes } from './mail.ts';

const begin = '-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA512\r\n\r\n';
const end = '\r\n-----BEGIN PGP SIGNATURE-----\r\n\r\n- iQ==\r\n';

test.each([
  [
    'what the signing added falls away',
    `- x\r\n${begin}a\r\n- -b\r\n- - c\r\n-d${end}`,
    `- x\r\n${begin}a\r\n-b\r\n- c\r\n-d${end}`,
  ],
  ['a text without signature stays', `${begin}- -b`, `${begin}- -b`],
  ['a text that was not signed stays', `- -b${end}`, `- -b${end}`],
])('%s', (_, text, expected) => expect(unescapeDashes(text)).toBe(expected));
