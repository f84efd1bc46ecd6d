import { type Static, Type } from '../../../base/type.ts';
import { entryKinds } from '../../../store/account/ledger-entries.ts';
import { patterns } from '../../patterns.ts';
import { amount, balance, nextCursor, paging, range, time, uuid } from './fields.ts';

const kind = Type.Enum([...entryKinds]);
const note = Type.String({ maxLength: 500, pattern: patterns.text, description: 'What it was for' });

export const LedgerEntry = Type.Object(
  {
    entryId: uuid('That of the submission, if it is a charge'),
    kind,
    amount: balance('Negative if it was taken from the balance'),
    messageId: Type.Optional(uuid('The message that was refunded')),
    requestId: Type.Optional(uuid('The id that was given when it was booked')),
    note: Type.Optional(note),
    at: time('When'),
  },
  { $id: 'LedgerEntry' },
);
export type LedgerEntryBody = Static<typeof LedgerEntry>;

export const LedgerPage = Type.Object(
  { entries: Type.Array(Type.Ref('LedgerEntry')), nextCursor },
  { $id: 'LedgerPage' },
);

export const Booked = Type.Object(
  { entry: Type.Ref('LedgerEntry'), balance: balance('Of the account, as it is now') },
  { $id: 'Booked' },
);

const id = Type.Optional(uuid('Your own id of this booking: asked for twice, it is booked once'));

export const TopUp = Type.Object(
  { amount: amount('More than zero'), note: Type.Optional(note), id },
  { additionalProperties: false },
);
export type TopUpValues = Static<typeof TopUp>;

export const Correction = Type.Object(
  {
    amount: Type.String({
      pattern: patterns.signedAmount,
      description: 'What to add to the balance, negative to take from it; not zero',
      examples: ['-12.50'],
    }),
    note: Type.String({ ...note, minLength: 1, pattern: patterns.filledText, description: 'Why' }),
    id,
  },
  { additionalProperties: false },
);
export type CorrectionValues = Static<typeof Correction>;

export const LedgerQuery = Type.Object({ ...paging, ...range, kind: Type.Optional(kind) });
export type LedgerQueryValues = Static<typeof LedgerQuery>;

export const ledgerSchemas = [LedgerEntry, LedgerPage, Booked];
