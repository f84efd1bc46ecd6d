import type { Reads } from '../../flows/reads.ts';
import type { Runtime } from '../../runtime.ts';
import type { Imports } from '../operation/changes.ts';

/** The dependencies of routes. Reads run through `reads` and file imports through `imports`, limited per account. */
export type Serving = Runtime & { readonly reads: Reads; readonly imports: Imports };

/** The owner of operators' reads and changes. */
export const operatorShare = 'operator';

/** Exports of operators have their own share of reads, so that the operators' lists do not wait for them. */
export const fileShare = 'operator files';
