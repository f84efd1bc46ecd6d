import { Readable } from 'node:stream';
import type { Command } from 'commander';
import { at, type Client, type Row } from '../terminal/client.ts';
import { confirm } from '../terminal/confirm.ts';
import {
  type Common,
  extras,
  listWhole,
  numbers,
  operating,
  operation,
  type Session,
  texts,
  whole,
  wholeNumber,
  yesOption,
} from '../terminal/operation.ts';
import { idOf } from '../terminal/resolve.ts';

const columns = [
  ...whole('routeId', 'carrierId', 'country', 'prefix'),
  ...numbers('priority', 'weight'),
  ...extras('senders', 'rewrites'),
];

type Fields = Common & { carrier?: string; country?: string; prefix?: string; priority?: string; weight?: string } & {
  senders?: string;
  rewrites?: string;
};

export function registerRoutes(program: Command): void {
  const routes = program.command('routes').description('which carrier takes which number');

  operation(routes, 'list', 'list routes', 'hermod routes list').action(
    operating((session) => listWhole(session, { path: '/routes', things: 'routes', columns })),
  );

  operation(
    routes,
    'explain <number>',
    'say which way a number would go now, and why',
    'hermod routes explain +38640123456',
  ).action(operating(explain));

  const add = operation(
    routes,
    'add',
    'add a route',
    'hermod routes add --carrier backup --country SI --priority 200',
  ).requiredOption('--carrier <carrier>', 'id or name of the carrier');
  withFields(add).action(
    operating(async ({ api, out }, options: Fields) =>
      out.one(await api.call('POST', '/routes', { body: await bodyOf(api, options) })),
    ),
  );

  const change = operation(
    routes,
    'change <route-id>',
    'change a route',
    'hermod routes change 019a8f3e-5c1b-7d42-9e0f-3b6a1c2d4e5f --weight 3',
  );
  withFields(change).action(
    operating(async ({ api, out }, options: Fields, route: string) =>
      out.one(await api.call('PATCH', at`/routes/${route}`, { body: await bodyOf(api, options) })),
    ),
  );

  operation(routes, 'remove <route-id>', 'remove a route', 'hermod routes remove 019a8f3e-5c1b-7d42-9e0f-3b6a1c2d4e5f')
    .addOption(yesOption())
    .action(
      operating(async ({ api, out }, { yes }: Common & { yes?: boolean }, routeId: string) => {
        await confirm(`Remove the route ${routeId}?`, yes);
        await api.call('DELETE', at`/routes/${routeId}`);
        await out.done(`the route ${routeId} is removed`, { routeId });
      }),
    );
}

const candidateColumns = [
  ...whole('chosen', 'carrier', 'country', 'prefix'),
  ...numbers('priority', 'weight'),
  ...texts('text'),
  ...extras('unitCost', 'deliveredPercent', 'sender', 'fits', 'up', 'routeId', 'carrierId'),
];

async function explain({ api, out }: Session, _options: Common, number: string): Promise<void> {
  const told = await api.call('GET', '/routes/explain', { query: { destination: number } });
  if (out.screen === undefined) return out.one(told);
  await out.lines([`${String(told['text'])} (${String(told['country'])})`, '']);
  await out.list(candidateColumns, Readable.from(told['candidates'] as Row[]));
}

function withFields(command: Command): Command {
  return command
    .option('--country <code>', 'numbers of this country only, such as SI; "" for every country')
    .option('--prefix <prefix>', 'numbers that begin so, such as +38640; "" for every number')
    .option('--priority <number>', 'the lowest that works is used')
    .option('--weight <number>', 'share among equals')
    .option('--senders <senders>', 'shown instead, separated by commas; several are a pool; "" for none')
    .option('--rewrites <which>', 'which senders are replaced: all, or names');
}

async function bodyOf(api: Client, options: Fields): Promise<object> {
  const { carrier, country, prefix, priority, weight, senders, rewrites } = options;
  return {
    ...(carrier === undefined ? {} : { carrierId: await idOf(api, 'carrier', carrier) }),
    ...(country === undefined ? {} : { country: country || null }),
    ...(prefix === undefined ? {} : { prefix: prefix || null }),
    ...(priority === undefined ? {} : { priority: wholeNumber('--priority', priority, 0) }),
    ...(weight === undefined ? {} : { weight: wholeNumber('--weight', weight) }),
    ...(senders === undefined ? {} : { senders: senders.split(',').filter((sender) => sender !== '') }),
    ...(rewrites === undefined ? {} : { rewrites }),
  };
}
