import type { Queryable } from '../../database/db.ts';
import { firstUuid } from '../../domain/uuid.ts';
import { rowsOf } from '../row.ts';
import { countColumns, type StateCounts, spanned, spanValues, summedCounts, type TrafficSpan } from './overview.ts';

export const groups = ['day', 'hour', 'country', 'sender', 'key', 'carrier', 'account'] as const;
export type Group = (typeof groups)[number];

/** Lengths of the steps into which groups are divided. */
export const steps = ['hour', 'day'] as const;
export type Step = (typeof steps)[number];

export type BreakdownFilter = TrafficSpan & {
  readonly group: Group;
  /** Not for groups of `isByOrigin`. */
  readonly country?: string | undefined;
  readonly step?: Step | undefined;
};

/** Counted by sender and key, not by country. */
export const isByOrigin = (group: Group): boolean => group === 'sender' || group === 'key';

export type GroupRow = StateCounts & {
  readonly key: string;
  /** The name of a carrier or an account, the label of a key, or the system_id of an SMPP credential. */
  readonly label: string | null;
  /** The start of the step. */
  readonly at?: Date | null;
  readonly currency: string;
  readonly spend: string;
};

const mostRows = 1_000;
/** Groups that are divided into steps: a chart has no more colours. */
const mostDivided = 8;
const other = 'other';

type Key = {
  /** What rows are grouped by, and its text, which is made once per group: formatting takes far longer than a sum. */
  readonly of: string;
  readonly text: string;
  /** What its names are in: rows of id and name. */
  readonly name?: string;
};
const utc = (format: string) => `to_char(g.raw AT TIME ZONE 'UTC', '${format}')`;
const keys: Readonly<Record<Group, Key>> = {
  day: { of: `date_trunc('day', t.starts_at, 'UTC')`, text: utc('YYYY-MM-DD') },
  hour: { of: `date_trunc('hour', t.starts_at, 'UTC')`, text: utc('YYYY-MM-DD"T"HH24:MI:SS"Z"') },
  country: { of: 't.country', text: 'g.raw' },
  sender: { of: 't.sender', text: 'g.raw' },
  key: {
    of: 't.key_id',
    text: `CASE WHEN g.raw = '${firstUuid}' THEN 'none' ELSE g.raw::text END`,
    name: `(SELECT id, nullif(label, '') AS name, prefix FROM api_keys
      UNION ALL SELECT id, system_id, NULL FROM smpp_credentials)`,
  },
  carrier: {
    of: 't.carrier_id',
    text: `CASE WHEN g.raw = '${firstUuid}' THEN 'none' ELSE g.raw::text END`,
    name: 'carriers',
  },
  account: { of: 't.account_id', text: 'g.raw::text', name: 'accounts' },
};

/** The sums that hold the groups; those of all accounts together have no account. */
function sourceOf({ group, accountId }: BreakdownFilter): { table: string; ofOwners: boolean } {
  if (isByOrigin(group)) return { table: 'traffic_by_origin', ofOwners: true };
  const ofOwners = group === 'account' || accountId !== undefined;
  return { table: ofOwners ? 'traffic' : 'traffic_of_all', ofOwners };
}

function labelOf(group: Group, showsPrefixes: boolean): string {
  if (keys[group].name === undefined) return 'NULL';
  return group === 'key' && showsPrefixes ? `coalesce(n.name, n.prefix || '…')` : 'n.name';
}

/**
 * One row per key and currency with messages; times in order, other keys by size, largest first. `showsPrefixes`: an API key without a
 * label is named by its first characters.
 */
export function breakdown(db: Queryable, filter: BreakdownFilter, showsPrefixes = false): Promise<GroupRow[]> {
  const { group, country } = filter;
  if (filter.step !== undefined) return dividedBreakdown(db, filter, filter.step, showsPrefixes);
  const { of, text: keyText, name } = keys[group];
  const values = [...spanValues(filter), ...(country === undefined ? [] : [country])];
  const { table, ofOwners } = sourceOf(filter);
  const isTime = group === 'day' || group === 'hour';
  const label = labelOf(group, showsPrefixes);
  const text = `SELECT ${keyText} AS key, ${label} AS label, ${ofOwners ? 'a.currency' : 'g.owner'} AS currency,
       ${countColumns.map((column) => `g.${column}`).join(', ')}, g.spend
     FROM (
       SELECT ${of} AS raw, ${ofOwners ? 't.account_id' : 't.currency'} AS owner, ${summedCounts},
         trim_scale(sum(t.spend))::text AS spend
       FROM ${table} t
       WHERE ${spanned(filter)} ${country === undefined ? '' : `AND t.country = $${values.length}`}
       GROUP BY 1, 2 ORDER BY ${isTime ? '1' : 'sum(t.accepted) DESC, 1'}, 2 LIMIT ${mostRows}) g
     ${ofOwners ? 'JOIN accounts a ON a.id = g.owner' : ''} ${name === undefined ? '' : `LEFT JOIN ${name} n ON n.id = g.raw`}
     ORDER BY ${isTime ? 'g.raw' : 'g.accepted DESC, g.raw'}, currency`;
  return rowsOf(db, { text, values });
}

