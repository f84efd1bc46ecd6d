/** An HTTP carrier, the simulated provider it calls, and a server that receives the provider's callbacks as the service does. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId } from '../../../src/base/ids.ts';
import type { Carrier, CarrierEvents } from '../../../src/carriers/carrier.ts';
import { takeCallback, type UnreadCallback } from '../../../src/carriers/http/callbacks.ts';
import { httpCarrier } from '../../../src/carriers/http/carrier.ts';
import { openAddress } from '../../../src/carriers/http/kind.ts';
import { read, StandIn, type Table } from './stand-in.ts';

export type HttpRig = {
  readonly carrier: Carrier;
  readonly standIn: StandIn;
  /** Callbacks that could not be parsed. */
  readonly kept: readonly UnreadCallback[];
  readonly release: () => Promise<void>;
};
export type HttpCircumstances = {
  readonly window?: number;
  readonly answerDelayMs?: number;
  readonly answerTimeoutMs?: number;
  readonly query?: string;
};

const prefix = `/carriers/${newId()}/secret`;

export function urlOf({ name, credentials, query = '' }: Table, port: number, callback: string, more = ''): string {
  return `http+${name}://${credentials}@127.0.0.1:${port}?allow=127.0.0.0/8&callback=${encodeURIComponent(callback)}${query}${more}`;
}

export async function httpRig(table: Table, events: CarrierEvents, wanted: HttpCircumstances = {}): Promise<HttpRig> {
  const { window = 50, answerDelayMs = 0, answerTimeoutMs = 20_000, query = '' } = wanted;
  const kept: UnreadCallback[] = [];
  const server = createServer((request, response) => {
    void read(request).then(async ({ method, path: target, headers, bytes }) => {
      const [path = '', search = ''] = target.split('?');
      const callback = {
        method: method === 'GET' ? ('GET' as const) : ('POST' as const),
        target,
        path: path.slice(prefix.length + 1),
        query: new URLSearchParams(search),
        headers,
        body: bytes,
      };
      const { provider, account } = opened;
      const fetch = table.fetch ?? (() => Promise.resolve(undefined));
      const keep = async (unread: UnreadCallback) => void kept.push(unread);
      const answer = await takeCallback({ provider, account, events, fetch, keep }, callback, new Date());
      response.writeHead(answer.status).end(answer.body ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const standIn = new StandIn(table, { answerDelayMs, callbackUrl: () => `${callback}${prefix}` });
  await standIn.listen();
  const opened = openAddress({
    url: urlOf(table, standIn.port, callback, `&window=${window}${query}`),
    description: table.description,
    signingSecret: table.signingSecret,
    callbackPath: prefix,
  });
  const carrier = httpCarrier(opened, events, { timeoutMs: answerTimeoutMs });
  return {
    carrier,
    standIn,
    kept,
    release: async () => {
      await carrier.stop(200);
      await standIn.stop();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
