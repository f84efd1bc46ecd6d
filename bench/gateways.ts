/** The gateways that `end-to-end` compares: each accepts a message over HTTP, submits it over SMPP, and sends two reports (sent, delivered). */
import { randomUUID } from 'node:crypto';
import type { Db } from '../src/database/db.ts';
import type { Groups } from './cpu.ts';
import type { FloodRequest } from './flood.ts';
import { startKannel } from './kannel.ts';
import { carrierUrl, sinkUrl } from './peers.ts';
import { ports } from './scenario.ts';
import { benchService, key } from './service.ts';

/** The message of one load; `keyed` gives each request an Idempotency-Key. */
export type Load = { readonly connections: number; readonly keyed?: boolean };

export type Gateway = {
  readonly name: string;
  readonly groups: Groups;
  request(load: Load): FloodRequest;
  stop(): Promise<void>;
};

const text = 'Your parcel arrives today between 14:00 and 16:00.';
const destination = '+38640100000';
const reports = 2;

export type Hermod = Gateway & { readonly db: Db };

export async function hermod(): Promise<Hermod> {
  const service = await benchService(ports.service, 2, { HERMOD_CARRIER_URL: carrierUrl });
  const body = JSON.stringify({
    sender: 'Hermod',
    destinations: [destination],
    // The peer recognizes the report of a message by the number in both.
    message: { content: `@N@ ${text}` },
    deliveryReportUrl: `${sinkUrl}@N@`,
  });
  const headers = { apikey: key, 'content-type': 'application/json' };
  return {
    name: 'Hermod',
    db: service.db,
    groups: { Node: [service.pid], PostgreSQL: [service.postgresPid] },
    request: ({ connections, keyed }) => ({
      port: ports.service,
      path: '/v1/sms/messages',
      // The key also differs in each flood: a repeated key is answered without a message.
      headers: keyed ? { ...headers, 'idempotency-key': `${randomUUID()}-@N@` } : headers,
      body,
      connections,
      reports,
    }),
    stop: () => service.stop(),
  };
}

export async function kannel(store: 'memory' | 'spool'): Promise<Gateway> {
  const boxes = await startKannel(store);
  // Mask 9: a report when the SMSC has accepted the message (8) and one when it is delivered (1).
  const query = new URLSearchParams({
    username: 'bench',
    password: 'bench',
    from: 'Hermod',
    to: destination,
    text,
    'dlr-mask': '9',
    'dlr-url': `${sinkUrl}?type=%d&id=%F`,
  });
  const path = `/cgi-bin/sendsms?${query.toString()}`;
  return {
    name: store === 'memory' ? 'Kannel in memory' : 'Kannel with its spool',
    groups: { Kannel: boxes.pids },
    request: ({ connections }) => ({ port: ports.kannelHttp, path, headers: {}, connections, reports }),
    stop: () => boxes.stop(),
  };
}
