import type { Audience } from '../operation/declaration.ts';
import { operationsFor } from '../operation/operation.ts';
import { operatorShare } from '../server/serving.ts';
import { operatorErrors } from './errors.ts';

const operators: Audience = {
  anyId: false,
  owner: () => operatorShare,
  errors: () => operatorErrors,
};

/** Operations of one tag: `operatorOperations('Keys')({ id: 'getKey', get: '/keys/:keyId', … })`. */
export const operatorOperations = operationsFor(operators);
