import { once } from 'node:events';
import { styleText } from 'node:util';
import { collected, type Row } from './client.ts';
import { detailLines, type Screen, shownField, type TableColumn, type TextTone, tabbed, tableLines } from './layout.ts';

export type Output = ReturnType<typeof createOutput>;

type Rows = Iterable<Row> | AsyncIterable<Row>;

const styles = { head: 'bold', good: 'green', bad: 'red', waiting: 'yellow' } as const;

/** `styleText` omits colours with NO_COLOR, and on a terminal without colours. */
const paint = (text: string, tone: TextTone): string => styleText(styles[tone], text);

export function createOutput({ json = false }: { json?: boolean }) {
  // The reader has closed the pipe, as `… | head` does: not an error.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));
  const screen = process.stdout.isTTY && !json ? { width: process.stdout.columns, paint } : undefined;
  // `screen` is undefined for programs.
  return { json, screen, list, one, done, next, lines };

  /** Writes rows as they arrive: a table for people, lines for programs, or one JSON array. */
  async function list(columns: readonly TableColumn[], rows: Rows): Promise<void> {
    if (json) return listJson(rows);
    if (screen === undefined) return listTabbed(columns, rows);
    const all = await collected(rows);
    if (all.length === 0) printNote('there is none');
    else await lines(tableLines(columns, all, screen));
  }

  async function one(row: Row): Promise<void> {
    if (json) await lines([pretty(row)]);
    else if (screen === undefined) await lines(Object.entries(row).map(tabbed));
    else await lines(detailLines(row, screen));
  }

  /** A sentence; with --json, the changed object. */
  async function done(sentence: string, row: Row): Promise<void> {
    await lines([json ? pretty(row) : `hermod: ${sentence}`]);
  }

  /** One row of an endless list. */
  async function next(line: (screen: Screen) => string, row: Row): Promise<void> {
    await lines([json ? toJson(row) : line(screen ?? { width: 0, paint: (text) => text })]);
  }
}

/** Row by row, so that a year of messages needs little memory. */
async function listJson(rows: Rows): Promise<void> {
  let before = '[';
  for await (const row of rows) {
    await write(`${before}\n  ${toJson(row)}`);
    before = ',';
  }
  await write(before === '[' ? '[]\n' : '\n]\n');
}

async function listTabbed(columns: readonly TableColumn[], rows: Rows): Promise<void> {
  const fields = columns.map(({ field }) => field);
  // Written with the first row or at the end: a failed request prints nothing.
  let head = `${tabbed(fields)}\n`;
  for await (const row of rows) {
    await lines([head + tabbed(columns.map((column) => shownField(row, column)))]);
    head = '';
  }
  await write(head);
}

const escaped = (json: string): string =>
  // JSON escapes the control characters below 32 only; some terminals obey those above 126 as well.
  json.replace(/[\x7f-\x9f]/g, (found) => `\\u00${found.charCodeAt(0).toString(16)}`);

const toJson = (row: Row): string => escaped(JSON.stringify(row));
const pretty = (row: Row): string => escaped(JSON.stringify(row, null, 2));

function lines(texts: readonly string[]): Promise<void> {
  return write(texts.map((text) => `${text}\n`).join(''));
}

async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** On standard error, and only on a terminal. */
export function printNote(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`hermod: ${text}\n`);
}

/** On standard error, also of a script. */
export function printWarning(text: string): void {
  process.stderr.write(`hermod: ${text}\n`);
}
