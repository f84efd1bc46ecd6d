import type { Command } from 'commander';
import {
  accountOption,
  extras,
  history,
  type ListOptions,
  list,
  operating,
  texts,
  whole,
} from '../terminal/operation.ts';
import { accountQuery } from '../terminal/resolve.ts';

const columns = [
  ...whole('at'),
  { field: 'actorKind', absent: 'unknown (before 0.2.0)' },
  ...texts('actor', 'action', 'subjectId', 'details'),
  ...extras('actorId', 'address', 'accountId'),
];

export function registerAudit(program: Command): void {
  history(program, 'audit', 'who changed what', 'hermod audit --from 1d --account "Corner Shop"')
    .addOption(accountOption())
    .option('--action <action>', 'one kind of change, such as "account create"')
    .option('--subject <id>', 'changes of one thing')
    .action(
      operating(async (session, options: ListOptions & { account?: string; action?: string; subject?: string }) => {
        const { action, subject } = options;
        const query = { ...(await accountQuery(session.api, options.account)), action, subjectId: subject };
        return list(session, options, { path: '/audit', things: 'entries', columns, query });
      }),
    );
}
