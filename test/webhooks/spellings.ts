/** The many notations of an address that webhooks may not reach. */

/** One of each special range, and several of loopback, where a listener would notice. */
export const specialV4 = [
  ...['127.0.0.1', '127.0.0.2', '127.1.2.3', '127.255.255.254', '0.0.0.0', '0.0.0.1', '10.0.0.1', '10.255.255.255'],
  ...['172.16.0.1', '172.31.255.254', '192.168.0.1', '192.168.255.254', '169.254.169.254', '169.254.0.1', '100.64.0.1'],
  ...['100.100.100.200', '192.0.0.192', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
  ...['224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', '168.63.129.16'],
];

const specialV6 = [
  ...[
    '::1',
    '0:0:0:0:0:0:0:1',
    '0000:0000:0000:0000:0000:0000:0000:0001',
    '::',
    '0::0',
    '::0001',
    'fe80::1',
    'fec0::1',
  ],
  ...['fc00::1', 'fd00::1', 'fd00:ec2::254', 'fd20:ce::254', 'ff02::1', 'ff05::2', '100::1', '2001:db8::1', '2001::1'],
  ...['2002::1', '3fff::1', '64:ff9b:1::1', '5f00::1', '2001:2::1', '2001:20::1', '4000::1'],
];

/** Hosts of URLs. Each is a notation that the URL parser, or the system's resolver, understands. */
export function forbiddenHosts(): string[] {
  const hosts = [...specialV4.flatMap(spellings), ...specialV6.map((address) => `[${address}]`), ...oddities];
  return [...new Set(hosts)];
}

function spellings(address: string): string[] {
  const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number];
  const whole = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  const tail = (b << 16) | (c << 8) | d;
  const hex = (n: number) => n.toString(16);
  const pair = (flip = 0) => `${hex(((a << 8) | b) ^ flip)}:${hex(((c << 8) | d) ^ flip)}`;
  return [
    ...[address, `${address}.`, `${whole}`, `0x${hex(whole)}`, `0${whole.toString(8)}`],
    ...[`${a}.${tail}`, `0x${hex(a)}.0x${hex(tail)}`, `${a}.${b}.${(c << 8) | d}`],
    ...[`0${a.toString(8)}.0${b.toString(8)}.0${c.toString(8)}.0${d.toString(8)}`],
    ...[`0x${hex(a)}.0x${hex(b)}.0x${hex(c)}.0x${hex(d)}`, `0x${hex(a)}.0${b.toString(8)}.${(c << 8) | d}`],
    ...[wide(address), address.replaceAll('.', '。'), encoded(address)],
    ...[
      `[::ffff:${address}]`,
      `[::ffff:${pair()}]`,
      `[0:0:0:0:0:ffff:${pair()}]`,
      `[::ffff:0:${address}]`,
      `[::${address}]`,
    ],
    ...[`[64:ff9b::${address}]`, `[64:ff9b:1::${address}]`, `[2002:${pair()}::1]`],
    ...[`[2001:0:4136:e378:8000:63bf:${pair(0xffff)}]`, `[2a00::5efe:${address}]`, `[fe80::200:5efe:${address}]`],
  ];
}

const oddities = ['127.1', '0', '0x0', '0177.1', '0x7F.1', '①②⑦.⓪.⓪.①', '𝟏𝟐𝟕.𝟎.𝟎.𝟏', '１２７｡1', '127.0.0.1%2e'];

const wide = (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
const encoded = (text: string) => text.replaceAll(/\d/g, (digit) => `%3${digit}`);
