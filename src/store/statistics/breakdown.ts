import type { Queryable } from '../../db.ts';
import { firstUuid } from '../../domain/uuid.ts';
import { type Counts, type Span, spanned, spanValues, summedCounts, trafficOf } from './overview.ts';

export const groups = ['day', 'hour', 'country', 'carrier', 'account'] as const;
export type Group = (typeof groups)[number];

export type BreakdownFilter = Span & { readonly group: Group; readonly country?: string | undefined };

export type GroupRow = Counts & {
  readonly key: string;
  /** The name of a carrier or an account. */
  readonly label: string | null;
  readonly currency: string;
  readonly spend: string;
};

export const mostRows = 1_000;

const isoOf = (unit: string) =>
  `to_char(date_trunc('${unit}', t.starts_at, 'UTC') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
const keys: Readonly<Record<Group, string>> = {
  day: `to_char(date_trunc('day', t.starts_at, 'UTC') AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
  hour: isoOf('hour'),
  country: 't.country',
  carrier: `CASE WHEN t.carrier_id = '${firstUuid}' THEN 'none' ELSE t.carrier_id::text END`,
  account: 't.account_id::text',
};

const ofAccounts = 'traffic t JOIN accounts a ON a.id = t.account_id';

/** A row for each key and currency that has messages; times from the first one on, all else the largest first. */
export async function breakdown(db: Queryable, filter: BreakdownFilter): Promise<GroupRow[]> {
  const { group, country } = filter;
  const values = [...spanValues(filter), ...(country === undefined ? [] : [country])];
  const isTime = group === 'day' || group === 'hour';
  const { rows } = await db.query<GroupRow>(
    `SELECT g.*, ${labelOf(group)} AS label FROM (
       SELECT ${keys[group]} AS key, currency, ${summedCounts}, trim_scale(sum(t.spend))::text AS spend
       FROM ${group === 'account' ? ofAccounts : trafficOf(filter)}
       WHERE ${spanned(filter)} ${country === undefined ? '' : `AND t.country = $${values.length}`}
       GROUP BY 1, 2 ORDER BY ${isTime ? '1' : 'sum(t.accepted) DESC, 1'}, 2 LIMIT ${mostRows}) g ${namesOf(group)}
     ORDER BY ${isTime ? 'g.key' : 'g.accepted DESC, g.key'}, g.currency`,
    values,
  );
  return rows;
}

const labelOf = (group: Group) => (group === 'carrier' || group === 'account' ? 'n.name' : 'NULL::text');

function namesOf(group: Group): string {
  if (group === 'carrier') return 'LEFT JOIN carriers n ON n.id::text = g.key';
  return group === 'account' ? 'LEFT JOIN accounts n ON n.id = g.key::uuid' : '';
}
