import type { Reads } from '../flows/reads.ts';
import type { Runtime } from '../runtime.ts';
import type { Imports } from './imports.ts';

/** What routes are given: reads go through `reads`, and long files through `imports`, under the name of the account. */
export type Serving = Runtime & { readonly reads: Reads; readonly imports: Imports };

/** The share of the operator's own lists and look-ups. */
export const operatorShare = 'operator';
