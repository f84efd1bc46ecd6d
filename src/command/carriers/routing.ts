import type { Command } from 'commander';
import { Problem } from '../../base/problem.ts';
import { at, type Row } from '../terminal/client.ts';
import {
  type Common,
  extras,
  listWhole,
  numbers,
  operating,
  operation,
  whole,
  wholeNumber,
} from '../terminal/operation.ts';
import { idOf } from '../terminal/resolve.ts';
import { isoTime } from '../terminal/time.ts';

/** What carriers cost, how equal routes are ordered, and what is left. */
export function registerRouting(program: Command): void {
  const routing = program.command('routing').description('costs of carriers, policies, margins');
  registerCosts(routing);
  registerPolicies(routing);

  operation(
    routing,
    'margins',
    'what messages brought in and cost, by country and carrier',
    'hermod routing margins --from 7d --country SI',
  )
    .option('--from <time>', 'at or after: 2026-11-15T12:00:00Z, or 2h ago as 2h (default: a day before its end)')
    .option('--to <time>', 'before that time (default: now)')
    .option('--country <code>', 'of one country only, such as SI')
    .action(
      operating(async (session, options: Common & { from?: string; to?: string; country?: string }) => {
        const query = { from: isoTime(options.from), to: isoTime(options.to), country: options.country };
        return listWhole(session, { path: '/margins', things: 'margins', columns: marginColumns, query });
      }),
    );
}

const marginColumns = [
  ...whole('country', 'carrier', 'currency'),
  ...numbers('messages', 'segments', 'revenue', 'cost', 'margin'),
  ...extras('unitCost', 'costCurrency', 'carrierId'),
];

type CostOptions = Common & { currency?: string; country?: string; cost?: string };

function registerCosts(routing: Command): void {
  operation(
    routing,
    'costs <carrier>',
    'show what a carrier costs by country, or change one of them',
    'hermod routing costs backup --country SI --cost 0.0042 --currency EUR',
  )
    .option('--country <code>', 'the country whose cost changes, such as SI')
    .option('--cost <amount>', 'per segment; "" for none')
    .option('--currency <code>', 'three letters of ISO 4217; the same for all carriers')
    .action(
      operating(async ({ api, out }, { country, cost, currency }: CostOptions, carrier: string) => {
        const path = at`/carriers/${await idOf(api, 'carrier', carrier)}/costs`;
        const now = await api.call('GET', path);
        if (country === undefined && cost === undefined) return out.one(now);
        if (country === undefined || cost === undefined)
          throw new Problem('--country and --cost belong together', 'Give both, or neither to see what there is');
        const others = (now['costs'] as Row[]).filter((each) => each['country'] !== country);
        const costs = cost === '' ? others : [...others, { country, unitCost: cost }];
        const known = currency ?? now['currency'];
        if (typeof known !== 'string') throw new Problem('--currency is missing', 'Give one such as EUR');
        await out.one(await api.call('PUT', path, { body: { currency: known, costs } }));
      }),
    );
}

type PolicyOptions = Common & { country?: string; policy?: string; window?: string };

function registerPolicies(routing: Command): void {
  operation(
    routing,
    'policy',
    'show how equal routes are ordered, or change it for a country or all others',
    'hermod routing policy --country SI --policy "least cost"',
  )
    .option('--policy <policy>', 'weight, least cost or best delivery; "" for that of all others')
    .option('--country <code>', 'of this country (default: of all that have none of their own)')
    .option('--window <hours>', 'over which delivery is measured', '24')
    .action(
      operating(async ({ api, out }, { country, policy, window = '24' }: PolicyOptions) => {
        const path = '/routing/policies';
        const policies = (await api.call('GET', path))['policies'] as Row[];
        if (policy === undefined) return listWhole({ api, out }, { path, things: 'policies', columns: policyColumns });
        const mine = country ?? null;
        const others = policies.filter((each) => each['country'] !== mine);
        const windowHours = wholeNumber('--window', window);
        const body = { policies: policy === '' ? others : [...others, { country: mine, policy, windowHours }] };
        await out.one(await api.call('PUT', path, { body }));
      }),
    );
}

const policyColumns = [...whole('country', 'policy'), ...numbers('windowHours')];
