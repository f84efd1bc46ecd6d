import { expect, it } from 'vitest';
import { missingRoutes } from './reroute.ts';

const route = (carrierId: string, country: string | null, prefix: string | null = null, priority = 100) => ({
  ...{ carrierId, country, prefix, priority },
  weight: 1,
});

it('adds what the other carrier lacks, after the routes that are there', () => {
  const routes = [route('a', 'SI'), route('a', null, '+385', 5), route('b', 'SI', null, 7), route('c', 'AT')];
  expect(missingRoutes(routes, 'a', 'b')).toEqual([route('b', null, '+385', 6)]);
  expect(missingRoutes(routes, 'a', 'c')).toEqual([route('c', 'SI', null, 101), route('c', null, '+385', 6)]);
  expect(missingRoutes(routes, 'c', 'a')).toEqual([route('a', 'AT', null, 101)]);
  expect(missingRoutes([route('a', 'SI', null, 1_000_000)], 'a', 'b')).toEqual([route('b', 'SI', null, 1_000_000)]);
});
