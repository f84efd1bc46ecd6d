import { templateLimits as most } from '../../domain/text/template/template.ts';
import type { Limits } from '../limit.ts';

export const templateLimits = {
  ofAccount: { what: 'Message templates', per: 'account', most: most.ofAccount, unit: 'templates', beyond: '409' },
  versions: {
    what: 'Versions of a message template that are kept',
    per: 'template',
    most: most.versions,
    unit: 'versions',
    beyond: 'the oldest is deleted',
  },
  languages: {
    what: 'Languages of a message template',
    per: 'template',
    most: most.languages,
    unit: 'languages',
    beyond: '400',
  },
  variables: {
    what: 'Variables of a message template',
    per: 'template',
    most: most.variables,
    unit: 'variables',
    beyond: '400',
  },
} as const satisfies Limits;
