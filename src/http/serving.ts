import type { Reads } from '../flows/reads.ts';
import type { Runtime } from '../runtime.ts';
import type { Imports } from './imports.ts';
import type { Pace } from './pace.ts';

/** What the routes are handed: what only looks goes through `reads`, and long files through `imports`, under the name of the account. */
export type Serving = Runtime & { readonly reads: Reads; readonly imports: Imports; readonly pace: Pace };

/** The share of the operator's own lists and look-ups. */
export const operatorShare = 'operator';
