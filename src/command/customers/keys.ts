import type { Command } from 'commander';
import { Problem } from '../../base/problem.ts';
import { at, type Row } from '../terminal/client.ts';
import { confirm } from '../terminal/confirm.ts';
import {
  type Common,
  extras,
  fieldsOf,
  operating,
  operation,
  type Session,
  texts,
  whole,
  yesOption,
} from '../terminal/operation.ts';
import { note } from '../terminal/output.ts';
import { idOf, keyIdOf, keyName } from '../terminal/resolve.ts';
import { isoTime, milliseconds } from '../terminal/time.ts';

const columns = [
  ...whole('keyId', 'prefix', 'status'),
  ...texts('label', 'allowedEmails'),
  ...extras('lastUsedAt', 'expiresAt', 'revokedAt', 'createdAt', 'accountId'),
];

type IssueOptions = Common & { label?: string; allow?: string[]; expires?: string };

const addresses = (value: string, before: string[] = []): string[] => [...before, ...value.split(/[,\s]+/)];

export function registerKeys(program: Command): void {
  const keys = program.command('keys').description('API keys; a key is shown once');

  operation(keys, 'issue <account>', 'issue a key', 'hermod keys issue "Corner Shop" --label web --expires 90d')
    .option('--label <text>', 'what it is for')
    .option('--allow <addresses>', 'e-mail addresses that may use it for Email2SMS; none: any', addresses)
    .option('--expires <time>', 'when it ends: a time, or 90d from now')
    .action(
      operating(async ({ api, out }, options: IssueOptions, account: string) => {
        const { allow, expires } = options;
        const body = {
          ...fieldsOf(options, 'label'),
          ...(allow === undefined ? {} : { allowedEmails: allow }),
          ...(expires === undefined ? {} : { expiresAt: isoTime(expires, 'ahead') }),
        };
        const path = at`/accounts/${await idOf(api, 'account', account)}/keys`;
        await out.one(shownOnce(await api.call('POST', path, { body })));
      }),
    );

  operation(keys, 'list [account]', 'list keys', 'hermod keys list "Corner Shop"')
    .option('--prefix <text>', 'how the key begins, over all accounts')
    .action(operating(listKeys));

  registerEnds(keys);
  registerChanges(keys);
}

async function listKeys(
  { api, out }: Session,
  { prefix }: Common & { prefix?: string },
  account?: string,
): Promise<void> {
  if (account === undefined && prefix === undefined)
    throw new Problem('whose keys is not said', 'Give an account or --prefix');
  const path = account === undefined ? '/keys' : at`/accounts/${await idOf(api, 'account', account)}/keys`;
  const rows = api.rows(path, 'keys', account === undefined ? { prefix } : {}, Number.POSITIVE_INFINITY);
  await out.list(columns, rows);
}

function shownOnce(issued: Row): Row {
  note('keep the key now: it is not shown again');
  return issued;
}

function registerEnds(keys: Command): void {
  operation(
    keys,
    'rotate <key>',
    'issue a successor; the old key ends after an overlap',
    'hermod keys rotate 3f2a9c1e --overlap 2h',
  )
    .option('--overlap <time>', 'how long the old one still works: 0, 30m, 2h, 1d', '1d')
    .addOption(yesOption())
    .action(
      operating(async ({ api, out }, { overlap, yes }: Common & { overlap: string; yes?: boolean }, key: string) => {
        const overlapSeconds = seconds(overlap);
        const id = await keyIdOf(api, key);
        if (overlapSeconds === 0) await confirm(`Replace ${keyName(key)}? The old key ends at once.`, yes);
        await out.one(shownOnce(await api.call('POST', at`/keys/${id}/rotate`, { body: { overlapSeconds } })));
      }),
    );

  operation(keys, 'revoke <key>', 'end a key at once', 'hermod keys revoke 3f2a9c1e')
    .addOption(yesOption())
    .action(
      operating(async ({ api, out }, { yes }: Common & { yes?: boolean }, key: string) => {
        const id = await keyIdOf(api, key);
        await confirm(`Revoke ${keyName(key)}? Whoever uses it can send nothing more.`, yes);
        await out.done(
          `the key ${keyName(key)} is revoked`,
          await api.call('POST', at`/keys/${id}/revoke`, { body: {} }),
        );
      }),
    );
}

function seconds(text: string): number {
  const found = text === '0' ? 0 : milliseconds(text);
  if (found !== undefined) return found / 1_000;
  throw new Problem(`--overlap ${JSON.stringify(text)} is no length of time`, 'Give 0, or one such as 30m, 2h or 1d');
}

function registerChanges(keys: Command): void {
  operation(
    keys,
    'allow <key> [addresses...]',
    'say which e-mail addresses may use a key for Email2SMS',
    'hermod keys allow 3f2a9c1e anna@example.com orders@example.com',
  )
    .option('--any', 'any address, as with a new key')
    .action(
      operating(async ({ api, out }, { any }: Common & { any?: boolean }, key: string, ...given: unknown[]) => {
        const allowedEmails = given.flat() as string[];
        if ((allowedEmails.length === 0) !== (any === true))
          throw new Problem('it is not clear who may use the key', 'Give addresses, or --any');
        const path = at`/keys/${await keyIdOf(api, key)}`;
        await out.one(await api.call('PATCH', path, { body: { allowedEmails } }));
      }),
    );

  operation(keys, 'expire <key>', 'say when a key ends', 'hermod keys expire 3f2a9c1e --at 30d')
    .option('--at <time>', 'a time, or 30d from now')
    .option('--never', 'it stays until it is revoked')
    .action(
      operating(async ({ api, out }, { at: when, never }: Common & { at?: string; never?: boolean }, key: string) => {
        if ((when === undefined) !== (never === true))
          throw new Problem('when the key ends is not clear', 'Give --at or --never');
        const path = at`/keys/${await keyIdOf(api, key)}`;
        await out.one(await api.call('PATCH', path, { body: { expiresAt: isoTime(when, 'ahead') ?? null } }));
      }),
    );
}
