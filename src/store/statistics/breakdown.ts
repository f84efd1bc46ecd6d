import type { Queryable } from '../../database/db.ts';
import { firstUuid } from '../../domain/uuid.ts';
import { type Counts, countColumns, spanned, spanValues, summedCounts, type TrafficSpan } from './overview.ts';

export const groups = ['day', 'hour', 'country', 'carrier', 'account'] as const;
export type Group = (typeof groups)[number];

export type BreakdownFilter = TrafficSpan & { readonly group: Group; readonly country?: string | undefined };

export type GroupRow = Counts & {
  readonly key: string;
  /** The name of a carrier or an account. */
  readonly label: string | null;
  readonly currency: string;
  readonly spend: string;
};

export const mostRows = 1_000;

type Key = {
  /** What rows are grouped by, and its text, which is made once for each group: formatting takes far longer than a sum. */
  readonly of: string;
  readonly text: string;
  readonly name?: 'carriers' | 'accounts';
};
const utc = (format: string) => `to_char(g.raw AT TIME ZONE 'UTC', '${format}')`;
const keys: Readonly<Record<Group, Key>> = {
  day: { of: `date_trunc('day', t.starts_at, 'UTC')`, text: utc('YYYY-MM-DD') },
  hour: { of: `date_trunc('hour', t.starts_at, 'UTC')`, text: utc('YYYY-MM-DD"T"HH24:MI:SS"Z"') },
  country: { of: 't.country', text: 'g.raw' },
  carrier: {
    of: 't.carrier_id',
    text: `CASE WHEN g.raw = '${firstUuid}' THEN 'none' ELSE g.raw::text END`,
    name: 'carriers',
  },
  account: { of: 't.account_id', text: 'g.raw::text', name: 'accounts' },
};

/** A row for each key and currency with messages; times in their order, all else largest first. */
export async function breakdown(db: Queryable, filter: BreakdownFilter): Promise<GroupRow[]> {
  const { group, country } = filter;
  const { of, text, name } = keys[group];
  const values = [...spanValues(filter), ...(country === undefined ? [] : [country])];
  const ofOwners = group === 'account' || filter.accountId !== undefined;
  const isTime = group === 'day' || group === 'hour';
  const { rows } = await db.query<GroupRow>(
    `SELECT ${text} AS key, ${name === undefined ? 'NULL' : 'n.name'} AS label, ${ofOwners ? 'a.currency' : 'g.owner'} AS currency,
       ${countColumns.map((column) => `g.${column}`).join(', ')}, g.spend
     FROM (
       SELECT ${of} AS raw, ${ofOwners ? 't.account_id' : 't.currency'} AS owner, ${summedCounts},
         trim_scale(sum(t.spend))::text AS spend
       FROM ${ofOwners ? 'traffic' : 'traffic_of_all'} t
       WHERE ${spanned(filter)} ${country === undefined ? '' : `AND t.country = $${values.length}`}
       GROUP BY 1, 2 ORDER BY ${isTime ? '1' : 'sum(t.accepted) DESC, 1'}, 2 LIMIT ${mostRows}) g
     ${ofOwners ? 'JOIN accounts a ON a.id = g.owner' : ''} ${name === undefined ? '' : `LEFT JOIN ${name} n ON n.id = g.raw`}
     ORDER BY ${isTime ? 'g.raw' : 'g.accepted DESC, g.raw'}, currency`,
    values,
  );
  return rows;
}
