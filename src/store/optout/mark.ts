/**
 * The keyed hash of a number that opt-outs are compared by, as SQL; `k` is the row of opt_out_keys. Another one for each account: what
 * is left of somebody who was erased says nothing about other accounts. The keys never leave the database.
 */
export const markOf = (account: string, number: string): string =>
  `sha256(k.outer_key || sha256(k.inner_key || convert_to(${account}::text || ' ' || ${number}, 'UTF8')))`;
