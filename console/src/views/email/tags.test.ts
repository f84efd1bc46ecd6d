import { describe, expect, it } from 'vitest';
import { senderChecksOf, tagsOf, toneOf } from './tags.ts';

describe('tags', () => {
  it('have the names that are written in mails', () => {
    expect(
      tagsOf({
        apikey: '0192b3c4…',
        sender: 'Shop',
        destinations: ['+38640123456'],
        destinationCount: 3,
        isUnicode: false,
      }),
    ).toEqual([
      { tag: '#apikey#', value: '0192b3c4…' },
      { tag: '#sender#', value: 'Shop' },
      { tag: '#startdestination#', value: '+38640123456, + 2' },
      { tag: '#isunicode#', value: 'false' },
    ]);
  });

  it('shows a time as one, and unknown values unchanged', () => {
    expect(tagsOf({ scheduledTime: 1_794_830_400, other: { a: 1 } })).toEqual([
      { tag: '#scheduledtime#', value: '2026-11-16T12:00:00.000Z' },
      { tag: 'other', value: '{"a":1}' },
    ]);
  });
});

describe('checks of the sender', () => {
  it('are one for each check', () => {
    expect(
      senderChecksOf({
        spf: { result: 'pass', domain: 'a.example' },
        dkim: [{ result: 'pass', domain: 'b.example', weakness: 'the body is signed in part' }],
        dmarc: 'fail',
      }),
    ).toEqual([
      { check: 'SPF', result: 'pass', about: 'a.example' },
      { check: 'DKIM', result: 'pass', about: 'b.example: the body is signed in part' },
      { check: 'DMARC', result: 'fail', about: '' },
    ]);
    expect(senderChecksOf({})).toEqual([]);
  });

  it.each([
    ['pass', 'ok'],
    ['softfail', 'bad'],
    ['temperror', 'warn'],
    ['none', 'none'],
  ])('%s looks %s', (result, tone) => {
    expect(toneOf(result)).toBe(tone);
  });
});
