import { pad } from '../terminal/cell.ts';
import type { Row } from '../terminal/client.ts';
import { account, ago } from '../terminal/field.ts';
import { columns, type Screen, tabbed, tableLines } from '../terminal/layout.ts';
import type { Output } from '../terminal/output.ts';
import type { Verb } from '../terminal/verb.ts';

const counts = ['accepted', 'waiting', 'sent', 'delivered', 'failed', 'rejected', 'unknown', 'cancelled'] as const;
const hourColumns = columns(
  'hour #accepted #delivered #failed #rejected',
  '#p50Seconds? #p95Seconds? #waiting? #sent? #unknown? #cancelled?',
);
const spendColumns = columns('accountId country #messages #amount currency');

export const stats: Verb = {
  summary: 'messages by hour, and what they cost',
  example: '--from 1d --account "Corner Shop"',
  fields: {
    ...account,
    '--from <time>': { ...ago('a time, or 1d ago as 1d'), usual: '1d' },
    '--to <time>': ago('before that time (default: now)'),
  },
  call: 'GET /statistics',
  show: showStatistics,
};

async function showStatistics(out: Output, answer: Row): Promise<void> {
  if (out.json) return out.one(answer);
  const { hours = [], spend = [] } = answer as { hours?: Row[]; spend?: Row[] };
  if (out.screen !== undefined) return out.lines(drawn(hours, spend, out.screen));
  const fields = hourColumns.map(({ field }) => field);
  await out.lines([tabbed(fields), ...hours.map((hour) => tabbed(fields.map((field) => hour[field])))]);
}

function drawn(hours: readonly Row[], spend: readonly Row[], screen: Screen): string[] {
  const busy = hours.filter((hour) => counts.some((count) => Number(hour[count]) > 0));
  if (busy.length === 0) return ['hermod: no messages in this time'];
  return [
    ...counts.flatMap((count) => trend(hours, count, screen)),
    '',
    ...tableLines(hourColumns, busy, screen),
    ...(spend.length === 0 ? [] : ['', ...tableLines(spendColumns, spend, screen)]),
  ];
}

/** One line for each count that is not always zero: its values by hour, and its sum. */
function trend(hours: readonly Row[], count: string, { paint, width }: Screen): string[] {
  const values = hours.map((hour) => Number(hour[count] ?? 0));
  const sum = values.reduce((total, value) => total + value, 0);
  if (sum === 0) return [];
  return [`${paint(pad(count, 9, 'right'), 'head')}  ${sparkline(values, Math.max(8, width - 24))}  ${sum}`];
}

const bars = '▁▂▃▄▅▆▇█';

/** Values as a chart of one line. If they do not fit, adjacent values are added up. */
export function sparkline(values: readonly number[], most: number): string {
  const group = Math.max(1, Math.ceil(values.length / most));
  const sums: number[] = [];
  for (let start = 0; start < values.length; start += group)
    sums.push(values.slice(start, start + group).reduce((sum, value) => sum + value, 0));
  const highest = Math.max(...sums, 0);
  return sums.map((sum) => (sum === 0 ? ' ' : bars[Math.ceil((sum / highest) * bars.length) - 1]!)).join('');
}
