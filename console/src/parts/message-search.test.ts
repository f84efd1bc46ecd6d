import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from '../views/messages/query.ts';
import { isSearchable, messagesWith, reasonConditions, searchText } from './message-search.ts';

const now = new Date(2026, 10, 16);
const [after, before] = [Date.parse('2026-11-16T08:00:00Z'), Date.parse('2026-11-16T09:00:00.250Z')];

it('writes what the search field reads, with absolute times', () => {
  const text = searchText({ status: 'failed', country: 'SI', reason: 'no route', from: undefined, after, before });
  expect(text).toBe(
    'status:failed country:SI reason:"no route" after:2026-11-16T08:00:00Z before:2026-11-16T09:00:00.250Z',
  );
  expect(parse(text, now)).toEqual({
    query: {
      status: 'FAILED',
      country: 'SI',
      reason: 'no route',
      from: '2026-11-16T08:00:00.000Z',
      to: '2026-11-16T09:00:00.250Z',
    },
    problems: [],
  });
  expect(messagesWith({ status: 'sent' })).toEqual({ to: '/messages', search: { q: 'status:sent' } });
  expect(searchText({})).toBe('');
});

it('searches for a reason that is that of a message, and for the status of others', () => {
  expect(reasonConditions('carrier error 001 (UNDELIV)', 'failed')).toEqual({ reason: 'carrier error 001 (UNDELIV)' });
  expect(reasonConditions('the carrier did not report the outcome', 'failed')).toEqual({ status: 'unknown' });
  for (const reason of ['other reasons', 'refused for …', 'say "no"', '', ' x', 'x'.repeat(120)])
    expect(reasonConditions(reason, 'rejected')).toEqual({ status: 'rejected' });
});

it('finds a reason again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }).filter(isSearchable), (reason) => {
      expect(parse(searchText({ reason }), now)).toEqual({ query: { reason }, problems: [] });
    }),
  );
});
