import { expect, test } from 'vitest';
import { asksForWritable, hostName, hostsOf } from './hosts.ts';

test.each([
  ['postgres://u:p@one:5432/hermod?sslmode=require', ['postgres://u:p@one:5432/hermod?sslmode=require']],
  ['postgres://%2Ftmp%2Fsocket:5432/hermod', ['postgres://%2Ftmp%2Fsocket:5432/hermod']],
  ['postgres:///hermod?host=/tmp/socket', ['postgres:///hermod?host=/tmp/socket']],
  ['postgres://one', ['postgres://one']],
  [
    'postgres://u:p%40w@one:5432,[2001:db8::1]:5433,three/hermod?target_session_attrs=read-write',
    [
      'postgres://u:p%40w@one:5432/hermod?target_session_attrs=read-write',
      'postgres://u:p%40w@[2001:db8::1]:5433/hermod?target_session_attrs=read-write',
      'postgres://u:p%40w@three/hermod?target_session_attrs=read-write',
    ],
  ],
  [
    'postgres:///hermod?host=one,two&port=5433',
    ['postgres:///hermod?host=one&port=5433', 'postgres:///hermod?host=two&port=5433'],
  ],
  [
    'postgres://u@/hermod?host=one,two&port=1,2&sslmode=require',
    ['postgres://u@/hermod?host=one&port=1&sslmode=require', 'postgres://u@/hermod?host=two&port=2&sslmode=require'],
  ],
])('%s', (url, expected) => expect(hostsOf(url)).toEqual(expected));

test('a host is named without user and password', () => {
  expect(hostName('postgres://u:secret@one:5432/hermod')).toBe('one:5432');
  expect(hostName('postgres://u:secret@/hermod?host=two')).toBe('two');
});

test('only a server that can be written to is asked for', () => {
  expect(asksForWritable('postgres://one,two/hermod?target_session_attrs=read-write')).toBe(true);
  expect(asksForWritable('postgres://one,two/hermod')).toBe(true);
  expect(asksForWritable('postgres://one,two/hermod?target_session_attrs=prefer-standby')).toBe(false);
});
