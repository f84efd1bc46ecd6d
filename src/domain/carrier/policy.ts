import { parseMoney } from '../money/money.ts';

export const policies = ['weight', 'least cost', 'best delivery'] as const;
type Policy = (typeof policies)[number];

/** The rule for one country, or the default for countries without a rule. */
export type PolicyRule = {
  readonly country: string | undefined;
  readonly policy: Policy;
  readonly windowHours: number;
};

/** Costs per segment, all in one currency. */
export type CarrierCost = {
  readonly carrierId: string;
  readonly country: string;
  readonly unitCost: string;
  readonly currency: string;
};

/** The delivered share of the completed messages that a carrier accepted. */
export type DeliveryRate = {
  readonly carrierId: string;
  readonly country: string;
  readonly percent: number;
  readonly messages: number;
};

export type RoutingFigures = {
  readonly policies: readonly PolicyRule[];
  readonly costs: readonly CarrierCost[];
  readonly rates: readonly DeliveryRate[];
};
export const noFigures: RoutingFigures = { policies: [], costs: [], rates: [] };

/** The rank of a carrier for a country under its policy: the lowest is first, and equals share by their weights. */
export type Preference = (country: string, carrierId: string) => number;
export const noPreference: Preference = () => 0;

export function routingPolicyOf({ policies: rules }: RoutingFigures, country: string): Policy {
  const rule = rules.find((each) => each.country === country) ?? rules.find((each) => each.country === undefined);
  return rule?.policy ?? 'weight';
}

const keyOf = (carrierId: string, country: string): string => `${carrierId} ${country}`;

/**
 * Under `least cost`, a carrier without a cost comes last. Under `best delivery`, one without a rate comes first: it has had too
 * few messages to be rated, and gets them this way. The rate of a bad carrier expires with its window, which gives it another
 * chance.
 */
export function preferenceBy(figures: RoutingFigures): Preference {
  if (figures.policies.every(({ policy }) => policy === 'weight')) return noPreference;
  const costs = new Map(figures.costs.map((cost) => [keyOf(cost.carrierId, cost.country), parseMoney(cost.unitCost)]));
  const rates = new Map(figures.rates.map((rate) => [keyOf(rate.carrierId, rate.country), rate.percent]));
  return (country, carrierId) => {
    const key = keyOf(carrierId, country);
    switch (routingPolicyOf(figures, country)) {
      case 'weight':
        return 0;
      case 'least cost':
        return Number(costs.get(key) ?? Number.POSITIVE_INFINITY);
      case 'best delivery':
        return 100 - (rates.get(key) ?? 100);
    }
  };
}
