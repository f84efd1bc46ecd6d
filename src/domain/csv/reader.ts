/** One record and the line it begins on, counted from 1. A malformed record has a problem instead of fields. */
export type CsvRecord =
  | { readonly line: number; readonly fields: readonly string[] }
  | { readonly line: number; readonly problem: string };

/** In characters. A long file is read in steps that end between two records, so a record must be short. */
const longestRecord = 10_000;

/**
 * RFC 4180 with any separator and any line ending. An empty line is undefined. A malformed record does not affect the others,
 * unless its quote is never closed or it is too long: then the start of the next record cannot be found.
 */
export function* readCsv(text: string, separator: string): Generator<CsvRecord | undefined, void, undefined> {
  let position = 0;
  let line = 1;
  while (position < text.length) {
    const { record, end, lines } = readRecord(text, position, line, separator);
    yield 'problem' in record || record.fields.some((field) => field.trim() !== '') ? record : undefined;
    position = end;
    line += lines;
  }
}

type Read = { readonly record: CsvRecord; readonly end: number; readonly lines: number };

function readRecord(text: string, start: number, line: number, separator: string): Read {
  const fields: string[] = [];
  let position = start;
  let problem: string | undefined;
  for (;;) {
    const field = text[position] === '"' ? readQuoted(text, position) : readPlain(text, position, separator);
    problem ??= field.problem;
    fields.push(field.value);
    // The text after a closing quote is read as a field, so that the rest of the record is not misread.
    position = endOfField(text, field.end, separator);
    if (position > field.end) problem ??= 'has text behind a closing quote';
    if (position - start > longestRecord) return tooLong(text, line);
    if (text[position] !== separator) break;
    position += 1;
  }
  const end = position + lineEnd(text, position);
  const record = problem === undefined ? { line, fields } : { line, problem };
  return { record, end, lines: countLines(text.slice(start, end)) };
}

function tooLong(text: string, line: number): Read {
  return { record: { line, problem: `has more than ${longestRecord} characters` }, end: text.length, lines: 0 };
}

type Field = { readonly value: string; readonly end: number; readonly problem?: string };

function readPlain(text: string, start: number, separator: string): Field {
  const end = endOfField(text, start, separator);
  const value = text.slice(start, end);
  return value.includes('"')
    ? { value, end, problem: 'has a quote inside a field that is not quoted' }
    : { value, end };
}

function readQuoted(text: string, start: number): Field {
  let end = start + 1;
  for (;;) {
    const quote = text.indexOf('"', end);
    if (quote === -1) return { value: '', end: text.length, problem: 'has a quote that is never closed' };
    if (quote - start > longestRecord) return { value: '', end: quote };
    if (text[quote + 1] !== '"') return { value: text.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 };
    end = quote + 2;
  }
}

function endOfField(text: string, start: number, separator: string): number {
  const most = Math.min(text.length, start + longestRecord + 1);
  let end = start;
  while (end < most && text[end] !== separator && lineEnd(text, end) === 0) end += 1;
  return end;
}

/** Length of the line ending at this position: CR LF, LF or CR. */
function lineEnd(text: string, position: number): number {
  if (text[position] === '\n') return 1;
  if (text[position] !== '\r') return 0;
  return text[position + 1] === '\n' ? 2 : 1;
}

function countLines(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}
