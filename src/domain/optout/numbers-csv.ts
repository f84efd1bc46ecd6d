import { type CsvRecord, readCsv } from '../money/csv.ts';
import { countryOf, withoutPunctuation } from '../phone/phone.ts';
import { everySender } from './opt-out.ts';

/** A number that wants no messages: from one sender, or from any of the account. */
export type Entry = { readonly number: string; readonly sender: string };

/** The entries, or every line that is wrong and why. */
export type NumberFile = { readonly entries: readonly Entry[] } | { readonly problems: readonly string[] };

type Columns = { readonly number: number; readonly sender: number | undefined; readonly count: number };

/**
 * A file of numbers, one a line, as E.164. With a header, `number` and, if wanted, `sender` are found by their names and other
 * columns are passed over, so that what was exported can be imported; without one, each line is a number and nothing else. All
 * or nothing: one wrong line, and there are no entries.
 */
export function readNumbers(text: string): NumberFile {
  const content = text.replace(/^\uFEFF/, '');
  const separator = /^[^\r\n]*;/.test(content) ? ';' : ',';
  const records = readCsv(content, separator);
  const [first] = records;
  if (first === undefined) return { problems: ['the file is empty'] };
  const named = columnsOf(first);
  return collect(named === undefined ? records : records.slice(1), named ?? { number: 0, sender: undefined, count: 1 });
}

function columnsOf(record: CsvRecord): Columns | undefined {
  if ('problem' in record) return undefined;
  const names = record.fields.map((name) => name.trim().toLowerCase());
  const number = names.indexOf('number');
  if (number === -1) return undefined;
  const sender = names.indexOf('sender');
  return { number, sender: sender === -1 ? undefined : sender, count: names.length };
}

function collect(records: readonly CsvRecord[], columns: Columns): NumberFile {
  const entries = new Map<string, Entry>();
  const problems: string[] = [];
  for (const record of records) {
    const entry = readEntry(record, columns);
    if (typeof entry === 'string') problems.push(`line ${record.line}: ${entry}`);
    else entries.set(`${entry.number} ${entry.sender}`, entry);
  }
  if (problems.length > 0) return { problems };
  return entries.size === 0 ? { problems: ['there is no number in the file'] } : { entries: [...entries.values()] };
}

/** Somebody who is there twice is there once; what was erased has no number any more, and no line of an export. */
function readEntry(record: CsvRecord, { number: place, sender, count }: Columns): Entry | string {
  if ('problem' in record) return record.problem;
  const { fields } = record;
  if (fields.length !== count) return `has ${fields.length} fields instead of ${count}`;
  const number = writtenNumber(fields[place]!);
  if (number === undefined) return 'is no valid phone number in E.164 form, such as +38640123456';
  return { number, sender: sender === undefined ? everySender : fields[sender]!.trim() };
}

/** E.164 out of what people write; without a + or 00 nobody knows the country. */
export function writtenNumber(written: string): string | undefined {
  const number = withoutPunctuation(written).replace(/^00/, '+');
  return countryOf(number) === undefined ? undefined : number;
}
