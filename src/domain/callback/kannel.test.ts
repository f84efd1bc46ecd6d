import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Reported } from './callback.ts';
import { fillEscapes, kannelRequest, reportType } from './kannel.ts';

const reported: Reported = {
  messageId: '01a1dd05-e828-7001-9785-625698a09e9d',
  accountId: '01a1dd05-e828-7001-9785-000000000001',
  status: 'DELIVERED',
  sender: 'Corner Shop',
  destination: '+38640123456',
  isUnicode: false,
  acceptedAt: new Date('2026-11-16T11:59:58Z'),
  at: new Date('2026-11-16T12:00:03.900Z'),
  carrier: 'first carrier',
  reference: 'A1/7',
  receipt: 'id:A1/7 sub:001 stat:DELIVRD err:000',
  reason: undefined,
};

const filled = (url: string, changed: Partial<Reported> = {}, notation: '+' | '00' | '' = '') =>
  kannelRequest({ form: 'kannel', mask: 31, notation }, url, { ...reported, ...changed }).url;

test('the example of the user guide', () => {
  expect(filled('http://www.xyz.com/cgi/dlr.php?myId=123456&type=%d')).toBe(
    'http://www.xyz.com/cgi/dlr.php?myId=123456&type=1',
  );
});

test('in a report, %p is the phone and %P the sender', () => {
  expect(filled('http://x/?p=%p&q=%q&P=%P')).toBe('http://x/?p=38640123456&q=38640123456&P=Corner+Shop');
  expect(filled('http://x/?p=%p&q=%q', {}, '00')).toBe('http://x/?p=0038640123456&q=%2B38640123456');
  expect(filled('http://x/?p=%p', {}, '+')).toBe('http://x/?p=%2B38640123456');
});

test('every escape code', () => {
  const at = 'd=%d&A=%A&a=%a&F=%F&i=%i&I=%I&n=%n&t=%t&T=%T&c=%c&C=%C&k=%k&s=%s&r=%r';
  const reply = 'id%3AA1%2F7+sub%3A001+stat%3ADELIVRD+err%3A000';
  expect(filled(`http://x/?${at}`)).toBe(
    `http://x/?d=1&A=${reply}&a=${reply}&F=A1%2F7&i=first+carrier&I=${reported.messageId}&n=${reported.accountId}` +
      '&t=2026-11-16+12:00:03&T=1794830403&c=0&C=UTF-8&k=id%3AA1%2F7&s=sub%3A001&r=sub%3A001+stat%3ADELIVRD+err%3A000',
  );
  expect(filled('http://x/?%B%D%f%o%u%v%V|%m%M|%#smpp#my_param#|%%|%z|%20|100%')).toBe(
    'http://x/?|-1-1||%|%z|%20|100%',
  );
  expect(filled('http://x/?A=%A&d=%d', { status: 'SENT' })).toBe('http://x/?A=ACK%2F&d=8');
  const rejected = { status: 'REJECTED', reference: undefined, receipt: undefined, reason: 'no route' } as const;
  expect(filled('http://x/?A=%A&d=%d', rejected)).toBe('http://x/?A=NACK%2Fno+route&d=16');
});

test('the type of a report', () => {
  const typeOf = (status: Reported['status'], reference?: string) => reportType({ status, reference });
  expect(typeOf('FAILED', 'x')).toBe(2);
  expect(typeOf('FAILED')).toBe(16);
  expect(typeOf('REJECTED', 'x')).toBe(2);
  expect(typeOf('CANCELLED')).toBe(16);
  expect(typeOf('UNKNOWN')).toBe(2);
});

test('whatever stands in a pattern, what has no percent sign stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      const plain = text.replaceAll('%', '');
      expect(fillEscapes(plain, {})).toBe(plain);
      expect(typeof fillEscapes(text, { d: '1' })).toBe('string');
    }),
  );
});
