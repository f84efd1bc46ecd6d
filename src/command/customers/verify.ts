import type { Command } from 'commander';
import { at, type Row } from '../terminal/client.ts';
import {
  accountOption,
  type Common,
  extras,
  fieldsOf,
  listWhole,
  numbers,
  operating,
  operation,
  texts,
  whole,
  wholeNumber,
} from '../terminal/operation.ts';
import { idOf } from '../terminal/resolve.ts';

const blockColumns = [
  ...whole('blockId', 'scope'),
  ...numbers('started', 'confirmed'),
  ...whole('until'),
  ...texts('account'),
];
const conversionColumns = [
  ...whole('country', 'prefix'),
  ...numbers('started', 'confirmed'),
  ...texts('account'),
  ...extras('fresh', 'blockedUntil'),
];
const limitNames = ['perNumber', 'perPrefix', 'freshPrefix', 'perAccount', 'conversion'] as const;

type OfAccount = Common & { account?: string };

export function registerVerify(program: Command): void {
  const verify = program.command('verify').description('verification codes: what is confirmed, blocks and limits');

  operation(verify, 'conversions', 'show how many codes are confirmed', 'hermod verify conversions --prefix --hours 1')
    .addOption(accountOption())
    .option('--country <code>', 'of one country only')
    .option('--prefix', 'by range of 10,000 numbers; otherwise by country')
    .option('--hours <count>', 'in the last hours', '24')
    .action(
      operating(async (session, options: OfAccount & { country?: string; prefix?: boolean; hours: string }) => {
        const query = {
          by: options.prefix ? 'prefix' : 'country',
          accountId: options.account && (await idOf(session.api, 'account', options.account)),
          country: options.country,
          hours: options.hours,
        };
        await listWhole(session, {
          path: '/verify/conversions',
          things: 'conversions',
          columns: conversionColumns,
          query,
        });
      }),
    );

  operation(verify, 'blocks', 'list where codes are blocked', 'hermod verify blocks')
    .addOption(accountOption())
    .action(
      operating(async (session, options: OfAccount) => {
        const query = { accountId: options.account && (await idOf(session.api, 'account', options.account)) };
        await listWhole(session, { path: '/verify/blocks', things: 'blocks', columns: blockColumns, query });
      }),
    );

  operation(
    verify,
    'lift <block-id>',
    'lift a block; what led to it counts no more',
    'hermod verify lift 01a1dd05-e828-7001-9785-625698a09e9d',
  ).action(
    operating(async ({ api, out }, _options, blockId: string) => {
      await api.call('DELETE', at`/verify/blocks/${blockId}`);
      await out.done('the block is lifted', { blockId });
    }),
  );

  operation(
    verify,
    'limits <account>',
    'show the limits that count for an account',
    'hermod verify limits "Corner Shop"',
  ).action(
    operating(async ({ api, out }, _options, name: string) => {
      const { inForce } = await api.call('GET', at`/accounts/${await idOf(api, 'account', name)}/verify-limits`);
      await out.one(inForce as Row);
    }),
  );

  const limits = operation(
    verify,
    'set-limits <account>',
    'set the limits of an account; what is left out is as the settings say',
    'hermod verify set-limits "Corner Shop" --per-account 5000 --conversion 5',
  );
  for (const name of limitNames)
    limits.option(`--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} <count>`, descriptions[name]);
  limits.action(
    operating(async ({ api, out }, options: Common, name: string) => {
      const given = Object.entries(fieldsOf(options, ...limitNames));
      const body = Object.fromEntries(
        given.map(([field, text]) => [field, wholeNumber(`--${field}`, String(text), 0)]),
      );
      const path = at`/accounts/${await idOf(api, 'account', name)}/verify-limits`;
      await out.done(`the limits of ${name} are set`, await api.call('PUT', path, { body }));
    }),
  );
}

const descriptions: Record<(typeof limitNames)[number], string> = {
  perNumber: 'codes to one number in an hour',
  perPrefix: 'codes to a range of 10,000 numbers in an hour',
  freshPrefix: 'the same where no code was confirmed yet',
  perAccount: 'codes in an hour',
  conversion: 'percent that have to be confirmed; 0: nothing is blocked',
};
