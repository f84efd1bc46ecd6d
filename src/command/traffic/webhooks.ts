import { Problem } from '../../base/problem.ts';
import type { CommandSession } from '../terminal/access.ts';
import { counted } from '../terminal/cell.ts';
import { account, ago, required } from '../terminal/field.ts';
import { columns } from '../terminal/layout.ts';
import type { Noun, Verb, VerbInput } from '../terminal/verb.ts';

export const webhooks: Noun = {
  summary: 'events sent to customers, and their attempts',
  verbs: {
    list: {
      summary: 'list deliveries',
      example: '--state "given up" --from 1d',
      fields: {
        ...account,
        '--state <state>': 'waiting, retrying, delivered or "given up"',
        '--kind <kind>': '"delivery report", "inbound message" or "sender status"',
        '--message <message-id>': { help: 'about one message', field: 'messageId' },
        '--endpoint <url>': 'to the origin of this URL, or to the endpoint with this id',
      },
      call: 'GET /webhooks/deliveries',
      rows: 'deliveries',
      pages: 'dated',
      columns: columns(
        'deliveryId state kind #attemptCount url~ lastAttempt.error~',
        'createdAt? messageId? accountId?',
      ),
    },
    endpoints: {
      summary: 'list endpoints and their state',
      fields: account,
      call: 'GET /webhooks/endpoints',
      rows: 'endpoints',
      columns: columns(
        'state accountName~ origin~ #waiting #retrying #delivered24h #givenUp24h lastError~',
        'lastStatus? lastAttemptAt? retryAt? accountId?',
      ),
    },
    'show <delivery-id>': {
      summary: 'show a delivery with all its attempts',
      call: 'GET /webhooks/deliveries/{delivery-id}',
    },
    'replay [delivery-id]': {
      summary: 'retry a delivery, or all failed deliveries of an account',
      example: '--account "Corner Shop" --since 6h',
      fields: {
        ...account,
        '--since <time>': ago('deliveries that have failed since then'),
        '--endpoint <url>': 'only to the origin of this URL, or to the endpoint with this id',
      },
      act: replay,
    },
  },
};

async function replay({ api, out }: CommandSession, { fields, typed, path }: VerbInput): Promise<void> {
  const delivery = typed['delivery-id'];
  if (typeof delivery === 'string') {
    const replayed = await api.call('POST', path('/webhooks/deliveries/{delivery-id}/replay'), { body: {} });
    return out.done(`${delivery} is on its way again`, replayed);
  }
  const { accountId, since, endpoint } = fields;
  if (accountId === undefined || since === undefined)
    throw new Problem('no delivery is given', 'Give the id of a delivery, or --account and --since');
  const replayed = await api.call('POST', '/webhooks/replay', { body: { accountId, since, endpoint } });
  await out.done(`${counted(replayed['replayed'], 'event')} on the way again`, replayed);
}

const events = ['delivery-report', 'inbound-message', 'sender-status'];

export const trigger: Verb = {
  role: 'customer',
  summary: 'send a sample event to an endpoint, signed and retried like a real one',
  example: 'delivery-report --url http://127.0.0.1:3000/webhooks',
  fields: {
    '<event>': { help: events.join(', '), field: 'kind', read: eventKind },
    '--url <url>': required('where the event goes'),
  },
  call: 'POST /webhooks/sample',
  done: 'sample {kind} {deliveryId} is on its way to {url}',
};

function eventKind(event: string): string {
  if (events.includes(event)) return event.replace('-', ' ');
  throw new Problem(`unknown event ${JSON.stringify(event)}`, `Use one of ${events.join(', ')}`);
}
