import { type CsvRecord, readCsv } from '../csv/reader.ts';
import { countryProblem, type Price, unitPriceProblem } from './prices.ts';

/** The prices, or every invalid line with the reason. */
export type PriceFile = { readonly prices: readonly Price[] } | { readonly problems: readonly string[] };

type Columns = { readonly country: number; readonly price: number };
type PriceLine = { readonly price: Price } | { readonly problems: string[] };

const priceNames = ['unit_price', 'unitprice', 'unit price', 'price'];
const longestShown = 20;
/** Further lines are not read: there are about 250 countries. */
const mostLines = 5_000;

/**
 * A price file: a header with the columns country and unit_price (or price) in either order, then one country per line. Separated
 * by commas, or by semicolons, in which case decimal commas are allowed. One invalid line rejects the whole file.
 */
export function readPrices(text: string): PriceFile {
  const content = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(content);
  const lines = [...firstOf(readCsv(content, separator))];
  if (lines.length > mostLines) return { problems: [`the file has more than ${mostLines} lines`] };
  const [header, ...records] = lines.filter((record) => record !== undefined);
  if (header === undefined) return { problems: ['the file is empty'] };
  const columns = columnsOf(header);
  if (columns === undefined) {
    return { problems: [`line ${header.line}: the header must be country${separator}unit_price`] };
  }
  if (records.length === 0) return { problems: ['the file contains no price below the header'] };
  return collect(records, columns, separator === ';');
}

function* firstOf<T>(records: Iterable<T>): Generator<T> {
  let count = 0;
  for (const record of records) {
    yield record;
    count += 1;
    if (count > mostLines) return;
  }
}

/** The separator that the header uses; its names contain neither. */
function separatorOf(content: string): ',' | ';' {
  const header = /^[\r\n]*([^\r\n]*)/.exec(content)?.[1] ?? '';
  return header.includes(';') ? ';' : ',';
}

function columnsOf(header: CsvRecord): Columns | undefined {
  if ('problem' in header || header.fields.length !== 2) return undefined;
  const names = header.fields.map((name) => name.trim().toLowerCase());
  const country = names.indexOf('country');
  const price = names.findIndex((name) => priceNames.includes(name));
  return country === -1 || price === -1 ? undefined : { country, price };
}

function collect(records: readonly CsvRecord[], columns: Columns, decimalComma: boolean): PriceFile {
  const prices: Price[] = [];
  const problems: string[] = [];
  const lineOf = new Map<string, number>();
  for (const record of records) {
    const row = readRow(record, columns, decimalComma);
    if ('problems' in row) {
      problems.push(`line ${record.line}: ${row.problems.join(', ')}`);
      continue;
    }
    const { country } = row.price;
    const earlier = lineOf.get(country);
    if (earlier !== undefined) problems.push(`line ${record.line}: ${country} stands on line ${earlier} already`);
    else lineOf.set(country, record.line);
    prices.push(row.price);
  }
  return problems.length > 0 ? { problems } : { prices };
}

function readRow(record: CsvRecord, columns: Columns, decimalComma: boolean): PriceLine {
  if ('problem' in record) return { problems: [record.problem] };
  const { fields } = record;
  if (fields.length !== 2) return { problems: [`has ${fields.length} fields instead of 2`] };
  const country = fields[columns.country]!.trim().toUpperCase();
  const written = fields[columns.price]!.trim();
  const unitPrice = decimalComma ? written.replace(',', '.') : written;
  const problems = [
    complaint(country, countryProblem(country), 'the country is missing'),
    complaint(written, unitPriceProblem(unitPrice), 'the price is missing'),
  ].filter((problem) => problem !== undefined);
  return problems.length > 0 ? { problems } : { price: { country, unitPrice } };
}

function complaint(value: string, problem: string | undefined, missing: string): string | undefined {
  if (problem === undefined) return undefined;
  return value === '' ? missing : `${shown(value)} ${problem}`;
}

/** Keeps the message one readable line, whatever the file contains. */
function shown(value: string): string {
  const plain = value.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?');
  return plain.length > longestShown ? `${plain.slice(0, longestShown)}…` : plain;
}
