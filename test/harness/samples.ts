/** Some of everything, made through the service's own interfaces: what the console looks like when it is in use. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTransport } from 'nodemailer';
import { demoSenders } from '../../src/flows/accounts/demo.ts';

export type Target = {
  readonly base: string;
  readonly adminToken: string;
  /** Of the demo account. */
  readonly key: string;
  /** Of the Email2SMS listener, if it is on. */
  readonly smtpPort?: number;
};

export type Samples = {
  readonly accountIds: readonly string[];
  readonly messageIds: Readonly<Record<'delivered' | 'failed' | 'scheduled' | 'retried', string>>;
  /** Takes the webhooks that succeed. */
  stop(): void;
};

const customers = ['Alpine Outdoor', 'Kavarna Lipa', 'Northwind Health'];
const prices = { SI: '0.042', HR: '0.051', AT: '0.068', DE: '0.074', IT: '0.062', US: '0.031', GB: '0.039' };
const texts = [
  'Your parcel 4471 arrives today between 14:00 and 16:00.',
  'Vaša miza za 4 osebe je rezervirana za 19:30. Kavarna Lipa',
  'Reminder: your appointment with Dr. Novak is tomorrow at 9:15. Reply C to cancel.',
  'Koda za prijavo: 48 20 17. Ne povejte je nikomur.',
  'Summer sale: 20 % off all hiking boots until Sunday. Details on our page, while stocks last. See you on the mountain!',
];
const numbers = ['+38640123456', '+38641987654', '+38631222333', '+385912345678', '+436641234567', '+4915112345678'];

export async function fillWithSamples(target: Target): Promise<Samples> {
  const endpoint = await answeringEndpoint();
  const api = clientOf(target);
  const accountIds = await addCustomers(api);
  await addCarrier(api);
  await addOperators(api);
  const messageIds = await send(api, target.key, portOf(endpoint));
  await register(api, target.key);
  await answer(api);
  if (target.smtpPort !== undefined) await writeMails(target.smtpPort, target.key);
  return { accountIds, messageIds, stop: () => void endpoint.close() };
}

type Api = <T>(method: string, path: string, body?: unknown, key?: string) => Promise<T>;

