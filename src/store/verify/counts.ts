import type { Queryable } from '../../database/db.ts';
import { agesNeeded, type VerifyFacts, type VerifyLimits } from '../../domain/verify/limits.ts';
import type { CodeTarget } from './verifications.ts';

type Scopes = Omit<CodeTarget, 'number'>;

/** The account's own scope; the others are the country and the range of numbers. */
const ofAccount = '';
const scopesOf = ({ prefix, country }: Scopes) => [ofAccount, prefix, country];

const thisHour = `date_trunc('hour', now(), 'UTC')`;
const countsOf = (scope: string, living: string) => `
  (SELECT json_build_object(
     'hour', coalesce(sum(c.started) FILTER (WHERE c.hour = ${thisHour}), 0),
     'started', coalesce(sum(c.started - c.excused), 0), 'confirmed', coalesce(sum(c.confirmed), 0),
     'living', (SELECT count(*) FROM verifications v WHERE v.account_id = $1 AND ${living}
        AND v.confirmed_at IS NULL AND v.expires_at > now()))
   FROM verify_counts c WHERE c.account_id = $1 AND c.scope = ${scope} AND c.hour > now() - $6 * interval '1 hour')`;

type Row = Omit<VerifyFacts, 'prefix'> & { readonly prefix: VerifyFacts['country']; readonly known: boolean };

/** The facts that decide whether another code may be sent. Call `lockVerify` first. */
export async function findFacts(tx: Queryable, place: CodeTarget, limits: VerifyLimits): Promise<VerifyFacts> {
  const { rows } = await tx.query<Row>({
    name: 'verify facts',
    text: `SELECT
        ARRAY(SELECT extract(epoch FROM now() - created_at)::float8 FROM verifications
          WHERE account_id = $1 AND number = $2 ORDER BY created_at DESC LIMIT $5) AS ages,
        (SELECT coalesce(sum(tries - CASE WHEN confirmed_at IS NULL THEN 0 ELSE 1 END), 0)::integer FROM verifications
          WHERE account_id = $1 AND number = $2 AND created_at > now() - interval '1 day') AS wrong,
        ${countsOf('$3', 'v.prefix = $3')} AS prefix,
        EXISTS (SELECT 1 FROM verify_counts WHERE account_id = $1 AND scope = $3 AND confirmed > 0) AS known,
        ${countsOf('$4', 'v.country = $4')} AS country,
        json_build_object('hour', coalesce((SELECT started FROM verify_counts
          WHERE account_id = $1 AND scope = '${ofAccount}' AND hour = ${thisHour}), 0)) AS account,
        coalesce((SELECT extract(epoch FROM max(until) - now())::float8 FROM verify_blocks
          WHERE account_id = $1 AND scope IN ($3, $4) AND until > now()), 0) AS "blockedFor",
        extract(epoch FROM ${thisHour} + interval '1 hour' - now())::float8 AS "hourLeft"`,
    values: [place.accountId, place.number, place.prefix, place.country, agesNeeded(limits), limits.windowHours],
  });
  const { known, prefix, ...facts } = rows[0]!;
  return { ...facts, prefix: { ...prefix, known } };
}

export async function countStarted(tx: Queryable, place: Scopes): Promise<void> {
  await tx.query(
    `INSERT INTO verify_counts AS c (account_id, scope, hour, country, started)
     SELECT $1::uuid, scope, ${thisHour}, CASE WHEN scope = $3 THEN $4::text ELSE '' END, 1 FROM unnest($2::text[]) AS s (scope)
     ON CONFLICT (account_id, scope, hour) DO UPDATE SET started = c.started + 1`,
    [place.accountId, scopesOf(place), place.prefix, place.country],
  );
}

const recount = (change: string) => async (tx: Queryable, place: Scopes, at: Date) => {
  await tx.query(
    `UPDATE verify_counts SET ${change}
     WHERE account_id = $1 AND scope = ANY ($2::text[]) AND hour = date_trunc('hour', $3::timestamptz, 'UTC')`,
    [place.accountId, scopesOf(place), at],
  );
};

/** Called for a message that was not accepted after all. Call `lockVerify` first. */
export const uncountStarted = recount('started = greatest(started - 1, 0)');

/** Counts in the hour in which the code was sent. */
export const countConfirmed = recount('confirmed = confirmed + 1');

type ConversionFilter = {
  readonly accountId?: string | undefined;
  readonly country?: string | undefined;
  readonly hours: number;
  readonly by: 'country' | 'prefix';
  readonly limit: number;
};

export type ConversionRow = {
  readonly account_id: string;
  readonly account: string;
  readonly country: string;
  readonly prefix: string | null;
  readonly started: number;
  readonly confirmed: number;
  readonly fresh: boolean;
  readonly blocked_until: Date | null;
};

/** Codes sent and confirmed, by country or by number range; most unconfirmed first. */
export async function listConversions(db: Queryable, filter: ConversionFilter): Promise<ConversionRow[]> {
  const byPrefix = filter.by === 'prefix';
  const { rows } = await db.query<ConversionRow>(
    `SELECT t.account_id, coalesce(a.name, '') AS account, CASE WHEN $4 THEN t.country ELSE t.scope END AS country,
       CASE WHEN $4 THEN t.scope END AS prefix, t.started::integer, t.confirmed::integer, t.fresh, b.until AS blocked_until
     FROM (SELECT account_id, scope, max(country) AS country, sum(started) AS started, sum(confirmed) AS confirmed,
             bool_and(confirmed = 0) AS fresh
           FROM verify_counts
           WHERE hour > now() - $1 * interval '1 hour' AND ($2::uuid IS NULL OR account_id = $2)
             AND scope LIKE $5 AND ($3::text IS NULL OR $3 IN (country, scope))
           GROUP BY 1, 2 HAVING sum(started) > 0
           ORDER BY sum(started - confirmed) DESC, 1, 2 LIMIT $6) t
     LEFT JOIN accounts a ON a.id = t.account_id
     LEFT JOIN verify_blocks b ON b.account_id = t.account_id AND b.scope = t.scope AND b.until > now()
     ORDER BY t.started - t.confirmed DESC, 1, 3, 4`,
    [filter.hours, filter.accountId ?? null, filter.country ?? null, byPrefix, byPrefix ? '+%' : '__', filter.limit],
  );
  return rows;
}
