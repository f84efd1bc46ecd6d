import type { Queryable } from '../../database/db.ts';
import { lockSeed } from './seed.ts';

/** A power of two. One lock per message would be thousands, too many for the server's lock table. */
const buckets = 64;

/** Locks the groups with these keys until the transaction ends, always in the same order, so that transactions do not deadlock. */
export async function lockGroups(
  tx: Queryable,
  kind: 'inboundGroup' | 'submitGroup',
  keys: readonly string[],
): Promise<void> {
  await tx.query({
    name: `lock ${kind}`,
    text: `SELECT pg_advisory_xact_lock(hashint4extended(bucket, ${lockSeed[kind]})) FROM (
        SELECT DISTINCT hashtext(key) & ${buckets - 1} AS bucket FROM unnest($1::text[]) AS key ORDER BY 1 OFFSET 0) b`,
    values: [keys],
  });
}
