import { type TSchema, Type } from '../../base/type.ts';
import { longestKeyword } from '../../domain/optout/keyword.ts';
import { mostAnswersPerDay } from '../../domain/optout/opt-out.ts';
import { mostWords, scopes } from '../../domain/optout/settings.ts';
import { languages } from '../../domain/optout/words.ts';
import { patterns } from '../operation/patterns.ts';
import { closed, filteredCursor, named, optional, orNull, paging, range, time, uuid } from './fields.ts';

const mostNumbers = 1_000;

export const OptOut = named('OptOut', {
  optOutId: uuid(),
  number: orNull(
    Type.String(),
    'Phone number; null if it was erased. An erased number stays opted out by its keyed hash',
  ),
  sender: orNull(Type.String(), 'Sender that the opt-out applies to; null for all senders of the account'),
  source: Type.Enum(['keyword', 'request', 'import', 'operator'], {
    description:
      'keyword: the recipient sent STOP; request, import: added through this API; operator: added by the operator',
  }),
  createdAt: time('Time of the opt-out'),
});

export const OptOutList = named('OptOutList', {
  optOuts: Type.Array(Type.Ref('OptOut')),
  nextCursor: filteredCursor,
});

export const OptOutQuery = Type.Object({
  ...range,
  ...paging,
  number: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'All opt-outs of one number, also if it was erased; page parameters are then ignored',
    }),
  ),
  sender: Type.Optional(Type.String({ maxLength: 100, description: 'Only opt-outs from this sender' })),
});

export const NewOptOuts = closed({
  numbers: Type.Array(Type.String({ maxLength: 40 }), {
    minItems: 1,
    maxItems: mostNumbers,
    description: 'Phone numbers in E.164 format with leading +. If one is invalid, none is added',
  }),
  sender: Type.Optional(
    orNull(
      Type.String({ minLength: 1, maxLength: 100, pattern: patterns.text }),
      'Sender that the opt-outs apply to; omitted or null: all senders of the account',
    ),
  ),
});

export const OptOutsAdded = named('OptOutsAdded', {
  added: Type.Integer({ description: 'Numbers that were added' }),
  known: Type.Integer({ description: 'Numbers that were already in the list' }),
});

const word = Type.String({ minLength: 1, maxLength: longestKeyword, pattern: patterns.text });
const byKeyword = <T extends TSchema>(schema: T, description: string) => {
  const each = Type.Optional(schema);
  return closed({ STOP: each, START: each, HELP: each }, { description });
};

const settings = {
  enabled: Type.Boolean({ description: 'Whether keywords change the list. Existing opt-outs always apply' }),
  scope: Type.Enum([...scopes], {
    description: 'What STOP applies to: all senders of the account, or the sender that received it',
  }),
  languages: Type.Array(Type.Enum([...languages]), {
    maxItems: languages.length,
    description: 'Languages whose keywords for STOP, START and HELP are recognised',
  }),
  words: byKeyword(Type.Array(word, { maxItems: mostWords }), 'Additional keywords. Case and diacritics are ignored'),
  replaces: Type.Boolean({
    description: 'true: only the additional keywords and STOP are recognised; false: those of the languages too',
  }),
  answers: byKeyword(
    Type.String({ minLength: 1, maxLength: 1_000 }),
    `SMS replies, sent from the number that received the keyword, at the normal price: one per change, and at most ${mostAnswersPerDay} per day and recipient. Without a text no reply is sent`,
  ),
};

export const OptOutSettings = named('OptOutSettings', settings);
/** Omitted fields are not changed. */
export const OptOutSettingsChange = closed(optional(settings));

export const optOutSchemas = [OptOut, OptOutList, OptOutsAdded, OptOutSettings];
