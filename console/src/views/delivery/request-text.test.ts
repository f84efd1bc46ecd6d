import { describe, expect, it } from 'vitest';
import { headersOf, pretty } from './request-text.ts';

describe('a payload', () => {
  it('has a line for each field', () => {
    expect(pretty('{"a":1,"b":"č"}')).toBe('{\n  "a": 1,\n  "b": "č"\n}');
  });

  it('stays unchanged if it is not JSON', () => {
    expect(pretty('{"a":')).toBe('{"a":');
  });
});

describe('the headers of a delivery', () => {
  const delivery = {
    deliveryId: '01a1dd05-e828-7001-9785-625698a09e9d',
    url: 'https://shop.example.com:8443/hooks?x=1',
    payload: '{}',
    state: 'waiting',
    createdAt: '2026-11-16T12:00:00Z',
    attemptCount: 0,
  } as const;

  it('name the message of a delivery report only', () => {
    const report = Object.fromEntries(headersOf({ ...delivery, kind: 'delivery report', messageId: 'm' }));
    expect(report).toMatchObject({
      host: 'shop.example.com:8443',
      'webhook-id': delivery.deliveryId,
      'x-message-id': 'm',
    });
    expect(Object.keys(Object.fromEntries(headersOf({ ...delivery, kind: 'sender status' })))).not.toContain(
      'x-message-id',
    );
  });

  it('can be told of an address that is none', () => {
    expect(headersOf({ ...delivery, url: 'nowhere', kind: 'sender status' })[0]).toEqual(['host', undefined]);
  });
});
