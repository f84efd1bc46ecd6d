import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isReachable } from './address.ts';

const everything = ['0.0.0.0/0', '::/0'];

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.1',
  '172.32.0.1',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00::1',
])('%s is public', (address) => expect(isReachable(address, [])).toBe(true));

test.each([
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.0.1', '172.16.0.1'],
  ...['172.31.255.255', '192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.19.255.255'],
  ...['198.51.100.7', '203.0.113.7', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
])('%s is special, and so is every IPv6 address it hides in', (address) => {
  const hex = hexOf(address);
  const swapped = hexOf(address, 0xff);
  const forms = [
    address,
    ...[`::ffff:${address}`, `::ffff:${hex}`, `::ffff:0:${address}`, `::${hex}`, `64:ff9b::${address}`],
    ...[`64:ff9b:1::${address}`, `2002:${hex}::1`, `2001:0:4136:e378:8000:63bf:${swapped}`],
    ...[`2a00::5efe:${address}`, `2a00::200:5efe:${address}`, `fe80::5efe:${address}`],
  ];
  for (const form of forms) expect([form, isReachable(form, [])]).toEqual([form, false]);
});

test.each([
  ...[
    '::',
    '::1',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'fc00::1',
    'fd00::1',
    'ff02::1',
    'ff0e::1',
    '100::1',
    '2001:db8::1',
  ],
  ...[
    '3fff::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '5f00::1',
    '4000::1',
    '1fff::1',
    'e000::1',
    '2002::1',
    '2001::1',
  ],
])('%s is special', (address) => expect(isReachable(address, [])).toBe(false));

test.each([
  ['169.254.169.254', 'most clouds'],
  ['fd00:ec2::254', 'AWS'],
  ['fd20:ce::254', 'Google'],
  ['100.100.100.200', 'Alibaba'],
  ['192.0.0.192', 'Oracle'],
  ['168.63.129.16', 'Azure'],
  ['::ffff:168.63.129.16', 'Azure, mapped'],
  ['64:ff9b::168.63.129.16', 'Azure, through NAT64'],
])('%s, the metadata of %s, is only reached if listed', (address) => {
  expect(isReachable(address, [])).toBe(false);
  expect(isReachable(address, everything)).toBe(true);
});

test('NAT64 leads an IPv6-only host to public IPv4; local NAT64 and the dead tunnels lead nowhere', () => {
  expect(isReachable('64:ff9b::8.8.8.8', [])).toBe(true);
  expect(isReachable('::ffff:8.8.8.8', [])).toBe(true);
  for (const address of ['64:ff9b:1::8.8.8.8', '::8.8.8.8', '2002:808:808::1', '2a00::5efe:808:808']) {
    expect([address, isReachable(address, [])]).toEqual([address, false]);
  }
});

test('a listed IPv4 range is also listed as IPv4-mapped, but not behind a gateway', () => {
  const allow = ['10.0.0.0/8', '127.0.0.0/8'];
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '127.0.0.1', '::ffff:7f00:1']) {
    expect(isReachable(address, allow)).toBe(true);
  }
  for (const address of ['11.0.0.1', '64:ff9b::10.1.2.3', '2002:a01:203::1', '::10.1.2.3', '::1', '192.168.0.1']) {
    expect([address, isReachable(address, allow)]).toEqual([address, address === '11.0.0.1']);
  }
  expect(isReachable('64:ff9b::10.1.2.3', ['64:ff9b::10.0.0.0/104'])).toBe(true);
  expect(isReachable('::1', ['::1/128'])).toBe(true);
  expect(isReachable('::2', ['::1/128'])).toBe(false);
});

test.each([
  '',
  'localhost',
  '0x7f.1',
  '2130706433',
  '0177.0.0.1',
  '127.1',
  '127.0.0.1:80',
  '[::1]',
  ' 1.1.1.1',
  '1.1.1.1\n',
])('%j is not an address, so nothing allows it', (text) => expect(isReachable(text, everything)).toBe(false));

test.each(['fe80::1%eth0', 'fe80::1%1', '2a00::1%lo', '::1%lo'])(
  'the zone of %s is refused whatever is listed',
  (address) => expect(isReachable(address, everything)).toBe(false),
);

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (text) => typeof isReachable(text, []) === 'boolean'),
  );
});

function hexOf(address: string, flip = 0): string {
  const [a, b, c, d] = address.split('.').map((part) => Number(part) ^ flip);
  return `${((a! << 8) | b!).toString(16)}:${((c! << 8) | d!).toString(16)}`;
}