/** One row per key, step and currency in the order of time, with small groups together. */
function dividedBreakdown(
  db: Queryable,
  filter: BreakdownFilter,
  step: Step,
  showsPrefixes: boolean,
): Promise<GroupRow[]> {
  const { group, country } = filter;
  const { of, text: keyText, name } = keys[group];
  const values = [...spanValues(filter), ...(country === undefined ? [] : [country])];
  const { table, ofOwners } = sourceOf(filter);
  const sums = (from: string) => countColumns.map((column) => `sum(${from}.${column})::float8 AS ${column}`).join(', ');
  const text = `WITH parts AS MATERIALIZED (
       SELECT ${of} AS raw, ${ofOwners ? 't.account_id' : 't.currency'} AS owner, date_trunc('${step}', t.starts_at, 'UTC') AS at,
         ${summedCounts}, sum(t.spend) AS spend
       FROM ${table} t
       WHERE ${spanned(filter)} ${country === undefined ? '' : `AND t.country = $${values.length}`}
       GROUP BY 1, 2, 3),
     largest AS (SELECT raw FROM parts GROUP BY 1 ORDER BY sum(accepted) DESC, 1 LIMIT ${mostDivided}),
     named AS (
       SELECT CASE WHEN l.raw IS NULL THEN '${other}' ELSE ${keyText} END AS key, l.raw, g.at,
         ${ofOwners ? 'a.currency' : 'g.owner'} AS currency, ${countColumns.map((column) => `g.${column}`).join(', ')}, g.spend
       FROM parts g LEFT JOIN largest l ON l.raw = g.raw ${ofOwners ? 'JOIN accounts a ON a.id = g.owner' : ''})
     SELECT d.key, ${labelOf(group, showsPrefixes)} AS label, d.at, d.currency, ${countColumns.map((column) => `d.${column}`).join(', ')}, d.spend
     FROM (SELECT key, raw, at, currency, ${sums('r')}, trim_scale(sum(r.spend))::text AS spend FROM named r GROUP BY 1, 2, 3, 4) d
     ${name === undefined ? '' : `LEFT JOIN ${name} n ON n.id = d.raw`} ORDER BY d.at, d.key, d.currency`;
  return rowsOf(db, { text, values });
}

/** Revenue and cost of messages to a country over a carrier. Amounts as decimals. */
export type MarginRow = {
  readonly country: string;
  readonly carrier_id: string;
  /** Null if the carrier was deleted. */
  readonly carrier: string | null;
  /** The currency of the accounts that paid. */
  readonly currency: string;
  readonly messages: number;
  readonly segments: number;
  readonly revenue: string;
  /** Current cost per segment; null if unknown. */
  readonly unit_cost: string | null;
  readonly cost_currency: string | null;
  /** Null if the cost is unknown. */
  readonly cost: string | null;
  /** Null if the cost is unknown or in another currency. */
  readonly margin: string | null;
};

const mostMargins = 1_000;

/** Largest revenue first. Messages that no carrier accepted cost nothing and are left out. */
export const marginsOf = (
  db: Queryable,
  { from, to, country }: Omit<BreakdownFilter, 'group' | 'accountId'>,
): Promise<MarginRow[]> =>
  rowsOf(db, {
    text: `SELECT g.country, g.carrier_id, c.name AS carrier, g.currency, g.messages, g.segments::float8 AS segments,
       trim_scale(g.revenue)::text AS revenue, trim_scale(k.unit_cost)::text AS unit_cost, k.currency AS cost_currency,
       trim_scale(g.segments * k.unit_cost)::text AS cost,
       CASE WHEN k.currency = g.currency THEN trim_scale(g.revenue - g.segments * k.unit_cost)::text END AS margin
     FROM (
       SELECT t.country, t.carrier_id, t.currency, sum(t.accepted)::float8 AS messages, sum(t.segments) AS segments,
         sum(t.spend) AS revenue
       FROM traffic_of_all t
       WHERE t.starts_at >= $1 AND t.starts_at < $2 AND t.carrier_id <> '${firstUuid}' AND ($3::text IS NULL OR t.country = $3)
       GROUP BY 1, 2, 3 ORDER BY sum(t.spend) DESC, 1, 2, 3 LIMIT ${mostMargins}) g
     LEFT JOIN carriers c ON c.id = g.carrier_id
     LEFT JOIN carrier_costs k ON k.carrier_id = g.carrier_id AND k.country = g.country
     ORDER BY g.revenue DESC, g.country, carrier, g.currency`,
    values: [from, to, country ?? null],
  });
