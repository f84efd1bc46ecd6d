import { type CsvRecord, readCsv } from '../csv/reader.ts';
import { countryOf, withoutPunctuation } from '../phone/phone.ts';
import { canBeRegistered, senderNumber } from '../sender/sender.ts';
import { everySender } from './opt-out.ts';

/** An opted-out number: for one sender, or for all senders of the account. */
export type OptOutEntry = { readonly number: string; readonly sender: string };

/** The entries, or the invalid lines: the first ones in full, the rest as a count. */
export type NumberFile =
  | { readonly entries: readonly OptOutEntry[] }
  | { readonly problems: readonly string[]; readonly more: number };

type Columns = { readonly number: number; readonly sender: number | undefined; readonly count: number };

const onlyNumbers: Columns = { number: 0, sender: undefined, count: 1 };
const mostNamed = 20;
/** Other work runs between two steps; a step takes a few hundred microseconds. */
const linesInStep = 100;

/**
 * A file of numbers, one per line, in E.164. With a header, the columns `number` and optionally `sender` are found by name and
 * others are ignored, so that an export can be imported. Without a header, each line is a number and nothing else. One invalid line
 * rejects the whole file. A large file takes about a second, so it is read in steps.
 */
export function* readNumbers(text: string): Generator<undefined, NumberFile, undefined> {
  const content = text.replace(/^\uFEFF/, '');
  const separator = /^[^\r\n]*;/.test(content) ? ';' : ',';
  const entries = new Map<string, OptOutEntry>();
  const problems: string[] = [];
  let wrong = 0;
  let lines = 0;
  let columns: Columns | undefined;
  for (const record of readCsv(content, separator)) {
    lines += 1;
    if (lines % linesInStep === 0) yield;
    if (record === undefined) continue;
    const named = columns === undefined ? columnsOf(record) : undefined;
    columns ??= named ?? onlyNumbers;
    if (named !== undefined) continue;
    const entry = readEntry(record, columns);
    if (typeof entry !== 'string') entries.set(`${entry.number} ${entry.sender}`, entry);
    else if (++wrong <= mostNamed) problems.push(`line ${record.line}: ${entry}`);
  }
  if (wrong > 0) return { problems, more: wrong - problems.length };
  if (entries.size > 0) return { entries: [...entries.values()] };
  return { problems: [columns === undefined ? 'the file is empty' : 'the file contains no number'], more: 0 };
}

function columnsOf(record: CsvRecord): Columns | undefined {
  if ('problem' in record) return undefined;
  const names = record.fields.map((name) => name.trim().toLowerCase());
  const number = names.indexOf('number');
  if (number === -1) return undefined;
  const sender = names.indexOf('sender');
  return { number, sender: sender === -1 ? undefined : sender, count: names.length };
}

/** Duplicates count once. An erased entry has no number, and is skipped. */
function readEntry(record: CsvRecord, { number: place, sender, count }: Columns): OptOutEntry | string {
  if ('problem' in record) return record.problem;
  const { fields } = record;
  if (fields.length !== count) return `has ${fields.length} fields instead of ${count}`;
  const number = writtenNumber(fields[place]!);
  if (number === undefined) return 'is not a valid phone number in E.164 form, such as +38640123456';
  // Exports put an apostrophe before what a spreadsheet would take for a formula.
  const written = sender === undefined ? everySender : fields[sender]!.trim().replace(/^'(?=[+-])/, '');
  if (!canBeRegistered(written)) return 'has a sender that is neither a name nor a number';
  return { number, sender: senderNumber(written) ?? written };
}

/** E.164 from a written number. Without + or 00 the country is unknown. */
export function writtenNumber(written: string): string | undefined {
  const number = withoutPunctuation(written).replace(/^00/, '+');
  return countryOf(number) === undefined ? undefined : number;
}
