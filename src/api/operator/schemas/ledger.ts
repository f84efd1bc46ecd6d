import { Type } from '../../../base/type.ts';
import { entryKinds } from '../../../store/account/ledger-entries.ts';
import { patterns } from '../../operation/patterns.ts';
import { amount, balance, closed, named, nextCursor, paging, range, time, uuid } from '../../schemas/fields.ts';

const kind = Type.Enum([...entryKinds]);
const note = Type.String({ maxLength: 500, pattern: patterns.text, description: 'Purpose of the transaction' });

export const LedgerEntry = named('LedgerEntry', {
  entryId: uuid('Id of the transaction; for a charge, that of the submission'),
  kind,
  amount: balance('Amount; negative for a charge'),
  messageId: Type.Optional(uuid('Refunded message')),
  requestId: Type.Optional(uuid('Id given in the request')),
  note: Type.Optional(note),
  at: time('Time of the transaction'),
});

export const LedgerPage = named('LedgerPage', { entries: Type.Array(Type.Ref('LedgerEntry')), nextCursor });

export const Booked = named('Booked', {
  entry: Type.Ref('LedgerEntry'),
  balance: balance('Balance of the account after the transaction'),
});

const id = Type.Optional(uuid('Your own id of the transaction; a repeated request with the same id books nothing'));

export const TopUp = closed({ amount: amount('Amount to add, greater than zero'), note: Type.Optional(note), id });

export const Correction = closed({
  amount: Type.String({
    pattern: patterns.signedAmount,
    description: 'Amount to add to the balance, or to subtract if negative; not zero',
    examples: ['-12.50'],
  }),
  note: Type.String({ ...note, minLength: 1, pattern: patterns.filledText, description: 'Reason of the adjustment' }),
  id,
});

export const LedgerQuery = Type.Object({ ...paging, ...range, kind: Type.Optional(kind) });

export const ledgerSchemas = [LedgerEntry, LedgerPage, Booked];
