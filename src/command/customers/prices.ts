import type { CommandSession } from '../terminal/access.ts';
import { counted } from '../terminal/cell.ts';
import type { Row } from '../terminal/client.ts';
import { ahead, required } from '../terminal/field.ts';
import { confirm, readBytes } from '../terminal/input.ts';
import { columns } from '../terminal/layout.ts';
import { printNote } from '../terminal/output.ts';
import type { Noun, VerbInput } from '../terminal/verb.ts';

export const prices: Noun = {
  summary: 'price lists and their accounts',
  verbs: {
    'list [account]': {
      summary: 'list price lists, all or those of an account',
      call: 'GET [/accounts/{account}]/price-lists',
      rows: 'priceLists',
      pages: 'limited',
      columns: columns('priceListId name~ currency #countryCount #accountCount activeFrom? activeTo? createdAt?'),
    },
    'show <price-list>': {
      summary: 'show a list with its prices',
      example: '--json',
      call: 'GET /price-lists/{price-list}',
    },
    create: {
      summary: 'create a price list without prices',
      example: '--name Europe --currency EUR',
      fields: {
        '--name <name>': required('its name'),
        '--currency <code>': required('three letters of ISO 4217'),
        '--active-from <time>': ahead('when it starts: a time, or 7d from now (default: now)'),
        '--active-to <time>': ahead('when it ends (default: never)'),
      },
      call: 'POST /price-lists',
    },
    'import <price-list> <file>': {
      summary: 'replace all prices of a list with those of a CSV file (- is standard input)',
      example: 'prices.csv',
      fields: { '--preview': 'only show what would change' },
      hint: 'The file begins with the line country,unit_price; then, for example, SI,0.035',
      confirm: true,
      act: importPrices,
    },
    'assign <account> <price-list>': {
      summary: 'assign a price list to an account',
      call: 'PUT /accounts/{account}/price-lists/{price-list}',
      done: '{account} has the prices of {price-list}',
    },
    'unassign <account> <price-list>': {
      summary: 'unassign a price list from an account',
      call: 'DELETE /accounts/{account}/price-lists/{price-list}',
      confirm:
        'Unassign {price-list} from {account}? The account can no longer send to countries that only this list prices.',
      done: '{account} no longer has the prices of {price-list}',
    },
    'end <price-list>': {
      summary: 'end a price list, now or later',
      example: '--at 2027-01-01',
      fields: {
        '--at <time>': {
          ...ahead('a time, or 7d from now (default: now)'),
          field: 'activeTo',
          orElse: () => new Date().toISOString(),
        },
      },
      call: 'PATCH /price-lists/{price-list}',
      confirm: 'End {price-list} at {activeTo}? Its prices no longer apply after that.',
      done: '{price-list} ends at {activeTo}',
    },
  },
};

async function importPrices({ api, out }: CommandSession, { typed, path }: VerbInput): Promise<void> {
  const name = typed['price-list'] as string;
  const list = path('/price-lists/{price-list}');
  const upload = { type: 'text/csv', bytes: await readBytes(typed['file'] as string) } as const;
  if (typed['preview']) {
    const preview = await api.call('POST', `${list}/import`, { upload, query: { preview: 'true' } });
    if (out.json) return out.one(preview);
    const changes = (preview['changes'] ?? []) as Row[];
    return out.list(columns('country name~ #before #after'), changes);
  }
  const now = await api.call('GET', list);
  const count = (now['prices'] as unknown[] | undefined)?.length ?? 0;
  if (count > 0) await confirm(`Replace the ${counted(count, 'price')} of ${name}?`, typed['yes'] === true);
  printNote('importing');
  const imported = await api.call('POST', `${list}/import`, { upload });
  await out.done(`${counted(imported['imported'], 'price')} imported into ${name}`, imported);
}
