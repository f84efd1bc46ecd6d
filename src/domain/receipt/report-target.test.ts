import { describe, expect, it } from 'vitest';
import { statuses } from '../message/message.ts';
import { bindSubject, inboundWays, reportTarget, subjectOf, targetsOf, wantsReceipt } from './report-target.ts';

const url = 'https://example.com/reports?a=b c';

describe('the target of reports', () => {
  it.each([
    ['by HTTP, as it asks', { url, registered: undefined, route: 'auto' }, url],
    ['by HTTP, not asked for', { url: undefined, registered: undefined, route: 'auto' }, undefined],
    ['by SMPP, as it registers', { url, registered: 1, route: 'auto' }, 'smpp:1'],
    ['by SMPP, not registered: the URL of its sender', { url, registered: 0, route: 'auto' }, url],
    ['webhooks alone', { url, registered: 17, route: 'webhook' }, url],
    ['binds alone, for a message by HTTP', { url, registered: undefined, route: 'smpp' }, 'smpp:1'],
    ['binds alone, not registered', { url, registered: 0, route: 'smpp' }, undefined],
    ['both', { url, registered: 0xf2, route: 'both' }, `smpp:18 ${url}`],
    ['both, without a URL', { url: undefined, registered: undefined, route: 'both' }, 'smpp:1'],
    ['both, not registered', { url, registered: 0, route: 'both' }, url],
  ] as const)('%s', (_name, asked, target) => {
    expect(reportTarget(asked)).toBe(target);
  });

  it('is read as it was written', () => {
    expect(targetsOf(url)).toEqual({ url, binds: 0 });
    expect(targetsOf('smpp:17')).toEqual({ url: undefined, binds: 17 });
    expect(targetsOf(`smpp:2 ${url}`)).toEqual({ url, binds: 2 });
  });
});

it('a receipt is for what was registered', () => {
  const wanted = (registered: number) => statuses.filter((status) => wantsReceipt(registered, status));
  const failures = ['FAILED', 'REJECTED', 'UNKNOWN', 'CANCELLED'];
  expect(wanted(0)).toEqual([]);
  expect(wanted(1)).toEqual(['DELIVERED', ...failures]);
  expect(wanted(2)).toEqual(failures);
  expect(wanted(3)).toEqual(['DELIVERED']);
  expect(wanted(0x10)).toEqual(['SENT']);
  expect(wanted(0x11)).toEqual(['SENT', 'DELIVERED', ...failures]);
});

it('the subject of events for binds leads back to what it is about', () => {
  const id = '019a8c3e-5b7a-7abc-8def-0123456789ab';
  expect(bindSubject(id)).toBe('019a8c3e-5b7a-9abc-8def-0123456789ab');
  expect(subjectOf(bindSubject(id))).toBe(id);
  expect(subjectOf(id)).toBe(id);
});

it('inbound messages go where the account says', () => {
  expect(inboundWays({ url, mayBind: true, route: 'auto' })).toEqual({ url, binds: false });
  expect(inboundWays({ url: undefined, mayBind: true, route: 'auto' })).toEqual({ url: undefined, binds: true });
  expect(inboundWays({ url: undefined, mayBind: false, route: 'auto' })).toEqual({ url: undefined, binds: false });
  expect(inboundWays({ url, mayBind: true, route: 'both' })).toEqual({ url, binds: true });
  expect(inboundWays({ url, mayBind: true, route: 'smpp' })).toEqual({ url: undefined, binds: true });
});
