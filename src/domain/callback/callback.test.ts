import { expect, test } from 'vitest';
import { events } from '../message/message.ts';
import { maskedUrl, webUrlFault } from '../webhook/web-url.ts';
import { callbackIn, customerUrl, isWanted, type ReportFormat, storedUrl } from './callback.ts';

const url = 'https://shop.example.com/dlr?id=1&type=%d';
const callbacks: ReportFormat[] = [
  { form: 'kannel', mask: 31, notation: '+' },
  { form: 'kannel', mask: 1, notation: '00' },
  { form: 'kannel', mask: 16, notation: '' },
  { form: 'jasmin', level: 3, method: 'GET' },
  { form: 'jasmin', level: 1, method: 'POST' },
  { form: 'twilio', key: 'a-_0'.repeat(13) },
];

test.each(callbacks)('$form is read as it was stored', (callback) => {
  const stored = storedUrl(callback, url);
  expect(callbackIn(stored)).toEqual({ callback, url });
  expect(customerUrl(stored)).toBe(url);
  // Neither the form nor the signing key is ever shown.
  expect(maskedUrl(stored)).toBe(url);
});

test('what the contract accepts is never taken for one', () => {
  for (const given of [
    url,
    'HTTP://example.com',
    ' http://example.com',
    'kannel:31p:ftp://x',
    'jasmin:9GET:http://x',
    'smpp:1:http://x',
  ])
    expect(callbackIn(given)).toBeUndefined();
  for (const callback of callbacks) expect(webUrlFault(storedUrl(callback, url), [])).toMatch('must be an http');
});

const wantedBy = (callback: ReportFormat) => events.filter((event) => isWanted(storedUrl(callback, url), event));

test('the mask and the level say which reports are wanted', () => {
  expect(wantedBy({ form: 'kannel', mask: 1, notation: '+' })).toEqual(['receipt: delivered']);
  expect(wantedBy({ form: 'kannel', mask: 24, notation: '+' })).toEqual([
    'cancelled',
    'withdrawn',
    'submitted',
    'refused',
    'expired',
  ]);
  expect(wantedBy({ form: 'kannel', mask: 36, notation: '+' })).toEqual([]);
  expect(wantedBy({ form: 'jasmin', level: 1, method: 'GET' })).toEqual(
    wantedBy({ form: 'kannel', mask: 24, notation: '+' }),
  );
  expect(wantedBy({ form: 'jasmin', level: 2, method: 'GET' })).toEqual(
    wantedBy({ form: 'kannel', mask: 3, notation: '+' }),
  );
  expect(wantedBy({ form: 'twilio', key: 'x' })).toEqual([...events]);
  expect(events.every((event) => isWanted(url, event))).toBe(true);
});
