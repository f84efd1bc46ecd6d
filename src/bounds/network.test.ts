import fc from 'fast-check';
import { expect, test } from 'vitest';
import { networkOf, plainAddress } from './network.ts';

test('an IPv4 address is its own network, in both notations', () => {
  expect(networkOf('192.0.2.1')).toBe('192.0.2.1');
  expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(plainAddress('::FFFF:192.0.2.1')).toBe('192.0.2.1');
});

test('an IPv6 address is shortened to its /64, in any notation', () => {
  for (const address of ['2001:db8:0:1::5', '2001:0DB8:0000:0001:ffff::', '2001:db8:0:1:2:3:4:5'])
    expect(networkOf(address)).toBe('2001:db8:0:1');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0');
  expect(networkOf('::1')).toBe('0:0:0:0');
  expect(networkOf('2001:db8:0:2::5')).toBe('2001:db8:0:2');
});

test('two addresses share a network only if their first 64 bits are the same', () => {
  fc.assert(
    fc.property(fc.ipV6(), fc.ipV6(), (one, other) => {
      const first64 = (address: string) => BigInt.asUintN(128, bitsOf(address)) >> 64n;
      expect(networkOf(one) === networkOf(other)).toBe(first64(one) === first64(other));
    }),
  );
});

test('a peer without an address, or with a name, is counted under what it has', () => {
  expect(plainAddress(undefined)).toBe('');
  expect(networkOf('')).toBe('');
  expect(networkOf('mail.example')).toBe('mail.example');
});

/** By the URL parser, which knows nothing of the library that the code uses. */
function bitsOf(address: string): bigint {
  const [left = '', right = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const gap = Array<string>(8 - groups(left).length - groups(right).length).fill('0');
  return [...groups(left), ...gap, ...groups(right)].reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n);
}
