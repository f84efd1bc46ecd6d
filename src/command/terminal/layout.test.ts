import { expect, test } from 'vitest';
import { detailLines, type Screen, type TableColumn, tableLines } from './layout.ts';

const screen = (width: number): Screen => ({ width, paint: (text) => text });
const columns: TableColumn[] = [
  { field: 'id' },
  { field: 'name', fit: 'shrink' },
  { field: 'balance', right: true },
  { field: 'createdAt', fit: 'drop' },
  { field: 'note' },
];
const rows = [
  { id: 'one', name: 'A shop with a long name', balance: '5.5', createdAt: '2026-11-15T12:00:00.123Z', note: null },
  { id: 'two', name: 'Bar', balance: '1000', createdAt: '2026-11-15T12:00:00.123Z', note: null },
];

test('a table shows what there is, without empty columns', () => {
  expect(tableLines(columns, rows, screen(80))).toEqual([
    'Id   Name                     Balance  Created at',
    'one  A shop with a long name      5.5  2026-11-15T12:00:00Z',
    'two  Bar                         1000  2026-11-15T12:00:00Z',
  ]);
});

test('a narrow terminal loses whole columns first, then the ends of texts', () => {
  expect(tableLines(columns, rows, screen(46))[1]).toBe('one  A shop wi…      5.5  2026-11-15T12:00:00Z');
  expect(tableLines(columns, rows, screen(39))[1]).toBe('one  A shop with a long name      5.5');
  expect(tableLines(columns, rows, screen(22))[1]).toBe('one  A shop …      5.5');
  // What must stay whole stands out rather than being lost.
  expect(tableLines(columns, rows, screen(5))[1]).toBe('one  A shop …      5.5');
});

test('a state has its colour, padded or not', () => {
  const paint: Screen['paint'] = (text, tone) => `<${tone}>${text}`;
  const lines = tableLines(
    [{ field: 'status' }, { field: 'x' }],
    [
      { status: 'FAILED', x: 1 },
      { status: 'SENT', x: 2 },
    ],
    {
      width: 80,
      paint,
    },
  );
  expect(lines).toEqual(['<head>Status  <head>X', '<bad>FAILED  1', 'SENT    2']);
});

test('one thing is shown with its lists and its long texts below', () => {
  const mail = { subject: 'Code', to: null, body: 'Hello\nthere\u001b', attempts: [{ at: 'now', error: 'refused' }] };
  expect(detailLines(mail, screen(80))).toEqual([
    'Subject  Code',
    '',
    'Body',
    '  Hello',
    '  there\ufffd',
    '',
    'Attempts',
    '  At   Error',
    '  now  refused',
  ]);
});
