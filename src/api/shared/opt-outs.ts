import type { Static } from '../../base/type.ts';
import type { Db } from '../../database/db.ts';
import { type OptOutEntry, readNumbers, writtenNumber } from '../../domain/optout/numbers-csv.ts';
import { everySender } from '../../domain/optout/opt-out.ts';
import { type OptOutSettings, settingsFault } from '../../domain/optout/settings.ts';
import { canBeRegistered, senderNumber } from '../../domain/sender/sender.ts';
import { listOptOuts, type OptOutRow, optOutsOf } from '../../store/optout/opt-outs.ts';
import type { Export } from '../operation/export.ts';
import { mapByTurns, nextCursor, pageOf, searchableNumber } from '../operation/paging.ts';
import { bodyOf } from '../operation/row-body.ts';
import { type NewOptOuts, OptOut, type OptOutQuery, type OptOutSettingsChange } from '../schemas/opt-outs.ts';
import { HttpError } from '../server/errors.ts';

const mostProblems = 20;

export const optOutsCsv = ['numbers', 'number,sender\n+38640123457,\n'] as const;

export async function readOptOuts(db: Db, accountId: string, query: Static<typeof OptOutQuery>) {
  const page = pageOf(query);
  const sender = query.sender === undefined ? undefined : senderOf(query.sender);
  if (query.number !== undefined) {
    const number = numberOf(searchableNumber('number', query.number)!);
    const rows = await optOutsOf(db, accountId, number);
    return { optOuts: rows.filter((row) => sender === undefined || row.sender === sender).map(toOptOut) };
  }
  const found = await listOptOuts(db, { ...page, accountId, sender });
  return { optOuts: await mapByTurns(found.rows, toOptOut), ...nextCursor(found) };
}

/** Throws an error that lists the invalid numbers; then none is added. */
export function entriesOf({ numbers, sender }: Static<typeof NewOptOuts>): OptOutEntry[] {
  const wrong = numbers.filter((number) => writtenNumber(number) === undefined);
  if (wrong.length > 0) {
    const shown = wrong.slice(0, mostProblems).map((number) => JSON.stringify(number));
    throw new HttpError(400, `numbers: not a valid phone number in E.164 form: ${shown.join(', ')}`);
  }
  const value = sender == null ? everySender : senderOf(sender);
  return [...new Set(numbers.map((number) => writtenNumber(number)!))].map((number) => ({ number, sender: value }));
}

/** Parses a CSV body in steps, so that other requests get their turn in between. */
export function* entriesIn(body: unknown): Generator<undefined, readonly OptOutEntry[], undefined> {
  const read = yield* readNumbers((body ?? '') as string);
  if ('entries' in read) return read.entries;
  const { problems, more } = read;
  throw new HttpError(400, `Nothing was imported. ${problems.join('; ')}${more > 0 ? `; and ${more} more` : ''}`);
}

/** A sender in its registered form. It need not exist: opt-outs outlive senders. */
function senderOf(written: string): string {
  if (!canBeRegistered(written)) throw new HttpError(400, 'sender must be the name or number of a sender');
  return senderNumber(written) ?? written;
}

function numberOf(written: string): string {
  const number = writtenNumber(written);
  if (number === undefined)
    throw new HttpError(400, 'number must be a valid phone number in E.164 form, its + written as %2B');
  return number;
}

/** Omitted fields keep their value; the result is validated as a whole. */
export function merged(change: Static<typeof OptOutSettingsChange>): (now: OptOutSettings) => OptOutSettings {
  return (now) => {
    const words = { ...now.words, ...change.words };
    const settings = { ...now, ...change, words, answers: change.answers ?? now.answers } as OptOutSettings;
    const fault = settingsFault(settings);
    if (fault !== undefined) throw new HttpError(400, fault);
    return settings;
  };
}

function toOptOut(row: OptOutRow) {
  return bodyOf(OptOut, row, { optOutId: row.id, sender: row.sender === everySender ? null : row.sender });
}

/** Imports find columns by name. Erased numbers are empty and cannot be imported. */
export const optOutColumns: Export<OptOutRow>['columns'] = [
  ['optOutId', (row) => row.id],
  ['number', (row) => row.number],
  ['sender', (row) => row.sender],
  ['source', (row) => row.source],
  ['createdAt', (row) => row.created_at.toISOString()],
];
