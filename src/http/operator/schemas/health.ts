import { Type } from '../../../base/type.ts';
import { named, time, uuid } from '../../schemas/fields.ts';

const value = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Object(
    { names: Type.Array(Type.String()), more: Type.Integer() },
    { description: 'The first few, and how many more there are' },
  ),
]);
const said = Type.Object({
  sentence: Type.String({ description: 'In English, with blanks', examples: ['{0} GiB are free in {1}'] }),
  values: Type.Array(value, { description: 'What stands in the blanks' }),
});

export const HealthReport = named('HealthReport', {
  findings: Type.Array(
    Type.Object({
      check: Type.String({ description: 'What was looked at', examples: ['Database'] }),
      verdict: Type.Enum(['ok', 'note', 'problem'], {
        description: 'note: worth knowing; problem: something does not work, or soon will not',
      }),
      text: Type.String({ description: 'What was found, in a sentence' }),
      advice: Type.Optional(Type.String({ description: 'What to do about it' })),
      said: Type.Optional(
        Type.Object(
          { check: said, text: said, advice: Type.Optional(said) },
          { description: 'The same sentences without what stands in them, to be translated' },
        ),
      ),
    }),
  ),
  processes: Type.Array(
    Type.Object({
      id: uuid('A new one at every start'),
      host: Type.Optional(Type.String({ description: 'Name of the machine' })),
      pid: Type.Optional(Type.Integer()),
      since: time('When it started'),
      version: Type.Optional(Type.String()),
    }),
    { description: 'All that run, on any machine' },
  ),
});
