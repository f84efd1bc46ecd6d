import type { Command } from 'commander';
import { Problem } from '../../base/problem.ts';
import { counted } from '../terminal/cell.ts';
import { at } from '../terminal/client.ts';
import {
  accountOption,
  type Common,
  extras,
  history,
  type ListOptions,
  list,
  listWhole,
  numbers,
  operating,
  operation,
  type Session,
  texts,
  whole,
} from '../terminal/operation.ts';
import { accountQuery, idOf } from '../terminal/resolve.ts';
import { isoTime } from '../terminal/time.ts';

const columns = [
  ...whole('deliveryId', 'state', 'kind'),
  ...numbers('attemptCount'),
  ...texts('url', 'lastAttempt.error'),
  ...extras('createdAt', 'messageId', 'accountId'),
];

const endpointColumns = [
  ...whole('state'),
  ...texts('accountName', 'origin'),
  ...numbers('waiting', 'retrying', 'delivered24h', 'givenUp24h'),
  ...texts('lastError'),
  ...extras('lastStatus', 'lastAttemptAt', 'retryAt', 'accountId'),
];

type Filter = ListOptions & { account?: string; state?: string; kind?: string; message?: string };
type ReplayOptions = Common & { account?: string; since?: string; endpoint?: string };

export function registerWebhooks(program: Command): void {
  const webhooks = program.command('webhooks').description('events sent to customers, and their attempts');

  history(webhooks, 'list', 'list deliveries', 'hermod webhooks list --state "given up" --from 1d')
    .addOption(accountOption())
    .option('--state <state>', 'waiting, retrying, delivered or "given up"')
    .option('--kind <kind>', '"delivery report", "inbound message" or "sender status"')
    .option('--message <message-id>', 'about one message')
    .action(
      operating(async (session, options: Filter) => {
        const { state, kind, message: messageId } = options;
        const query = { ...(await accountQuery(session.api, options.account)), state, kind, messageId };
        return list(session, options, { path: '/webhooks/deliveries', things: 'deliveries', columns, query });
      }),
    );

  operation(webhooks, 'endpoints', 'list endpoints and how they are doing', 'hermod webhooks endpoints')
    .addOption(accountOption())
    .action(
      operating(async (session, { account }: Common & { account?: string }) => {
        const query = await accountQuery(session.api, account);
        return listWhole(session, {
          path: '/webhooks/endpoints',
          things: 'endpoints',
          columns: endpointColumns,
          query,
        });
      }),
    );

  operation(
    webhooks,
    'show <delivery-id>',
    'show a delivery with all its attempts',
    'hermod webhooks show 019a8f3e-5c1b-7d42-9e0f-3b6a1c2d4e5f',
  ).action(
    operating(async ({ api, out }, _options, delivery: string) =>
      out.one(await api.call('GET', at`/webhooks/deliveries/${delivery}`)),
    ),
  );

  operation(
    webhooks,
    'replay [delivery-id]',
    'send a delivery again, or all of an account that failed',
    'hermod webhooks replay --account "Corner Shop" --since 6h',
  )
    .addOption(accountOption())
    .option('--since <time>', 'what has failed since then')
    .option('--endpoint <url>', 'only to the origin of this URL')
    .action(operating(replay));
}

async function replay({ api, out }: Session, options: ReplayOptions, delivery?: string): Promise<void> {
  const { account, since, endpoint } = options;
  if (delivery !== undefined) {
    const replayed = await api.call('POST', at`/webhooks/deliveries/${delivery}/replay`, { body: {} });
    return out.done(`${delivery} is on its way again`, replayed);
  }
  if (account === undefined || since === undefined)
    throw new Problem('what to replay is not said', 'Give the id of a delivery, or --account and --since');
  const accountId = await idOf(api, 'account', account);
  const body = { accountId, since: isoTime(since), ...(endpoint === undefined ? {} : { endpoint }) };
  const replayed = await api.call('POST', '/webhooks/replay', { body });
  await out.done(`${counted(replayed['replayed'], 'event')} on the way again`, replayed);
}
