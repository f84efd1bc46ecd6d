import { describe, expect, it } from 'vitest';
import { detailsOf, inWords, subjectPath } from './details.ts';

describe('what was asked for', () => {
  it('is a line for each field, with paths for what is inside of others', () => {
    expect(detailsOf({ name: 'Shop', prices: { SI: '0.01', AT: '0.05' }, grants: ['text', 'keys'] })).toEqual([
      { name: 'name', value: 'Shop' },
      { name: 'prices.SI', value: '0.01' },
      { name: 'prices.AT', value: '0.05' },
      { name: 'grants', value: 'text, keys' },
    ]);
  });

  it('says what was cleared, also by false and 0', () => {
    expect(detailsOf({ note: null, url: '', hasTotp: false, amount: 0, grants: [] })).toEqual([
      { name: 'note', value: undefined },
      { name: 'url', value: undefined },
      { name: 'hasTotp', value: 'false' },
      { name: 'amount', value: '0' },
      { name: 'grants', value: undefined },
    ]);
  });

  it('has lines for lists of things', () => {
    expect(detailsOf({ routes: [{ country: 'SI' }, { country: 'AT' }] }).map(({ name }) => name)).toEqual([
      'routes.0.country',
      'routes.1.country',
    ]);
    expect(detailsOf({})).toEqual([]);
  });
});

it.each([
  ['deliveryReportUrl', 'delivery report url'],
  ['prices.SI', 'prices.SI'],
  ['name', 'name'],
])('%s in words is %s', (name, words) => {
  expect(inWords(name)).toBe(words);
});

it.each([
  ['account change', '/accounts/x'],
  ['price list replace', '/prices/x'],
  ['cancel message', '/messages/x'],
  ['replay delivery', '/webhooks/x'],
  ['key issue', undefined],
])('the page of the subject of "%s"', (action, path) => {
  expect(subjectPath(action, 'x')).toBe(path);
});
