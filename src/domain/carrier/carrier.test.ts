import { expect, test } from 'vitest';
import { carrierName, checkRoute, keepPassword, siblings, smscAccount, withoutPassword } from './carrier.ts';

test.each([
  ['smpp://esme:hunter2@smsc.example:2775?window=5', 'smpp://esme@smsc.example:2775?window=5'],
  ['smpps://esme:p%40ss@[::1]:3550', 'smpps://esme@[::1]:3550'],
  ['simulator:?receipt_delay=0', 'simulator:?receipt_delay=0'],
  ['smpp://esme:hunter2@:broken', 'an address that cannot be read'],
])('%s is shown without its password', (url, shown) => expect(withoutPassword(url)).toBe(shown));

test.each([
  ['smpp://esme@a.example:9?window=5', 'smpp://esme:secret@a.example:9?window=5'],
  ['smpps://esme@a.example', 'smpps://esme:secret@a.example'],
  ['smpp://esme:new@b.example', 'smpp://esme:new@b.example'],
  ['simulator:', 'simulator:'],
])('%s keeps the password it leaves out', (url, kept) => {
  expect(keepPassword(url, 'smpp://esme:secret@a.example:2775')).toBe(kept);
});

test.each(['smpp://esme@b.example', 'smpp://other@a.example'])('%s does not get the old password', (url) => {
  expect(() => keepPassword(url, 'smpp://esme:secret@a.example')).toThrow('needs its password');
});

test('names and routes that make no sense are refused', () => {
  for (const name of ['', ' a', 'a\n', 'a\ud800', 'x'.repeat(65)]) expect(() => carrierName(name)).toThrow('name: ');
  const fine = { country: 'SI', prefix: '+386', priority: 1, weight: 1, senders: [], rewrites: 'all' } as const;
  expect(() => checkRoute(fine)).not.toThrow();
  for (const country of ['si', 'UK', 'XX']) expect(() => checkRoute({ ...fine, country })).toThrow('country: ');
  expect(() => checkRoute({ ...fine, prefix: '386' })).toThrow('prefix: ');
  expect(() => checkRoute({ ...fine, priority: 1.5 })).toThrow('priority: ');
  expect(() => checkRoute({ ...fine, weight: 0 })).toThrow('weight: ');
  expect(() => checkRoute({ ...fine, senders: ['+38640123456', 'Info 1', '6001'] })).not.toThrow();
  for (const sender of ['', ' Info', '+386', '12', 'longer than it may be', '123456789'])
    expect(() => checkRoute({ ...fine, senders: [sender] })).toThrow('senders: ');
  expect(() => checkRoute({ ...fine, senders: ['Info', 'Info'] })).toThrow('senders: ');
});

test.each([
  ['smpp://esme:a@smsc.example', 'smpp://esme:b@SMSC.example:2775?mode=pair', true],
  ['smpp://es%6De:a@[::1]:9', 'smpp://esme:b@[::1]:9', true],
  ['smpp://esme:a@smsc.example:1', 'smpp://esme:a@smsc.example:2', false],
  ['smpp://esme:a@smsc.example', 'smpp://other:a@smsc.example', false],
  ['smpp://esme:a@smsc.example', 'smpp://ESME:a@smsc.example', false],
  ['smpp://esme:a@smsc.example', 'smpps://esme:a@smsc.example', false],
])('%s and %s are one account with the SMSC: %s', (one, other, isOne) => {
  expect(smscAccount(one) === smscAccount(other)).toBe(isOne);
});

test('siblings are the carriers of one account with an SMSC; simulators and what cannot be read have none', () => {
  const carriers = [
    { id: 'tx', url: 'smpp://esme:a@smsc.example' },
    { id: 'rx', url: 'smpp://esme:a@smsc.example?binds=2' },
    { id: 'one', url: 'simulator:' },
    { id: 'two', url: 'simulator:' },
    { id: 'broken', url: 'smpp://esme:%@:broken' },
  ];
  expect(Object.fromEntries(siblings(carriers))).toEqual({
    tx: ['tx', 'rx'],
    rx: ['tx', 'rx'],
    one: ['one'],
    two: ['two'],
    broken: ['broken'],
  });
});
