import type { Command } from 'commander';
import { csvLine } from '../../domain/csv/writer.ts';
import { counted } from '../terminal/cell.ts';
import { at, type Row } from '../terminal/client.ts';
import { confirm } from '../terminal/confirm.ts';
import { readBytes } from '../terminal/input.ts';
import {
  type Common,
  extras,
  history,
  type ListOptions,
  list,
  operating,
  operation,
  whole,
  yesOption,
} from '../terminal/operation.ts';
import { note } from '../terminal/output.ts';
import { idOf } from '../terminal/resolve.ts';

const columns = [...whole('number', 'sender', 'source', 'createdAt'), ...extras('optOutId')];

type Filter = ListOptions & { number?: string; sender?: string };

export function registerOptOuts(program: Command): void {
  const optOuts = program.command('opt-outs').description('who wants no messages of an account');

  history(optOuts, 'list <account>', 'list who has opted out', 'hermod opt-outs list "Corner Shop"')
    .option('--number <number>', 'of one number, also after it was erased')
    .option('--sender <sender>', 'of one sender only')
    .action(
      operating(async (session, options: Filter, account: string) => {
        const { number, sender } = options;
        const path = at`/accounts/${await idOf(session.api, 'account', account)}/opt-outs`;
        return list(session, options, { path, things: 'optOuts', columns, query: { number, sender } });
      }),
    );

  registerChanges(optOuts);
  registerFiles(optOuts);
  registerSettings(optOuts);
}

function registerChanges(optOuts: Command): void {
  operation(
    optOuts,
    'add <account> <number>',
    'send no more messages of an account to a number',
    'hermod opt-outs add "Corner Shop" +38640123456',
  )
    .option('--sender <sender>', 'from this sender only (default: from any of the account)')
    .action(
      operating(async ({ api, out }, { sender }: Common & { sender?: string }, account, number) => {
        const body = { numbers: [number], ...(sender === undefined ? {} : { sender }) };
        const added = await api.call('POST', at`/accounts/${await idOf(api, 'account', account!)}/opt-outs`, { body });
        await out.done(`${number} gets no messages of ${account}`, added);
      }),
    );

  operation(
    optOuts,
    'remove <account> <opt-out-id>',
    'let an account send to a number again',
    'hermod opt-outs remove "Corner Shop" 019a8f3e-5c1b-7d42-9e0f-3b6a1c2d4e5f',
  )
    .addOption(yesOption())
    .action(
      operating(async ({ api, out }, { yes }: Common & { yes?: boolean }, account, optOutId) => {
        const accountId = await idOf(api, 'account', account!);
        await confirm(`Let ${account} send to this number again? Only if its owner has asked for it.`, yes);
        await api.call('DELETE', at`/accounts/${accountId}/opt-outs/${optOutId!}`);
        await out.done(`${account} may send to it again`, { accountId, optOutId });
      }),
    );
}

function registerFiles(optOuts: Command): void {
  operation(
    optOuts,
    'import <account> <file>',
    'add the numbers of a CSV file (- is standard input)',
    'hermod opt-outs import "Corner Shop" numbers.csv',
  )
    .addHelpText('after', '\nOne number a line; or a header that names the columns number and sender')
    .action(
      operating(async ({ api, out }, _options, account, file) => {
        const path = at`/accounts/${await idOf(api, 'account', account!)}/opt-outs/import`;
        const csv = await readBytes(file!);
        note('importing');
        const imported = await api.call('POST', path, { csv });
        await out.done(`${counted(imported['added'], 'number')} added for ${account}`, imported);
      }),
    );

  operation(
    optOuts,
    'export <account>',
    'print all of them as CSV, as import reads it',
    'hermod opt-outs export "Corner Shop"',
  ).action(
    operating(async ({ api, out }, _options, account: string) => {
      const path = at`/accounts/${await idOf(api, 'account', account)}/opt-outs`;
      const fields = ['optOutId', 'number', 'sender', 'source', 'createdAt'];
      const line = (cells: readonly (string | null)[]) => csvLine(cells).trimEnd();
      await out.lines([line(fields)]);
      for await (const row of api.rows(path, 'optOuts', {}, Number.POSITIVE_INFINITY)) {
        // What was erased has no number to import.
        if (row['number'] !== null) await out.lines([line(fields.map((field) => cellOf(row, field)))]);
      }
    }),
  );
}

const cellOf = (row: Row, field: string): string => `${(row[field] as string | null | undefined) ?? ''}`;

type SettingOptions = Common & { scope?: string; languages?: string; on?: boolean; off?: boolean } & Partial<
    Record<`${'answer' | 'words'}${'Stop' | 'Start' | 'Help'}`, string>
  >;

function registerSettings(optOuts: Command): void {
  const command = operation(
    optOuts,
    'settings <account>',
    'show which words count and what is answered, or change it',
    'hermod opt-outs settings "Corner Shop" --languages en,sl --answer-stop "You get no more messages."',
  )
    .option('--scope <scope>', 'what STOP stops: account, or sender')
    .option('--languages <codes>', 'whose words count, such as en,sl')
    .option('--on', 'let words change the list')
    .option('--off', 'let words change nothing; the list still counts');
  for (const word of ['stop', 'start', 'help']) {
    command
      .option(`--answer-${word} <text>`, `what is answered to ${word.toUpperCase()}; "" for nothing`)
      .option(`--words-${word} <words>`, `further words for it, separated by commas; "" for none`);
  }
  command.action(
    operating(async ({ api, out }, options: SettingOptions, account: string) => {
      const path = at`/accounts/${await idOf(api, 'account', account)}/opt-outs/settings`;
      const now = await api.call('GET', path);
      const body = settingsOf(options, now);
      await out.one(Object.keys(body).length === 0 ? now : await api.call('PATCH', path, { body }));
    }),
  );
}

/** The flags that were given. Answers are replaced as a whole, so those that are there go along. */
function settingsOf(options: SettingOptions, now: Row): Row {
  const { scope, languages, on, off } = options;
  const given = (of: 'answer' | 'words') =>
    (['Stop', 'Start', 'Help'] as const).flatMap((name) => {
      const value = options[`${of}${name}`];
      return value === undefined ? [] : [[name.toUpperCase(), value] as const];
    });
  const [answers, words] = [given('answer'), given('words')];
  const merged = { ...(now['answers'] as Record<string, string>), ...Object.fromEntries(answers) };
  const kept = Object.entries(merged).filter(([, text]) => text !== '');
  const listed = words.map(([word, text]) => [word, listOf(text)] as const);
  return {
    ...(scope === undefined ? {} : { scope }),
    ...(languages === undefined ? {} : { languages: listOf(languages) }),
    ...(on || off ? { enabled: off !== true } : {}),
    ...(answers.length === 0 ? {} : { answers: Object.fromEntries(kept) }),
    ...(words.length === 0 ? {} : { words: Object.fromEntries(listed) }),
  };
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
