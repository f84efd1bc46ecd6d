import { Problem } from '../../../base/problem.ts';

export function wrongDescription(what: string): Problem {
  return new Problem(
    `The carrier's description is wrong: ${what}`,
    'Correct it; docs/guides/http-carriers.md says what it may hold',
  );
}
