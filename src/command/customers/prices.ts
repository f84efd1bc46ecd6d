import { Readable } from 'node:stream';
import type { Command } from 'commander';
import { counted } from '../terminal/cell.ts';
import { at, type Row } from '../terminal/client.ts';
import { confirm } from '../terminal/confirm.ts';
import { readBytes } from '../terminal/input.ts';
import {
  type Common,
  extras,
  fieldsOf,
  type ListOptions,
  list,
  listing,
  numbers,
  operating,
  operation,
  texts,
  whole,
  yesOption,
} from '../terminal/operation.ts';
import { note } from '../terminal/output.ts';
import { idOf } from '../terminal/resolve.ts';
import { isoTime } from '../terminal/time.ts';

const columns = [
  ...whole('priceListId'),
  ...texts('name'),
  ...whole('currency'),
  ...numbers('countryCount', 'accountCount'),
  ...extras('activeFrom', 'activeTo', 'createdAt'),
];

type Validity = Common & { activeFrom?: string; activeTo?: string };

export function registerPrices(program: Command): void {
  const prices = program.command('prices').description('price lists and who has them');

  listing(prices, 'list [account]', 'list price lists, all or those of an account', 'hermod prices list').action(
    operating(async (session, options: ListOptions, account?: string) => {
      if (account === undefined) return list(session, options, { path: '/price-lists', things: 'priceLists', columns });
      const path = at`/accounts/${await idOf(session.api, 'account', account)}/price-lists`;
      return list(session, options, { path, things: 'priceLists', columns });
    }),
  );

  operation(prices, 'show <price-list>', 'show a list with its prices', 'hermod prices show Europe --json').action(
    operating(async ({ api, out }, _options, priceList: string) =>
      out.one(await api.call('GET', at`/price-lists/${await idOf(api, 'priceList', priceList)}`)),
    ),
  );

  operation(
    prices,
    'create',
    'create a price list, still without prices',
    'hermod prices create --name Europe --currency EUR',
  )
    .requiredOption('--name <name>', 'its name')
    .requiredOption('--currency <code>', 'three letters of ISO 4217')
    .option('--active-from <time>', 'when it begins: a time, or 7d from now (default: now)')
    .option('--active-to <time>', 'when it ends (default: never)')
    .action(
      operating(async ({ api, out }, options: Validity) => {
        const validity = {
          activeFrom: isoTime(options.activeFrom, 'ahead'),
          activeTo: isoTime(options.activeTo, 'ahead'),
        };
        const body = { ...fieldsOf(options, 'name', 'currency'), ...fieldsOf(validity, 'activeFrom', 'activeTo') };
        await out.one(await api.call('POST', '/price-lists', { body }));
      }),
    );

  registerImport(prices);
  registerAssignment(prices);
}

const changeColumns = [...whole('country'), ...texts('name'), ...numbers('before', 'after')];
type ImportOptions = Common & { yes?: boolean; preview?: boolean };

function registerImport(prices: Command): void {
  operation(
    prices,
    'import <price-list> <file>',
    'replace all prices of a list by those of a CSV file (- is standard input)',
    'hermod prices import Europe prices.csv',
  )
    .option('--preview', 'only say what would change')
    .addOption(yesOption())
    .addHelpText('after', '\nThe file begins with the line country,unit_price; then, for example, SI,0.035')
    .action(
      operating(async ({ api, out }, { yes, preview }: ImportOptions, priceList, file) => {
        const id = await idOf(api, 'priceList', priceList!);
        const csv = await readBytes(file!);
        if (preview) {
          const told = await api.call('POST', at`/price-lists/${id}/import`, { csv, query: { preview: 'true' } });
          return out.json ? out.one(told) : out.list(changeColumns, Readable.from((told['changes'] ?? []) as Row[]));
        }
        const now = await api.call('GET', at`/price-lists/${id}`);
        const count = (now['prices'] as unknown[] | undefined)?.length ?? 0;
        if (count > 0) await confirm(`Replace the ${counted(count, 'price')} of ${priceList}?`, yes);
        note('importing');
        const imported = await api.call('POST', at`/price-lists/${id}/import`, { csv });
        await out.done(`${counted(imported['imported'], 'price')} imported into ${priceList}`, imported);
      }),
    );
}

function registerAssignment(prices: Command): void {
  operation(
    prices,
    'assign <account> <price-list>',
    'let an account send at these prices',
    'hermod prices assign "Corner Shop" Europe',
  ).action(
    operating(async ({ api, out }, _options, account, priceList) => {
      const accountId = await idOf(api, 'account', account!);
      const priceListId = await idOf(api, 'priceList', priceList!);
      await api.call('PUT', at`/accounts/${accountId}/price-lists/${priceListId}`);
      await out.done(`${account} has the prices of ${priceList}`, { accountId, priceListId });
    }),
  );

  operation(
    prices,
    'unassign <account> <price-list>',
    'take a price list from an account',
    'hermod prices unassign "Corner Shop" Europe',
  )
    .addOption(yesOption())
    .action(
      operating(async ({ api, out }, { yes }: Common & { yes?: boolean }, account, priceList) => {
        const accountId = await idOf(api, 'account', account!);
        const priceListId = await idOf(api, 'priceList', priceList!);
        await confirm(`Take ${priceList} from ${account}? It can send to no country that only this list has.`, yes);
        await api.call('DELETE', at`/accounts/${accountId}/price-lists/${priceListId}`);
        await out.done(`${account} no longer has the prices of ${priceList}`, { accountId, priceListId });
      }),
    );

  operation(prices, 'end <price-list>', 'end a price list, now or later', 'hermod prices end Europe --at 2027-01-01')
    .option('--at <time>', 'a time, or 7d from now (default: now)')
    .addOption(yesOption())
    .action(
      operating(async ({ api, out }, { at: when = '0s', yes }: Common & { at?: string; yes?: boolean }, priceList) => {
        const activeTo = isoTime(when, 'ahead')!;
        const path = at`/price-lists/${await idOf(api, 'priceList', priceList!)}`;
        await confirm(`End ${priceList} at ${activeTo}? From then on nobody can send at its prices.`, yes);
        await out.done(`${priceList} ends at ${activeTo}`, await api.call('PATCH', path, { body: { activeTo } }));
      }),
    );
}
