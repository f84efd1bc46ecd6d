import type { Reads } from '../flows/reads.ts';
import type { Runtime } from '../runtime.ts';

/** What the routes are handed: what only looks goes through `reads`, under the name of its account. */
export type Serving = Runtime & { readonly reads: Reads };

/** The share of the operator's own lists and look-ups. */
export const operatorShare = 'operator';
