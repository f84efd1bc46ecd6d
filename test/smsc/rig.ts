/** Hermod as the SMSC of its customers: a service with a listener, and clients that bind to it. */

import { connect, type Socket } from 'node:net';
import { afterAll } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import type { Db } from '../../src/database/db.ts';
import { systemActor } from '../../src/domain/access/actor.ts';
import { demoAccountId } from '../../src/flows/accounts/demo.ts';
import { type CredentialRequest, issueCredential } from '../../src/flows/smpp/credentials.ts';
import type { RequestName } from '../../src/smpp/protocol/commands.ts';
import type { Pdu, PduInput } from '../../src/smpp/protocol/pdu.ts';
import { statusName } from '../../src/smpp/protocol/status.ts';
import { SmppSession } from '../../src/smpp/session/session.ts';
import type { IncomingRequest, ResponsePdu } from '../../src/smpp/session/session-events.ts';
import { serviceOn, testService } from '../harness/service.ts';

const ends: (() => void)[] = [];
afterAll(() => {
  for (const end of ends) end();
});

export const actor = systemActor('test');

export async function smscService(environment: Record<string, string> = {}) {
  const smppPort = await freePort();
  const service = await testService({ HERMOD_SMPP_PORT: `${smppPort}`, ...environment });
  return { ...service, smppPort };
}

/** One more process on the same database, with a port of its own. */
export async function anotherProcess(url: string, environment: Record<string, string> = {}) {
  const smppPort = await freePort();
  return { ...(await serviceOn(url, { HERMOD_SMPP_PORT: `${smppPort}`, ...environment })), smppPort };
}

export type Login = { readonly systemId: string; readonly password: string; readonly credentialId: string };

export async function credential(db: Db, request: CredentialRequest = {}, accountId = demoAccountId): Promise<Login> {
  const issued = await issueCredential(db, actor, accountId, request);
  if (typeof issued === 'string') throw new Error(issued);
  return { systemId: issued.details.systemId, password: issued.password, credentialId: issued.details.id };
}

export type Client = {
  readonly session: SmppSession;
  /** Received PDUs, oldest first; answered with `onDeliver`, or with success. */
  readonly delivered: Pdu<'deliver_sm'>[];
  /** Rejects if there is no response. */
  readonly ask: <C extends RequestName>(
    pdu: PduInput<C>,
  ) => Promise<{ status: string; message_id: string } & Record<string, unknown>>;
  readonly submit: (fields?: Partial<PduInput<'submit_sm'>>) => ReturnType<Client['ask']>;
};

export type Bound = Client & { readonly answer: { status: string } & Record<string, unknown> };

type BindOptions = {
  readonly mode?: 'transceiver' | 'transmitter' | 'receiver';
  readonly version?: number;
  readonly onDeliver?: (pdu: IncomingRequest) => Promise<ResponsePdu> | ResponsePdu;
  /** The local address of the connection: any of 127.0.0.0/8. */
  readonly from?: string;
};

export async function connected(
  port: number,
  onDeliver?: BindOptions['onDeliver'],
  from = '127.0.0.1',
): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const delivered: Pdu<'deliver_sm'>[] = [];
  const session = new SmppSession(socket, {
    async onRequest(pdu) {
      if (pdu.command === 'deliver_sm') delivered.push(pdu);
      return onDeliver?.(pdu) ?? { command: 'deliver_sm_resp' };
    },
  });
  ends.push(() => session.close());
  const ask: Client['ask'] = async (pdu) => {
    const outcome = await session.request(pdu as PduInput<RequestName>);
    if (outcome.kind !== 'answered') throw new Error(`${pdu.command}: ${outcome.kind}`);
    return { ...outcome.response, status: statusName(outcome.response.status) } as never;
  };
  return { session, delivered, ask, submit: (fields = {}) => ask({ ...hello, ...fields } as PduInput<'submit_sm'>) };
}

export async function bound(
  port: number,
  login: Omit<Login, 'credentialId'>,
  options: BindOptions = {},
): Promise<Bound> {
  const client = await connected(port, options.onDeliver, options.from);
  const { mode = 'transceiver', version = 0x34 } = options;
  const { systemId: system_id, password } = login;
  const answer = await client.ask({ command: `bind_${mode}`, system_id, password, interface_version: version });
  return { ...client, answer };
}

export const hello = {
  command: 'submit_sm',
  source_addr_ton: 5,
  source_addr: 'Hermod',
  dest_addr_ton: 1,
  dest_addr_npi: 1,
  destination_addr: '38640123456',
  short_message: Buffer.from('Hello'),
} as const satisfies PduInput<'submit_sm'>;

/** A raw socket, for bytes that no client would send. */
export async function rawSocket(
  port: number,
): Promise<{ socket: Socket; received: () => Buffer; closed: Promise<void> }> {
  const socket = connect({ port, host: '127.0.0.1' });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  ends.push(() => void socket.destroy());
  return { socket, received: () => Buffer.concat(chunks), closed };
}

export type MessageRow = {
  id: string;
  state: string;
  destination: string;
  sender: string;
  content: string;
  encoding: string;
  segments: number;
  price: string;
  via: string;
  key_id: string;
  registered_delivery: number | null;
  scheduled: number | null;
  validity: number | null;
};

/** The message with this id, as the send path stored it. */
export async function messageOf(db: Db, id: string): Promise<MessageRow | undefined> {
  const { rows } = await db.query<MessageRow>(
    `SELECT m.id, m.state, m.destination, m.price, s.sender, s.content, s.encoding, s.segments, s.via, s.key_id, s.registered_delivery,
       extract(epoch FROM s.scheduled_at)::float8 AS scheduled,
       round(extract(epoch FROM m.expires_at - coalesce(s.scheduled_at, s.accepted_at)))::float8 AS validity
     FROM messages m JOIN submissions s ON s.account_id = m.account_id AND s.id = m.submission_id WHERE m.id = $1`,
    [id],
  );
  return rows[0];
}

/** The balance of the account, and the sum of its ledger. */
export async function books(db: Db, accountId = demoAccountId): Promise<{ balance: string; ledger: string }> {
  const { rows } = await db.query<{ balance: string; ledger: string }>(
    `SELECT balance::text, (SELECT sum(amount)::text FROM ledger WHERE account_id = a.id) AS ledger FROM accounts a WHERE id = $1`,
    [accountId],
  );
  return rows[0]!;
}
