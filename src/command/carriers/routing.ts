import { Problem } from '../../base/problem.ts';
import type { CommandSession } from '../terminal/access.ts';
import type { Row } from '../terminal/client.ts';
import { ago, type CommandFields, countField, listed, nullable, required } from '../terminal/field.ts';
import { columns } from '../terminal/layout.ts';
import type { Output } from '../terminal/output.ts';
import type { Noun, VerbInput } from '../terminal/verb.ts';

const settings: CommandFields = {
  '--country <code>': nullable('numbers of this country only, such as SI; "" for every country'),
  '--prefix <prefix>': nullable('numbers with this prefix only, such as +38640; "" for every number'),
  '--priority <number>': countField('of the available routes the lowest priority is used', 0),
  '--weight <number>': countField('share among routes of equal priority'),
  '--senders <senders>': listed('sender override, separated by commas; several form a pool; "" for none'),
  '--rewrites <which>': 'which senders are overridden: all, or names',
};

export const routes: Noun = {
  summary: 'which carrier sends to which numbers',
  verbs: {
    list: {
      summary: 'list routes',
      call: 'GET /routes',
      rows: 'routes',
      columns: columns('routeId carrierId country prefix #priority #weight senders? rewrites?'),
    },
    'explain <number>': {
      summary: 'show which route a number would take now, and why',
      fields: { '<number>': { help: '', field: 'destination' } },
      call: 'GET /routes/explain',
      show: showExplanation,
    },
    add: {
      summary: 'add a route',
      example: '--carrier backup --country SI --priority 200',
      fields: { '--carrier <carrier>': required('id or name of the carrier'), ...settings },
      call: 'POST /routes',
    },
    'change <route-id>': {
      summary: 'change a route',
      example: '--weight 3',
      fields: settings,
      call: 'PATCH /routes/{route-id}',
    },
    'remove <route-id>': {
      summary: 'remove a route',
      call: 'DELETE /routes/{route-id}',
      confirm: 'Remove the route {route-id}?',
      done: 'the route {route-id} is removed',
    },
  },
};

async function showExplanation(out: Output, answer: Row): Promise<void> {
  if (out.screen === undefined) return out.one(answer);
  const { text, country, candidates } = answer;
  await out.lines([`${String(text)} (${String(country)})`, '']);
  const candidateColumns = columns(
    'chosen carrier country prefix #priority #weight text~',
    'unitCost? deliveredPercent? sender? fits? up? routeId? carrierId?',
  );
  await out.list(candidateColumns, candidates as Row[]);
}

export const routing: Noun = {
  summary: 'costs of carriers, policies, margins',
  verbs: {
    'costs <carrier>': {
      summary: 'show the costs of a carrier by country, or change one',
      example: '--country SI --cost 0.0042 --currency EUR',
      fields: {
        '--country <code>': 'the country whose cost changes, such as SI',
        '--cost <amount>': 'per segment; "" for none',
        '--currency <code>': 'three letters of ISO 4217; the same for all carriers',
      },
      act: costs,
    },
    policy: {
      summary: 'show how equal routes are ordered, or change it for one country or all others',
      example: '--country SI --policy "least cost"',
      fields: {
        '--policy <policy>': 'weight, least cost or best delivery; "" for the policy of all others',
        '--country <code>': 'for this country (default: all without a policy of their own)',
        '--window <hours>': { ...countField('hours over which delivery is measured'), usual: '24' },
      },
      act: policy,
    },
    margins: {
      summary: 'revenue, cost and margin by country and carrier',
      example: '--from 7d --country SI',
      fields: {
        '--from <time>': ago('at or after: 2026-11-15T12:00:00Z, or 2h ago as 2h (default: a day before its end)'),
        '--to <time>': ago('before that time (default: now)'),
        '--country <code>': 'of one country only, such as SI',
      },
      call: 'GET /margins',
      rows: 'margins',
      columns: columns(
        'country carrier currency #messages #segments #revenue #cost #margin',
        'unitCost? costCurrency? carrierId?',
      ),
    },
  },
};

async function costs({ api, out }: CommandSession, { fields, path }: VerbInput): Promise<void> {
  const { country, cost, currency } = fields;
  const address = path('/carriers/{carrier}/costs');
  const now = await api.call('GET', address);
  if (country === undefined && cost === undefined) return out.one(now);
  if (country === undefined || cost === undefined)
    throw new Problem('--country and --cost belong together', 'Give both, or neither to see what there is');
  const others = (now['costs'] as Row[]).filter((each) => each['country'] !== country);
  const body = {
    currency: currency ?? now['currency'],
    costs: cost === '' ? others : [...others, { country, unitCost: cost }],
  };
  if (typeof body.currency !== 'string') throw new Problem('--currency is missing', 'Give one such as EUR');
  await out.one(await api.call('PUT', address, { body }));
}

async function policy({ api, out }: CommandSession, { fields }: VerbInput): Promise<void> {
  const { policy: chosen, country = null, window: windowHours } = fields;
  const policies = (await api.call('GET', '/routing/policies'))['policies'] as Row[];
  if (chosen === undefined) return out.list(columns('country policy #windowHours'), policies);
  const others = policies.filter((each) => each['country'] !== country);
  const body = { policies: chosen === '' ? others : [...others, { country, policy: chosen, windowHours }] };
  await out.one(await api.call('PUT', '/routing/policies', { body }));
}
