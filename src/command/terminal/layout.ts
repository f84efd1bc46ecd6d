import { cell, cut, legible, pad, title, width } from './cell.ts';
import type { Row } from './client.ts';

export type TableColumn = {
  /** A field of the row; `a.b` is the field b of the field a. */
  readonly field: string;
  /** On a narrow terminal, `shrink` truncates the text and `drop` removes the column. */
  readonly fit?: 'shrink' | 'drop';
  readonly right?: boolean;
  /** Shown where the field is null; nothing otherwise. */
  readonly absent?: string;
};

/** `name~`: shrink; `note?`: drop; `#count`: aligned to the right. */
export function columns(...texts: string[]): TableColumn[] {
  return texts
    .join(' ')
    .split(' ')
    .map((text) => ({
      field: text.replaceAll(/[#~?]/g, ''),
      ...(text.startsWith('#') ? { right: true } : {}),
      ...(text.endsWith('~') ? { fit: 'shrink' as const } : text.endsWith('?') ? { fit: 'drop' as const } : {}),
    }));
}

export type TextTone = 'head' | 'good' | 'bad' | 'waiting';
export type Screen = { readonly width: number; readonly paint: (text: string, tone: TextTone) => string };

type Fitted = TableColumn & { readonly head: string; readonly cells: readonly string[]; readonly width: number };

const gap = '  ';
const least = 8;

/** A table that fits the screen. Columns without any value are omitted. */
export function tableLines(columns: readonly TableColumn[], rows: readonly Row[], screen: Screen): string[] {
  const measured = columns.map((column) => measure(column, rows));
  const filled = measured.filter(({ cells }) => rows.length === 0 || cells.some((text) => text !== ''));
  const fitted = fitting(filled, screen.width);
  const line = (textOf: (column: Fitted) => string, paint: (text: string) => string) =>
    fitted.map((column, at) => paint(placed(textOf(column), column, at === fitted.length - 1))).join(gap);
  return [
    line(
      ({ head }) => head,
      (text) => screen.paint(text, 'head'),
    ),
    ...rows.map((_, index) =>
      line(
        ({ cells }) => cells[index]!,
        (text) => tinted(text, screen),
      ),
    ),
  ];
}

function measure(column: TableColumn, rows: readonly Row[]): Fitted {
  const head = title(column.field);
  const cells = rows.map((row) => cell(shortTime(shownField(row, column))));
  return { ...column, head, cells, width: cells.reduce((most, text) => Math.max(most, width(text)), width(head)) };
}

/** The last column is not padded. */
function placed(text: string, { width: columns, right }: Fitted, last: boolean): string {
  const short = cut(text, columns);
  if (right) return pad(short, columns, 'left');
  return last ? short : pad(short, columns, 'right');
}

/** Drops columns, the last one first, then truncates the widest ones. Columns without `fit` keep their width and may exceed the screen. */
function fitting(columns: readonly Fitted[], most: number): Fitted[] {
  const kept = [...columns];
  const excess = (widths: number[]) => widths.reduce((sum, next) => sum + next + gap.length, -gap.length) - most;
  const smallest = ({ fit: way, width: natural }: Fitted) => (way === 'shrink' ? Math.min(natural, least) : natural);
  while (excess(kept.map(smallest)) > 0) {
    const dropped = kept.findLastIndex((column) => column.fit === 'drop');
    if (dropped === -1) break;
    kept.splice(dropped, 1);
  }
  const widths = kept.map((column) => column.width);
  for (let over = excess(widths); over > 0; over--) {
    const widest = widths.reduce(
      (found, next, at) => (kept[at]!.fit === 'shrink' && next > Math.max(least, widths[found] ?? 0) ? at : found),
      -1,
    );
    if (widest === -1) break;
    widths[widest]! -= 1;
  }
  return kept.map((column, at) => ({ ...column, width: widths[at]! }));
}

export function shownField(row: Row, { field, absent }: TableColumn): unknown {
  return fieldOf(row, field) ?? absent;
}

function fieldOf(row: Row, field: string): unknown {
  return field.split('.').reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row);
}

/** Removes the milliseconds. */
function shortTime(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+Z$/, '$1Z') : value;
}

/** A line for programs: complete values, separated by tabs. */
export function tabbed(texts: readonly unknown[]): string {
  return texts.map(cell).join('\t');
}

const tones: Readonly<Record<string, TextTone>> = {
  DELIVERED: 'good',
  FAILED: 'bad',
  REJECTED: 'bad',
  UNKNOWN: 'bad',
  SCHEDULED: 'waiting',
  ACCEPTED: 'waiting',
  Confirmed: 'good',
  Rejected: 'bad',
  Pending: 'waiting',
  'Confirmation Pending': 'waiting',
  active: 'good',
  suspended: 'bad',
  live: 'good',
  expired: 'bad',
  revoked: 'bad',
  delivered: 'good',
  'given up': 'bad',
  retrying: 'waiting',
  waiting: 'waiting',
};

export function tinted(text: string, { paint }: Screen): string {
  const tone = tones[text.trimEnd()];
  return tone === undefined ? text : paint(text, tone);
}

/** All fields of one object. Lists of objects and texts of several lines follow at the end. */
export function detailLines(row: Row, screen: Screen): string[] {
  const entries = Object.entries(row);
  const short = entries.filter(([, value]) => !isThings(value) && !isLong(value) && cell(value) !== '');
  const names = Math.max(0, ...short.map(([field]) => width(title(field))));
  return [
    ...short.map(
      ([field, value]) =>
        `${screen.paint(pad(title(field), names, 'right'), 'head')}${gap}${tinted(cell(shortTime(value)), screen)}`,
    ),
    ...entries.flatMap(([field, value]) => {
      if (isThings(value)) return section(field, tableLines(columnsOf(value), value, screen), screen);
      return isLong(value) ? section(field, legible(value, 'lines').split('\n'), screen) : [];
    }),
  ];
}

function section(field: string, lines: string[], { paint }: Screen): string[] {
  return ['', paint(title(field), 'head'), ...lines.map((line) => gap + line)];
}

function isThings(value: unknown): value is Row[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'object' && item !== null);
}

function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.includes('\n');
}

function columnsOf(rows: readonly Row[]): TableColumn[] {
  const fields = new Set(rows.flatMap((row) => Object.keys(row)));
  return [...fields].map((field) => ({ field, fit: field.endsWith('Id') ? 'drop' : 'shrink' }));
}

export type ShownFinding = {
  readonly name: string;
  readonly verdict: 'ok' | 'note' | 'problem';
  readonly text: string;
  readonly advice?: string | undefined;
};

const marks = { ok: '✓', note: '!', problem: '✗' };
const verdictTones = { ok: 'good', note: 'waiting', problem: 'bad' } as const;

/** One line per finding: mark, check, text, and after an arrow the advice. */
export function findingLines(findings: readonly ShownFinding[], screen: Screen | undefined): string[] {
  const width = Math.max(0, ...findings.map(({ name }) => name.length));
  return findings.map(({ name, verdict, text, advice }) => {
    const mark = screen === undefined ? marks[verdict] : screen.paint(marks[verdict], verdictTones[verdict]);
    const said = advice === undefined ? text : `${text} → ${advice}`;
    return `${mark} ${name.padEnd(width)}  ${legible(said)}`;
  });
}
