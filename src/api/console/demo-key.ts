import { readDemoKey } from '../../flows/accounts/demo-key.ts';
import { DemoKey } from '../schemas/console.ts';
import { HttpError } from '../server/errors.ts';
import { isLocal } from '../server/requests.ts';
import { consoleOperations, sessionOf } from './access.ts';

const operation = consoleOperations('Console');

export const demoKeyOperations = [
  operation({
    id: 'getDemoKey',
    get: '/demo-key',
    summary: 'Retrieve the API key of the demo account (extension)',
    description: 'Returns the file that holds the key and, to an admin at the machine of the service, the key itself.',
    answer: [DemoKey, 'The file, and the key'],
    unknown: 'demo account',
    read: (db, call, { config }) => {
      const session = sessionOf(call);
      if (session.kind !== 'operator' || session.role !== 'admin')
        throw new HttpError(403, 'Only an admin may read the key of the demo account');
      return readDemoKey(db, config, isLocal(call));
    },
  }),
];
