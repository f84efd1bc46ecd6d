import { Type } from '../../../base/type.ts';
import { named, said, time, uuid } from '../../schemas/fields.ts';

export const HealthReport = named('HealthReport', {
  findings: Type.Array(
    Type.Object({
      check: Type.String({ description: 'Name of the check', examples: ['Database'] }),
      verdict: Type.Enum(['ok', 'note', 'problem'], {
        description: 'note: for information; problem: something fails, or will fail soon',
      }),
      text: Type.String({ description: 'Finding' }),
      advice: Type.Optional(Type.String({ description: 'How to fix it' })),
      said: Type.Optional(
        Type.Object(
          { check: said, text: said, advice: Type.Optional(said) },
          { description: 'The same texts as placeholders and values, for translation' },
        ),
      ),
    }),
  ),
  processes: Type.Array(
    Type.Object({
      id: uuid('Id of the process, new at every start'),
      host: Type.Optional(Type.String({ description: 'Name of the machine' })),
      pid: Type.Optional(Type.Integer()),
      since: time('Start time'),
      version: Type.Optional(Type.String()),
    }),
    { description: 'Running processes, on all machines' },
  ),
});
