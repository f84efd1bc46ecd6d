import { type TSchema, Type } from '../../base/type.ts';
import { longestKeyword } from '../../domain/optout/keyword.ts';
import { mostAnswersPerDay } from '../../domain/optout/opt-out.ts';
import { mostWords, scopes } from '../../domain/optout/settings.ts';
import { languages } from '../../domain/optout/words.ts';
import { patterns } from '../patterns.ts';
import { closed, named, paging, range, time, uuid } from './fields.ts';

const page = { ...range, ...paging };

export const mostNumbers = 1_000;

export const OptOut = named('OptOut', {
  optOutId: uuid(),
  number: Type.Union([Type.String(), Type.Null()], {
    description: 'null: it was erased; by a keyed hash it stays opted out',
  }),
  sender: Type.Union([Type.String(), Type.Null()], {
    description: 'From which sender it wants no messages; null: from none of the account',
  }),
  source: Type.Enum(['keyword', 'request', 'import', 'operator'], {
    description: 'keyword: it wrote STOP; request and import: by this API; operator: by whoever runs the service',
  }),
  createdAt: time('Since when'),
});

export const OptOutList = named('OptOutList', {
  optOuts: Type.Array(Type.Ref('OptOut')),
  nextCursor: Type.Optional(
    Type.String({
      description: 'Absent on the last page; a filtered page may be short, even empty, and still have one',
    }),
  ),
});

export const OptOutQuery = Type.Object({
  ...page,
  number: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'All of one number, also if it was erased; the page parameters do not count then',
    }),
  ),
  sender: Type.Optional(Type.String({ maxLength: 100, description: 'Of one sender only' })),
});

export const NewOptOuts = closed({
  numbers: Type.Array(Type.String({ maxLength: 40 }), {
    minItems: 1,
    maxItems: mostNumbers,
    description: 'E.164, with their leading +. One that is wrong, and none is added',
  }),
  sender: Type.Optional(
    Type.Union([Type.String({ minLength: 1, maxLength: 100, pattern: patterns.text }), Type.Null()], {
      description: 'Messages from this sender only; left out or null: from any of the account',
    }),
  ),
});

export const OptOutsAdded = named('OptOutsAdded', {
  added: Type.Integer({ description: 'New in the list' }),
  known: Type.Integer({ description: 'In the list before' }),
});

const word = Type.String({ minLength: 1, maxLength: longestKeyword, pattern: patterns.text });
const byKeyword = <T extends TSchema>(schema: T, description: string) => {
  const each = Type.Optional(schema);
  return closed({ STOP: each, START: each, HELP: each }, { description });
};

const settings = {
  enabled: Type.Boolean({ description: 'Whether keywords change the list. What is in the list always counts' }),
  scope: Type.Enum([...scopes], {
    description: 'What STOP stops: messages from all senders of the account, or from the one that was written to',
  }),
  languages: Type.Array(Type.Enum([...languages]), {
    maxItems: languages.length,
    description: 'Whose words for STOP, START and HELP count',
  }),
  words: byKeyword(
    Type.Array(word, { maxItems: mostWords }),
    'Words of your own. Capitals and marks make no difference',
  ),
  replaces: Type.Boolean({
    description: 'true: only your own words count, and STOP itself; false: they count besides those of the languages',
  }),
  answers: byKeyword(
    Type.String({ minLength: 1, maxLength: 1_000 }),
    `What is answered by SMS, from the number that was written to, at the usual price: once for each change, and at most ${mostAnswersPerDay} times a day to one number. Without a text there is no answer`,
  ),
};

export const OptOutSettings = named('OptOutSettings', settings);
/** What is left out stays as it is. */
export const OptOutSettingsChange = closed({
  enabled: Type.Optional(settings.enabled),
  scope: Type.Optional(settings.scope),
  languages: Type.Optional(settings.languages),
  words: Type.Optional(settings.words),
  replaces: Type.Optional(settings.replaces),
  answers: Type.Optional(settings.answers),
});

export const optOutSchemas = [OptOut, OptOutList, OptOutsAdded, OptOutSettings];
