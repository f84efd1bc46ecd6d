import { isCountry } from '../phone/phone.ts';
import { formatMoney, parseMoney } from './money.ts';

/** The price per segment for a country: a decimal with at most six digits before and after the point. */
export type Price = { readonly country: string; readonly unitPrice: string };

const decimal = /^(-?)(\d+)(?:\.(\d+))?$/;
const mostDigits = 6;

/** Why the text is not a unit price; undefined if it is one. */
export function unitPriceProblem(text: string): string | undefined {
  const found = decimal.exec(text);
  if (!found) return 'is not a number such as 0.0125';
  const [, sign, whole = '', fraction = ''] = found;
  if (sign === '-') return 'is negative';
  if (fraction.length > mostDigits) return 'has more than six decimals';
  if (whole.replace(/^0+/, '').length > mostDigits) return 'is more than 999999.999999';
  return undefined;
}

/** Why the code is not a country; undefined if it is one. */
export function countryProblem(code: string): string | undefined {
  return isCountry(code) ? undefined : 'is not an ISO 3166 code of a country, such as SI';
}

export function pricesProblem(prices: readonly Price[]): string | undefined {
  const seen = new Set<string>();
  for (const { country, unitPrice } of prices) {
    const unknown = countryProblem(country);
    if (unknown !== undefined) return `${country} ${unknown}`;
    if (seen.has(country)) return `${country} is there twice`;
    const wrong = unitPriceProblem(unitPrice);
    if (wrong !== undefined) return `the unit price of ${country} ${wrong}`;
    seen.add(country);
  }
  return undefined;
}

/** What replacing the prices of a list changes: without `before` a new country, without `after` a removed one. 0.0125 equals 0.01250. */
export function priceChanges(before: readonly Price[], after: readonly Price[]) {
  const [old, next] = [byCountry(before), byCountry(after)];
  // Not of the module: every process loads this file, and the first use of names in a process takes 45 ms.
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const countries = [...new Set([...old.keys(), ...next.keys()])].sort();
  const changes = countries
    .filter((country) => old.get(country) !== next.get(country))
    .map((country) => change(country, names.of(country), old.get(country), next.get(country)));
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

/** The name is in English; unassigned codes have none. */
function change(country: string, name: string | undefined, before: string | undefined, after: string | undefined) {
  return { country, ...(name && { name }), ...(before && { before }), ...(after && { after }) };
}
