import { ago, type CommandFields, listed, required } from '../terminal/field.ts';
import { columns } from '../terminal/layout.ts';
import type { Noun } from '../terminal/verb.ts';

const keepSecret = 'keep the secret now: it is not shown again';
const kinds = listed('event types: "delivery report", "inbound message", "sender status"; separated by commas');
const shownColumns = columns('endpointId enabled activity.state url~ kinds~ description~', 'createdAt?');

const description: CommandFields = { '--description <text>': 'what it is for' };
const since: CommandFields = { '--since <time>': required(ago('deliveries that have failed since then')) };

/** Called with the key of a customer. */
export const endpoints: Noun = {
  summary: 'webhook endpoints of a customer',
  verbs: {
    list: {
      role: 'customer',
      summary: 'list endpoints and their state',
      call: 'GET /webhook-endpoints',
      rows: 'endpoints',
      columns: shownColumns,
    },
    'of <account>': {
      summary: 'list the endpoints of an account, as an operator',
      example: '"Corner Shop"',
      call: 'GET /accounts/{account}/webhook-endpoints',
      rows: 'endpoints',
      columns: shownColumns,
    },
    create: {
      role: 'customer',
      summary: 'create an endpoint; its signing secret is shown once',
      example: '--url https://shop.example.com/webhooks --kinds "delivery report,inbound message"',
      fields: {
        '--url <url>': required('where its events go'),
        '--kinds <types>': required(kinds),
        ...description,
        '--disabled': { help: 'create it disabled', field: 'enabled', value: false },
      },
      call: 'POST /webhook-endpoints',
      note: keepSecret,
    },
    'show <endpoint-id>': {
      role: 'customer',
      summary: 'show an endpoint',
      call: 'GET /webhook-endpoints/{endpoint-id}',
    },
    'change <endpoint-id>': {
      role: 'customer',
      summary: 'change an endpoint',
      example: '--url https://shop.example.com/hooks',
      fields: {
        '--url <url>': 'where its events go, also pending ones',
        '--kinds <types>': kinds,
        ...description,
        '--enable': { help: 'send events to it', field: 'enabled', value: true },
        '--disable': { help: 'send nothing to it', field: 'enabled', value: false },
      },
      call: 'PATCH /webhook-endpoints/{endpoint-id}',
    },
    'rotate <endpoint-id>': {
      role: 'customer',
      summary: 'create a new signing secret; the previous one stays valid for 24 hours',
      call: 'POST /webhook-endpoints/{endpoint-id}/secret',
      note: keepSecret,
    },
    'test <endpoint-id>': {
      role: 'customer',
      summary: 'send a sample event to an endpoint',
      example: '--kind "delivery report"',
      fields: { '--kind <type>': required('"delivery report", "inbound message" or "sender status"') },
      call: 'POST /webhook-endpoints/{endpoint-id}/test',
      done: 'sample {kind} {deliveryId} is on its way to {url}',
    },
    'failed <endpoint-id>': {
      role: 'customer',
      summary: 'count the deliveries that a replay delivers again',
      example: '--since 6h',
      fields: since,
      call: 'GET /webhook-endpoints/{endpoint-id}/failed',
    },
    'replay <endpoint-id>': {
      role: 'customer',
      summary: 'retry the failed deliveries of an endpoint',
      example: '--since 6h',
      fields: since,
      call: 'POST /webhook-endpoints/{endpoint-id}/replay',
      done: '{replayed} on the way again',
    },
    'delete <endpoint-id>': {
      role: 'customer',
      summary: 'delete an endpoint; its pending deliveries are given up',
      call: 'DELETE /webhook-endpoints/{endpoint-id}',
      confirm: 'Delete this endpoint? Its pending deliveries are given up.',
      done: 'the endpoint is deleted',
    },
  },
};
