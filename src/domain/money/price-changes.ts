import { formatMoney, parseMoney } from './money.ts';
import type { Price } from './prices.ts';

/** A country whose price differs. Without `before` it is new, without `after` it is removed. */
export type PriceChange = {
  readonly country: string;
  readonly name?: string;
  readonly before?: string;
  readonly after?: string;
};

export type PriceChanges = {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly changes: readonly PriceChange[];
};

/** What changes when the prices of a list are replaced. 0.0125 and 0.01250 are the same price. */
export function priceChanges(before: readonly Price[], after: readonly Price[]): PriceChanges {
  const [old, next] = [byCountry(before), byCountry(after)];
  const countries = [...new Set([...old.keys(), ...next.keys()])].sort();
  const changes = countries
    .filter((country) => old.get(country) !== next.get(country))
    .map((country) => change(country, old.get(country), next.get(country)));
  const added = changes.filter((each) => each.before === undefined).length;
  const removed = changes.filter((each) => each.after === undefined).length;
  return {
    added,
    removed,
    changed: changes.length - added - removed,
    unchanged: countries.length - changes.length,
    changes,
  };
}

function byCountry(prices: readonly Price[]): Map<string, string> {
  return new Map(prices.map(({ country, unitPrice }) => [country, formatMoney(parseMoney(unitPrice))]));
}

function change(country: string, before: string | undefined, after: string | undefined): PriceChange {
  const name = countryName(country);
  return {
    country,
    ...(name === undefined ? {} : { name }),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** In English; undefined for an unassigned code. */
export function countryName(country: string): string | undefined {
  return names.of(country);
}
