import { once } from 'node:events';
import { styleText } from 'node:util';
import { collected, type Row } from './client.ts';
import { type Column, detailLines, type Screen, shownField, type Tone, tabbed, tableLines } from './layout.ts';

export type Output = {
  /** Rows as they come: a table for people, lines for programs, or one JSON array. */
  list(columns: readonly Column[], rows: AsyncIterable<Row>): Promise<void>;
  /** One thing with all its fields. */
  one(row: Row): Promise<void>;
  /** What was done, in a sentence; in JSON the thing as it is now. */
  done(sentence: string, row: Row): Promise<void>;
  /** One more of an endless row of things. */
  next(line: (screen: Screen) => string, row: Row): Promise<void>;
  readonly json: boolean;
  /** What to draw for people; undefined where programs read. */
  readonly screen: Screen | undefined;
  lines(lines: readonly string[]): Promise<void>;
};

const styles = { head: 'bold', good: 'green', bad: 'red', waiting: 'yellow' } as const;

/** No colour with NO_COLOR or a terminal that has none: `styleText` asks both. */
const paint = (text: string, tone: Tone): string => styleText(styles[tone], text);

export function createOutput({ json = false }: { json?: boolean }): Output {
  // `… | head` has seen enough: no error, and nothing more to do.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));
  const screen = process.stdout.isTTY && !json ? { width: process.stdout.columns, paint } : undefined;
  return { json, screen, list, one, done, next, lines };

  async function list(columns: readonly Column[], rows: AsyncIterable<Row>): Promise<void> {
    if (json) return listJson(rows);
    if (screen === undefined) return listTabbed(columns, rows);
    const all = await collected(rows);
    if (all.length === 0) note('there is none');
    else await lines(tableLines(columns, all, screen));
  }

  async function one(row: Row): Promise<void> {
    if (json) await lines([pretty(row)]);
    else if (screen === undefined) await lines(Object.entries(row).map(tabbed));
    else await lines(detailLines(row, screen));
  }

  async function done(sentence: string, row: Row): Promise<void> {
    await lines([json ? pretty(row) : `hermod: ${sentence}`]);
  }

  async function next(line: (screen: Screen) => string, row: Row): Promise<void> {
    await lines([json ? toJson(row) : line(screen ?? { width: 0, paint: (text) => text })]);
  }
}

/** Written row by row, and still one document: a whole year of messages fits through. */
async function listJson(rows: AsyncIterable<Row>): Promise<void> {
  let before = '[';
  for await (const row of rows) {
    await write(`${before}\n  ${toJson(row)}`);
    before = ',';
  }
  await write(before === '[' ? '[]\n' : '\n]\n');
}

async function listTabbed(columns: readonly Column[], rows: AsyncIterable<Row>): Promise<void> {
  const fields = columns.map(({ field }) => field);
  // With the first row, or with none at all: an error leaves no half of a list behind.
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

/** For a person who watches; never in the way of what is piped on. */
export function note(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`hermod: ${text}\n`);
}
