import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { type Entry, readNumbers, writtenNumber } from '../domain/optout/numbers-csv.ts';
import { everySender } from '../domain/optout/opt-out.ts';
import { type OptOutSettings, settingsFault } from '../domain/optout/settings.ts';
import { canBeRegistered, senderNumber } from '../domain/sender/sender.ts';
import { type Added, addNumbers, type Changer, changeSettings } from '../flows/opt-outs.ts';
import type { Reads } from '../flows/reads.ts';
import type { Runtime } from '../runtime.ts';
import { listOptOuts, type OptOutRow, type OptOutSource, optOutsOf } from '../store/optout/opt-outs.ts';
import { HttpError } from './errors.ts';
import type { Export } from './export.ts';
import { mapByTurns, nextCursor, pageOf, searchableNumber } from './paging.ts';
import type {
  NewOptOutsValues,
  OptOutQueryValues,
  OptOutSettingsChangeValues,
  OptOutValues,
} from './schemas/opt-outs.ts';

const mostProblems = 20;
export const sendCsv = 'Send the numbers as text/csv';

/** What customers and operators do with the list of an account: the same, under other paths. */
export async function readOptOuts(reads: Reads, owner: string, accountId: string, query: OptOutQueryValues) {
  const page = pageOf(query);
  const sender = query.sender === undefined ? undefined : senderOf(query.sender);
  return reads.run(owner, async (db) => {
    if (query.number !== undefined) {
      const number = numberOf(searchableNumber('number', query.number)!);
      const rows = await optOutsOf(db, accountId, number);
      return { optOuts: rows.filter((row) => sender === undefined || row.sender === sender).map(toOptOut) };
    }
    const found = await listOptOuts(db, { ...page, accountId, sender });
    return { optOuts: await mapByTurns(found.rows, toOptOut), ...nextCursor(found) };
  });
}

/** All wrong numbers are named, and then none is added. */
export function entriesOf({ numbers, sender }: NewOptOutsValues): Entry[] {
  const wrong = numbers.filter((number) => writtenNumber(number) === undefined);
  if (wrong.length > 0) {
    const shown = wrong.slice(0, mostProblems).map((number) => JSON.stringify(number));
    throw new HttpError(400, `numbers: not a valid phone number in E.164 form: ${shown.join(', ')}`);
  }
  const value = sender == null ? everySender : senderOf(sender);
  return [...new Set(numbers.map((number) => writtenNumber(number)!))].map((number) => ({ number, sender: value }));
}

/** In steps, between which others have their turn. */
export function* entriesIn(text: string): Generator<undefined, readonly Entry[], undefined> {
  const read = yield* readNumbers(text);
  if ('entries' in read) return read.entries;
  const { problems, more } = read;
  throw new HttpError(400, `Nothing was imported. ${problems.join('; ')}${more > 0 ? `; and ${more} more` : ''}`);
}

/** Undefined if there is no such account. */
export function add(
  { db }: Runtime,
  changer: Changer,
  entries: readonly Entry[],
  source: OptOutSource,
): Promise<Added | undefined> {
  return addNumbers(db, changer, entries, source);
}

/** As it is registered. It need not be registered now: opt-outs outlive senders. */
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

/** What is left out stays; all of it is checked together. Undefined if there is no such account. */
export function mergeSettings(
  { db }: Runtime,
  changer: Changer,
  change: OptOutSettingsChangeValues,
): Promise<OptOutSettings | undefined> {
  return changeSettings(db, changer, (now) => {
    const words = { ...now.words, ...change.words };
    const merged = { ...now, ...change, words, answers: change.answers ?? now.answers } as OptOutSettings;
    const fault = settingsFault(merged);
    if (fault !== undefined) throw new HttpError(400, fault);
    return merged;
  });
}

export function toOptOut(row: OptOutRow): OptOutValues {
  return {
    optOutId: row.id,
    number: row.number,
    sender: row.sender === everySender ? null : row.sender,
    source: row.source,
    createdAt: row.created_at.toISOString(),
  };
}

/** An import finds the columns by their names. Numbers that were erased are empty and cannot be imported. */
export const optOutColumns: Export<OptOutRow>['columns'] = [
  ['optOutId', (row) => row.id],
  ['number', (row) => row.number],
  ['sender', (row) => row.sender],
  ['source', (row) => row.source],
  ['createdAt', (row) => row.created_at.toISOString()],
];

/** In a scope of its own: nowhere else of it is a body of CSV read. */
export function readingCsv(app: FastifyInstance, routes: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, bytes, done) => {
      if (isUtf8(bytes as Buffer)) done(null, bytes.toString());
      else done(new HttpError(400, 'The file is not UTF-8; save it as "CSV UTF-8"'));
    });
    scope.addContentTypeParser('*', (_request, _payload, done) => done(new HttpError(415, sendCsv)));
    routes(scope);
  });
}
