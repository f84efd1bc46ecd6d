import fc from 'fast-check';
import { expect, test } from 'vitest';
import { customerUrl } from '../callback/callback.ts';
import { endpointIn, endpointTarget } from './endpoint.ts';
import { maskedUrl } from './web-url.ts';

test('a target holds the endpoint and its URL', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.webUrl(), (id, url) => {
      expect(endpointIn(endpointTarget(id, url))).toEqual({ id, url });
      expect(customerUrl(endpointTarget(id, url))).toBe(url);
    }),
  );
});

test('URLs and other targets are not endpoints', () => {
  for (const text of [
    'https://shop.example.com/endpoint:1',
    'endpoint:',
    'endpoint:7:https://a.example',
    `endpoint:${'-'.repeat(36)}:`,
    'smpp:',
    '1',
  ])
    expect(endpointIn(text)).toBeUndefined();
});

test('the URL of an endpoint is shown without its password', () => {
  const id = '01900000-0000-7000-8000-000000000000';
  expect(maskedUrl(endpointTarget(id, 'https://anna:secret@shop.example.com/'))).toBe(
    'https://anna:***@shop.example.com/',
  );
});
