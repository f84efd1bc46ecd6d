import { parseMoney } from '../money/money.ts';

/** How routes of the same priority and prefix are ordered. */
export const policies = ['weight', 'least cost', 'best delivery'] as const;
export type Policy = (typeof policies)[number];

/** For one country, or for all that have none of their own. */
export type PolicyRule = {
  readonly country: string | undefined;
  readonly policy: Policy;
  /** Over which delivery is measured. */
  readonly windowHours: number;
};

/** Per segment; all in one currency. */
export type Cost = {
  readonly carrierId: string;
  readonly country: string;
  readonly unitCost: string;
  readonly currency: string;
};

/** Of what a carrier took and what has come to an end, so much was delivered. */
export type DeliveryRate = {
  readonly carrierId: string;
  readonly country: string;
  readonly percent: number;
  readonly messages: number;
};

export type Figures = {
  readonly policies: readonly PolicyRule[];
  readonly costs: readonly Cost[];
  readonly rates: readonly DeliveryRate[];
};
export const noFigures: Figures = { policies: [], costs: [], rates: [] };

/** What a carrier is worth for a country by its policy: less goes first, and equals share by their weights. */
export type Preference = (country: string, carrierId: string) => number;
export const noPreference: Preference = () => 0;

export function policyOf({ policies: rules }: Figures, country: string): Policy {
  const rule = rules.find((each) => each.country === country) ?? rules.find((each) => each.country === undefined);
  return rule?.policy ?? 'weight';
}

const keyOf = (carrierId: string, country: string): string => `${carrierId} ${country}`;

/**
 * A carrier without a cost comes last where cost decides: nobody knows what it would take. One without a rate comes first where delivery
 * decides: it has had too little to be judged, and gets it this way. One that was bad is without a rate again once its window has
 * passed, and has another chance.
 */
export function preferenceBy(figures: Figures): Preference {
  if (figures.policies.every(({ policy }) => policy === 'weight')) return noPreference;
  const costs = new Map(figures.costs.map((cost) => [keyOf(cost.carrierId, cost.country), parseMoney(cost.unitCost)]));
  const rates = new Map(figures.rates.map((rate) => [keyOf(rate.carrierId, rate.country), rate.percent]));
  return (country, carrierId) => {
    const key = keyOf(carrierId, country);
    switch (policyOf(figures, country)) {
      case 'weight':
        return 0;
      case 'least cost':
        return Number(costs.get(key) ?? Number.POSITIVE_INFINITY);
      case 'best delivery':
        return 100 - (rates.get(key) ?? 100);
    }
  };
}
