import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAddresses } from './addresses.ts';

test.each([
  ['alice@good.example', ['alice@good.example']],
  ['<alice@good.example>', ['alice@good.example']],
  ['Alice <Alice@GOOD.Example>', ['Alice@good.example']],
  ['"alice@good.example" <eve@evil.example>', ['eve@evil.example']],
  ['"a\\"b <alice@good.example>" <eve@evil.example>', ['eve@evil.example']],
  ['alice@good.example <eve@evil.example>', ['alice@good.example', 'eve@evil.example']],
  ['alice@good.example <alice@good.example>', ['alice@good.example']],
  ['(alice@good.example) eve@evil.example', ['eve@evil.example']],
  ['eve@evil.example (alice@good.example (nested \\) ) )', ['eve@evil.example']],
  ['eve(x)@(y)evil.example', ['eve@evil.example']],
  ['=?utf-8?Q?alice=40good.example?= <eve@evil.example>', ['eve@evil.example']],
  ['=?utf-8?Q?=3Calice=40good.example=3E?=', []],
  ['=?utf-8?Q?alice@good.example?=', []],
  ['=?utf-8?Q?alice@good.example?= <eve@evil.example>', []],
  ['a@x.example, "B" <b@y.example>', ['a@x.example', 'b@y.example']],
  ['Team: a@x.example, b@y.example;', ['a@x.example', 'b@y.example']],
  ['Undisclosed:;', []],
  ['Smith, Alice <alice@good.example>', ['alice@good.example']],
  ['John Q. Public [x] <j@good.example>', ['j@good.example']],
  ['"alice"@good.example', ['alice@good.example']],
  ['"a b"@good.example', ['"a b"@good.example']],
  ['alice@[192.0.2.1]', ['alice@[192.0.2.1]']],
  ['Živa <ž@primer.si>', ['ž@primer.si']],
  ['\u008apela <a@good.example>', ['a@good.example']], // a name in bytes of no declared charset
  ['', []],
  ['Alice', []],
  ['alice@', []],
  ['@good.example', []],
  ['alice@good..example', []],
  ['.alice@good.example', []],
  ['alice@-good.example', []],
  ['alice@good.example>', []],
  ['<alice@good.example', []],
  ['<alice@good.example> <eve@evil.example>', []],
  ['<alice@good.example> eve', []],
  ['<<alice@good.example>>', []],
  ['<@relay.example:alice@good.example>', []],
  ['alice@good.example@evil.example', []],
  ['alice@good.example eve@evil.example', []],
  ['"alice@good.example', []],
  ['(alice@good.example', []],
  ['alice\\@good.example', []],
  ['alice@good.example\u0000', []],
  ['alice@good.example, <eve@', []],
])('%j', (header, addresses) => expect(readAddresses(header)).toEqual(addresses));

test('an address in quotation marks or a comment never counts, whatever is around', () => {
  const noise = fc.stringMatching(/^[a-z <>@.,:;()"\\=?]{0,12}$/);
  fc.assert(
    fc.property(noise, noise, (before, after) => {
      const quoted = JSON.stringify(`${before}<alice@good.example>${after}`);
      expect(readAddresses(`${quoted} <eve@evil.example>`)).toEqual(['eve@evil.example']);
    }),
  );
});
