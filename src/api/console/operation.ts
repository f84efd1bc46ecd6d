import { operationsFor } from '../operation/operation.ts';
import { consoleErrors } from '../schemas/console.ts';
import { sessionOf } from './guard.ts';

/** Operations of a person who is signed in to the console. */
export const consoleOperations = operationsFor({
  anyId: false,
  owner: (call) => sessionOf(call).owner,
  describeUnknown: (thing) => `There is no such ${thing}, or it is not yours`,
  errors: () => consoleErrors,
});
