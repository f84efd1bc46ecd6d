import { expect, test } from 'vitest';
import { decodeOldCharset } from './charset.ts';

const utf32 = (text: string, order: 'BE' | 'LE') => {
  const bytes = Buffer.alloc([...text].length * 4);
  for (const [index, character] of [...text].entries())
    bytes[`writeUInt32${order}`](character.codePointAt(0)!, index * 4);
  return bytes;
};

test.each([
  ['cspcp852', [0x9f, 0xe7, 0xa7], 'čšž'],
  ['dos-852', [0x9f, 0xe7, 0xa7], 'čšž'],
  ['ibm00858', [0xd5], '€'],
  ['utf-32', [...utf32('\ufeff#č😀', 'LE')], '\ufeff#č😀'],
  ['utf-32', [...utf32('#č😀', 'BE')], '#č😀'],
  ['utf-32le', [...utf32('#č😀', 'LE'), 1], '#č😀'],
  ['utf-32be', [0, 0, 0, 0x23, 0xff, 0, 0, 0], '#\ufffd'],
])('%s: %j', (label, bytes, text) => expect(decodeOldCharset(Buffer.from(bytes), label)).toBe(text));
