import { expect, test } from 'vitest';
import { readForward, readPath } from './smtp-command.ts';

test.each([
  ['<alice@good.example>', 'alice@good.example'],
  [' <alice@good.example> ', 'alice@good.example'],
  ['<>', ''],
  ['<user.@printer.example>', 'user.@printer.example'],
  ['<@relay.example,@other.example:alice@good.example>', 'alice@good.example'],
  ['<alice@xn--bcher-kva.example>', 'alice@bücher.example'],
  ['<alice@[192.0.2.1]>', 'alice@[192.0.2.1]'],
  ['<Postmaster>', 'Postmaster'],
])('the path %s is the address %j', (text, address) => {
  expect(readPath(text)).toEqual({ address, parameters: new Map() });
});

test.each([
  ...['', 'alice@good.example', '<alice>', '<a@b', 'a@b>', '<a@b>x', '<<a@b>', '<a@b@c>', '<@b>', '<a@>'],
  ...['<a\u0000@b>', '<a\u200b@b>', '<a@b> SIZE=1 SIZE=2', '<a@b> A=\u0007'],
])('%j is not a path', (text) => {
  expect(readPath(text)).toBeUndefined();
});

test('parameters follow the path, their names in any case', () => {
  const { parameters } = readPath('<a@b.example> size=12 BODY=8BITMIME SMTPUTF8 AUTH=<>')!;
  expect(Object.fromEntries(parameters)).toEqual({ SIZE: '12', BODY: '8BITMIME', SMTPUTF8: '', AUTH: '<>' });
});

test('XFORWARD names the client, and leaves out what is not available', () => {
  expect(readForward('ADDR=192.0.2.1 helo=a+2Bb.example NAME=[UNAVAILABLE] SOURCE=REMOTE')).toEqual(
    new Map([
      ['ADDR', '192.0.2.1'],
      ['HELO', 'a+b.example'],
      ['SOURCE', 'REMOTE'],
    ]),
  );
  expect(readForward('ADDR=IPV6:2001:db8::1')).toEqual(new Map([['ADDR', '2001:db8::1']]));
});

test.each(['', 'ADDR=nowhere', 'OTHER=1', 'HELO=a+0D+0Ab'])('XFORWARD with %j is not valid', (text) => {
  expect(readForward(text)).toBeUndefined();
});
