import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoted } from '../../parts/message-search.ts';
import { keys, matches, parse, timeOf, wordsOf } from './query.ts';

const now = new Date(2026, 10, 16, 12, 30, 0);
const id = '019a8c7e-7a52-7bd2-a3f1-0242ac120002';
const query = (text: string) => parse(text, now).query;
const kinds = (text: string) => parse(text, now).problems.map(({ kind }) => kind);

describe('a search', () => {
  it('reads every key', () => {
    const text = `to:+38640123456 from:"My Shop" status:failed account:Demo country:si carrier:default id:${id} request:${id} reason:"no route" text:"code is" reference:"order 4711" after:2h before:today`;
    expect(query(text)).toEqual({
      destination: '+38640123456',
      sender: 'My Shop',
      status: 'FAILED',
      account: 'Demo',
      country: 'SI',
      carrier: 'default',
      id,
      submissionId: id,
      reason: 'no route',
      text: 'code is',
      reference: 'order 4711',
      from: new Date(2026, 10, 16, 10, 30).toISOString(),
      to: new Date(2026, 10, 16).toISOString(),
    });
    expect(kinds(text)).toEqual([]);
  });

  it.each(['+38640123456', '38640123456', '0038640123456', '+386-40-123-456', '(386)40.123.456'])(
    'takes the bare number %s',
    (text) => {
      expect(query(text)).toEqual({ destination: '+38640123456' });
    },
  );

  it('takes a bare id', () => {
    expect(query(id.toUpperCase())).toEqual({ id });
  });

  it('of nothing is for everything', () => {
    expect(parse('  ', now)).toEqual({ query: {}, problems: [] });
  });

  it.each([
    ['hello', 'word'],
    ['to:', 'empty'],
    ['to:abc', 'number'],
    ['040123', 'word'],
    ['status:gone', 'status'],
    ['country:slo', 'country'],
    ['id:123', 'id'],
    ['request:123', 'id'],
    ['text:a', 'text'],
    ['after:soon', 'time'],
    ['before:2026-13-40', 'time'],
    ['colour:red', 'key'],
    ['status:sent status:failed', 'twice'],
  ])('says what is wrong with %s', (text, kind) => {
    expect(kinds(text)).toEqual([kind]);
  });

  it('takes texts of 2 to 160 characters', () => {
    for (const length of [2, 160]) expect(query(`text:${'x'.repeat(length)}`)).toEqual({ text: 'x'.repeat(length) });
    expect(kinds(`text:${'x'.repeat(161)}`)).toEqual(['text']);
  });

  it('keeps what is right beside what is wrong', () => {
    expect(parse('status:sent nonsense', now)).toEqual({
      query: { status: 'SENT' },
      problems: [{ word: 'nonsense', kind: 'word' }],
    });
  });

  it('never fails, and every word is read or said to be wrong', () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.tuple(fc.constantFrom(...keys), fc.string()).map((pair) => pair.join(':')),
    );
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
        (text) => {
          const parsed = parse(text, now);
          expect(Object.keys(parsed.query).length + parsed.problems.length).toBe(wordsOf(text).length);
        },
      ),
    );
  });

  it('finds a quoted value again', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).filter((text) => text.trim() === text && !text.includes('"')),
        (sender) => {
          expect(query(`from:${quoted(sender)}`)).toEqual({ sender });
        },
      ),
    );
  });
});

describe('a time', () => {
  it.each([
    ['90s', new Date(2026, 10, 16, 12, 28, 30)],
    ['15m', new Date(2026, 10, 16, 12, 15)],
    ['7d', new Date(2026, 10, 9, 12, 30)],
    ['today', new Date(2026, 10, 16)],
    ['yesterday', new Date(2026, 10, 15)],
    ['2026-11-01', new Date(2026, 10, 1)],
    ['2026-11-01T08:15', new Date(2026, 10, 1, 8, 15)],
    ['2026-11-01T08:15:00Z', new Date('2026-11-01T08:15:00Z')],
    ['2026-11-01t08:15:00+02:00', new Date('2026-11-01T06:15:00Z')],
  ])('%s', (text, at) => {
    expect(timeOf(text, now)).toBe(at.toISOString());
  });
});

describe('what just happened', () => {
  const row = {
    messageId: id,
    accountId: 'a',
    status: 'SENT',
    sender: 'Hermod',
    destination: '+38640123456',
    country: 'SI',
    acceptedAt: '2026-11-16T10:00:00.000Z',
  };

  it('belongs to a search that it fits', () => {
    expect(matches({}, row)).toBe(true);
    expect(
      matches({ destination: row.destination, sender: 'Hermod', status: 'SENT', country: 'SI', accountId: 'a' }, row),
    ).toBe(true);
    expect(matches({ reason: 'no route' }, { ...row, reason: 'no route' })).toBe(true);
    expect(matches({ from: '2026-11-16T10:00:00.000Z', to: '2026-11-16T10:00:01.000Z' }, row)).toBe(true);
  });

  it.each([
    { destination: '+1' },
    { sender: 'x' },
    { status: 'FAILED' },
    { country: 'HR' },
    { accountId: 'b' },
    { from: '2026-11-16T10:00:00.001Z' },
    { to: '2026-11-16T10:00:00.000Z' },
    { carrier: 'default' },
    { submissionId: id },
    { reason: 'no route' },
    { text: 'x' },
  ])('does not belong to %o', (other) => {
    expect(matches(other, row)).toBe(false);
  });
});
