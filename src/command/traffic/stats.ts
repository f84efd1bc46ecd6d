import type { Command } from 'commander';
import { pad } from '../terminal/cell.ts';
import type { Row } from '../terminal/client.ts';
import { type Screen, tabbed, tableLines } from '../terminal/layout.ts';
import {
  accountOption,
  type Common,
  extras,
  numbers,
  operating,
  operation,
  type Session,
  whole,
} from '../terminal/operation.ts';
import { accountQuery } from '../terminal/resolve.ts';
import { sparkline } from '../terminal/sparkline.ts';
import { isoTime } from '../terminal/time.ts';

const counts = ['accepted', 'waiting', 'sent', 'delivered', 'failed', 'rejected', 'unknown', 'cancelled'] as const;
const hourColumns = [
  ...whole('hour'),
  ...numbers('accepted', 'delivered', 'failed', 'rejected'),
  ...extras('p50Seconds', 'p95Seconds', 'waiting', 'sent', 'unknown', 'cancelled').map((column) => ({
    ...column,
    right: true,
  })),
];
const spendColumns = [...whole('accountId', 'country'), ...numbers('messages', 'amount'), ...whole('currency')];

type StatsOptions = Common & { account?: string; from: string; to?: string };

export function registerStats(program: Command): void {
  operation(program, 'stats', 'messages by hour, and what they cost', 'hermod stats --from 1d --account "Corner Shop"')
    .addOption(accountOption())
    .option('--from <time>', 'a time, or 1d ago as 1d', '1d')
    .option('--to <time>', 'before that time (default: now)')
    .action(operating(stats));
}

async function stats({ api, out }: Session, options: StatsOptions): Promise<void> {
  const account = await accountQuery(api, options.account);
  const query = { ...account, from: isoTime(options.from), to: isoTime(options.to) };
  const found = await api.call('GET', '/statistics', { query });
  if (out.json) return out.one(found);
  const { hours = [], spend = [] } = found as { hours?: Row[]; spend?: Row[] };
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

/** One line for each count that is not zero all along: its course by hour, and its sum. */
function trend(hours: readonly Row[], count: string, { paint, width }: Screen): string[] {
  const values = hours.map((hour) => Number(hour[count] ?? 0));
  const sum = values.reduce((total, value) => total + value, 0);
  if (sum === 0) return [];
  return [`${paint(pad(count, 9, 'right'), 'head')}  ${sparkline(values, Math.max(8, width - 24))}  ${sum}`];
}
