/** What can be done with several messages. Pure. */
import { csvLine } from '../../../../src/domain/csv/writer.ts';
import type { Message } from './search.ts';

/** Messages of one request that cancels or resends. */
const mostPerCall = 1_000;

export function inSets<T>(all: readonly T[]): (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / mostPerCall) }, (_, place) =>
    all.slice(place * mostPerCall, (place + 1) * mostPerCall),
  );
}

/** A customer cancels what is scheduled, an operator all that waits. The service decides: it may have been sent meanwhile. */
export function cancellable(rows: readonly Message[], isOperator: boolean): Message[] {
  return rows.filter(({ status }) => status === 'SCHEDULED' || (isOperator && status === 'ACCEPTED'));
}

export function segmentsOf(rows: readonly Message[]): number {
  return rows.reduce((sum, { segmentCount }) => sum + segmentCount, 0);
}

type Cells = readonly (readonly [name: string, of: (row: Message) => string | number | null | undefined])[];
const cells: Cells = [
  ['messageId', (row) => row.messageId],
  ['status', (row) => row.status],
  ['sender', (row) => row.sender],
  ['destination', (row) => row.destination],
  ['country', (row) => row.country],
  ['segmentCount', (row) => row.segmentCount],
  ['encoding', (row) => row.encoding],
  ['price', (row) => row.price],
  ['scheduledAt', (row) => row.scheduledAt],
  ['acceptedAt', (row) => row.acceptedAt],
  ['updatedAt', (row) => row.updatedAt],
  ['reason', (row) => row.reason],
  ['reasonText', (row) => row.reasonText],
];

/** As the file that the service writes of a whole search. */
export function csvOfRows(
  rows: readonly Message[],
  { isOperator, hasText }: { isOperator: boolean; hasText: boolean },
): string {
  const all: Cells = [
    ...(isOperator ? ([['accountId', (row: Message) => row.accountId]] as const) : []),
    ...cells,
    ...(hasText ? ([['content', (row: Message) => row.content]] as const) : []),
  ];
  return [all.map(([name]) => name), ...rows.map((row) => all.map(([, of]) => of(row)))].map(csvLine).join('');
}