function clientOf({ base, adminToken }: Target): Api {
  return async <T>(method: string, path: string, body?: unknown, key?: string): Promise<T> => {
    const access = key === undefined ? { authorization: `Bearer ${adminToken}` } : { apikey: key };
    const content = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(base + path, {
      method,
      headers: { ...access, ...content, 'x-operator': 'Ana Novak', connection: 'close' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
}

async function addCustomers(api: Api): Promise<string[]> {
  const list = await api<{ priceListId: string }>('POST', '/admin/v1/price-lists', {
    name: 'Europe 2026',
    currency: 'EUR',
    activeFrom: '2026-01-01T00:00:00Z',
    prices: Object.entries(prices).map(([country, unitPrice]) => ({ country, unitPrice })),
  });
  const ids: string[] = [];
  for (const [index, name] of customers.entries()) {
    const { accountId } = await api<{ accountId: string }>('POST', '/admin/v1/accounts', {
      name,
      currency: 'EUR',
      contactEmail: `sms@${name.toLowerCase().replaceAll(' ', '-')}.example`,
    });
    await api('PUT', `/admin/v1/accounts/${accountId}/price-lists/${list.priceListId}`);
    await api('POST', `/admin/v1/accounts/${accountId}/top-ups`, { amount: `${250 * (index + 1)}`, note: 'Invoice' });
    await api('POST', `/admin/v1/accounts/${accountId}/keys`, { label: 'web shop' });
    await api('POST', `/admin/v1/accounts/${accountId}/smpp-credentials`, {
      label: 'kiosks',
      allowedRanges: ['192.0.2.0/24', '2001:db8:7::/48'],
      rate: 100,
    });
    ids.push(accountId);
  }
  return ids;
}

/** A carrier that does not answer, for a country of its own. */
async function addCarrier(api: Api): Promise<void> {
  const { carrierId } = await api<{ carrierId: string }>('POST', '/admin/v1/carriers', {
    name: 'Overseas',
    url: 'smpp://hermod:secret@127.0.0.1:9',
  });
  await api('POST', '/admin/v1/routes', { carrierId, country: 'US', priority: 10 });
  const costs = [{ country: 'US', unitCost: '0.0079' }];
  await api('PUT', `/admin/v1/carriers/${carrierId}/costs`, { currency: 'EUR', costs });
  // Over HTTP, disabled: no calls are made.
  const gateway = await api<{ carrierId: string }>('POST', '/admin/v1/carriers', {
    name: 'Gateway',
    url: 'https+generic://user:password@gateway.example.com?callback=https://sms.example.com',
    enabled: false,
    description: { method: 'POST', path: '/send', answer: { reference: { body: true } } },
  });
  const senders = ['+38640111222', '+38640111223'];
  await api('POST', '/admin/v1/routes', { carrierId: gateway.carrierId, country: 'AT', priority: 20, senders });
}

async function addOperators(api: Api): Promise<void> {
  await api('POST', '/admin/v1/operators', { name: 'Ana Novak', role: 'admin', password: 'a long password of Ana' });
  await api('POST', '/admin/v1/operators', { name: 'Bor Kos', role: 'support', grants: ['text'] });
}

async function send(api: Api, key: string, port: number): Promise<Samples['messageIds']> {
  const [sender] = demoSenders;
  const one = async (to: string, content: string, more: object = {}): Promise<string> => {
    const body = { sender, destinations: [to], message: { content }, ...more };
    const { messages } = await api<{ messages: { messageId: string }[] }>('POST', '/v1/sms/messages', body, key);
    return messages[0]!.messageId;
  };
  const reported = { deliveryReportUrl: `http://127.0.0.1:${port}/reports` };
  for (const [index, to] of numbers.entries()) await one(to, texts[index % texts.length]!, reported);
  for (const last of [2, 3, 5, 7, 13]) await one(`+386400000${String(last).padStart(2, '0')}`, texts[4]!, reported);
  return {
    delivered: await one(numbers[0]!, texts[0]!, reported),
    failed: await one('+38640000001', texts[2]!, reported),
    scheduled: await one(numbers[1]!, texts[1]!, { scheduledTime: Math.floor(Date.now() / 1_000) + 7_200 }),
    // No process listens there.
    retried: await one(numbers[2]!, texts[3]!, { deliveryReportUrl: 'http://127.0.0.1:9/reports' }),
  };
}

async function register(api: Api, key: string): Promise<void> {
  await api('POST', '/v1/senders', { value: 'Alpine', type: 0, channel: 'SMS' }, key);
  await api('POST', '/v1/senders', { value: '+38640555666', type: 1, channel: 'SMS' }, key);
}

async function answer(api: Api): Promise<void> {
  const to = demoSenders[1];
  for (const text of ['C', 'Hvala, se vidimo!'])
    await api('POST', '/admin/v1/simulator/inbound', { from: numbers[0], to, text });
  await api('POST', '/admin/v1/simulator/inbound', { from: '+38640155155', to, text: 'STOP' });
}

async function writeMails(port: number, key: string): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  const mail = (sender: string) => ({
    from: 'shop@alpine.example',
    to: 'sms@localhost',
    subject: 'SMS',
    text: [
      ...['#apikey#', key, '#sender#', sender, '#startdestination#', '040 123 456', '+38641987654', '#enddestination#'],
      ...['#startcontent#', 'Your order is ready.', '#endcontent#', ''],
    ].join('\n'),
  });
  await transport.sendMail(mail(demoSenders[0]!));
  await transport.sendMail(mail('Unknown'));
  transport.close();
}

async function answeringEndpoint(): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/plain' }).end('thank you');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
