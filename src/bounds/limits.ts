import { httpLimits } from './limits/http.ts';
import type { Limits } from './limits/limit.ts';

/** Every limit of the service by section, in the order of docs/limits.md (`npm run limits`). A new section is one line here. */
export const sections: Readonly<Record<string, Limits>> = {
  HTTP: httpLimits,
};
