import type { Command } from 'commander';
import { Problem } from '../../base/problem.ts';
import { at, type Row } from '../terminal/client.ts';
import { confirm } from '../terminal/confirm.ts';
import {
  type Common,
  extras,
  fieldsOf,
  numbers,
  operating,
  operation,
  type Session,
  texts,
  whole,
  wholeNumber,
  yesOption,
} from '../terminal/operation.ts';
import { note } from '../terminal/output.ts';
import { idOf } from '../terminal/resolve.ts';
import { isoTime, milliseconds } from '../terminal/time.ts';

const columns = [
  ...whole('systemId', 'status'),
  ...numbers('maxBinds', 'window', 'rate'),
  ...texts('label', 'allowedRanges'),
  ...extras('lastUsedAt', 'expiresAt', 'revokedAt', 'createdAt', 'credentialId', 'accountId'),
];

type Terms = Common & {
  label?: string;
  allow?: string[];
  maxBinds?: string;
  window?: string;
  rate?: string;
  alphabet?: string;
  country?: string;
  expires?: string;
};

const list = (value: string, before: string[] = []): string[] => [...before, ...value.split(/[,\s]+/)];

/** Credentials with which customers bind by SMPP. */
export function registerSmpp(program: Command): void {
  const smpp = program
    .command('smpp')
    .description('credentials of customers that bind by SMPP; a password is shown once');
  registerIssue(smpp);
  registerChange(smpp);
  registerEnds(smpp);
  operation(smpp, 'list [account]', 'list credentials', 'hermod smpp list "Corner Shop"').action(operating(listAll));
}

function registerIssue(smpp: Command): void {
  const command = operation(
    smpp,
    'issue <account>',
    'issue a credential',
    'hermod smpp issue "Corner Shop" --system-id corner --allow 192.0.2.0/24 --max-binds 4',
  ).option('--system-id <name>', 'the name to bind with; left out: one is made');
  withTerms(command).action(
    operating(async ({ api, out }, options: Terms & { systemId?: string }, account: string) => {
      const body = { ...fieldsOf(options, 'systemId'), ...termsIn(options) };
      const path = at`/accounts/${await idOf(api, 'account', account)}/smpp-credentials`;
      await out.one(shownOnce(await api.call('POST', path, { body })));
    }),
  );
}

function registerChange(smpp: Command): void {
  const command = operation(
    smpp,
    'change <system_id>',
    'change what a credential allows',
    'hermod smpp change corner --window 100 --rate 50',
  );
  withTerms(command).action(
    operating(async ({ api, out }, options: Terms, name: string) => {
      const body = termsIn(options);
      if (Object.keys(body).length === 0)
        throw new Problem('nothing is to be changed', 'Give a flag such as --rate 50');
      const path = at`/smpp-credentials/${await idOf(api, 'smppCredential', name)}`;
      await out.one(await api.call('PATCH', path, { body }));
    }),
  );
}

function withTerms(command: Command): Command {
  return command
    .option('--label <text>', 'what it is for')
    .option('--allow <ranges>', 'addresses and ranges that may bind; none: any', list)
    .option('--max-binds <count>', 'binds at the same time')
    .option('--window <count>', 'requests without an answer on one bind')
    .option('--rate <count>', 'requests a second over all binds; none: no limit of its own')
    .option('--alphabet <name>', 'what data_coding 0 means: auto, gsm, packed or latin1')
    .option('--long-inbound <manner>', 'how long inbound messages come: parts or payload')
    .option(
      '--receipt-binds <which>',
      'where its receipts go: own, or account (any bind of the account if it has none)',
    )
    .option('--country <code>', 'whose national numbers are meant, such as SI; none: they are refused')
    .option('--expires <time>', 'when it ends: a time, 90d from now, or never');
}

const orNull = (text: string): string | null => (text === 'none' ? null : text);

function termsIn(options: Terms): Record<string, unknown> {
  const { allow, maxBinds, window, rate, country, expires } = options;
  return {
    ...fieldsOf(options, 'label', 'alphabet', 'longInbound', 'receiptBinds'),
    ...(allow === undefined ? {} : { allowedRanges: allow.filter((range) => range !== 'none') }),
    ...(maxBinds === undefined ? {} : { maxBinds: wholeNumber('--max-binds', maxBinds) }),
    ...(window === undefined ? {} : { window: wholeNumber('--window', window) }),
    ...(rate === undefined ? {} : { rate: rate === 'none' ? null : wholeNumber('--rate', rate) }),
    ...(country === undefined ? {} : { country: orNull(country) }),
    ...(expires === undefined ? {} : { expiresAt: expires === 'never' ? null : isoTime(expires, 'ahead') }),
  };
}

async function listAll({ api, out }: Session, _options: Common, account?: string): Promise<void> {
  const path =
    account === undefined ? '/smpp-credentials' : at`/accounts/${await idOf(api, 'account', account)}/smpp-credentials`;
  await out.list(columns, api.rows(path, 'smppCredentials', {}, Number.POSITIVE_INFINITY));
}

function shownOnce(issued: Row): Row {
  note('keep the password now: it is not shown again');
  return issued;
}

function registerEnds(smpp: Command): void {
  operation(
    smpp,
    'rotate <system_id>',
    'make another password; the old one ends after an overlap',
    'hermod smpp rotate corner --overlap 2h',
  )
    .option('--overlap <time>', 'how long the old one still counts: 0, 30m, 2h, 1d', '1d')
    .addOption(yesOption())
    .action(
      operating(async ({ api, out }, { overlap, yes }: Common & { overlap: string; yes?: boolean }, name: string) => {
        const overlapSeconds = seconds(overlap);
        const id = await idOf(api, 'smppCredential', name);
        if (overlapSeconds === 0)
          await confirm(`Replace the password of ${name}? What is bound with it is unbound.`, yes);
        const path = at`/smpp-credentials/${id}/rotate`;
        await out.one(shownOnce(await api.call('POST', path, { body: { overlapSeconds } })));
      }),
    );

  operation(smpp, 'revoke <system_id>', 'end a credential at once', 'hermod smpp revoke corner')
    .addOption(yesOption())
    .action(
      operating(async ({ api, out }, { yes }: Common & { yes?: boolean }, name: string) => {
        const id = await idOf(api, 'smppCredential', name);
        await confirm(`Revoke ${name}? Whoever is bound with it is unbound.`, yes);
        const path = at`/smpp-credentials/${id}/revoke`;
        await out.done(`the credential ${name} is revoked`, await api.call('POST', path, { body: {} }));
      }),
    );
}

function seconds(text: string): number {
  const found = text === '0' ? 0 : milliseconds(text);
  if (found !== undefined) return found / 1_000;
  throw new Problem(`--overlap ${JSON.stringify(text)} is no length of time`, 'Give 0, or one such as 30m, 2h or 1d');
}
