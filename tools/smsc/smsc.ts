import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { split } from '../../src/domain/text/text.ts';
import { responseName } from '../../src/smpp/protocol/commands.ts';
import { addressFields, toWire } from '../../src/smpp/protocol/fields.ts';
import type { Pdu, PduInput } from '../../src/smpp/protocol/pdu.ts';
import { submitVerdict } from '../../src/smpp/protocol/status.ts';
import { buildParts } from '../../src/smpp/protocol/text.ts';
import { DelayLine, Fifo } from '../../src/smpp/session/fifo.ts';
import type { RequestOutcome as Outcome } from '../../src/smpp/session/requests.ts';
import { SmppSession } from '../../src/smpp/session/session.ts';
import type { IncomingRequest, ResponsePdu } from '../../src/smpp/session/session-events.ts';
import { receiptPdu, refusal, SmscMessages } from './messages.ts';
import type { Accepted, InboundText, SmscCounters, SmscOptions } from './options.ts';

type DeliverInput = PduInput<'deliver_sm' | 'data_sm'>;

const INTERFACE_VERSION = 0x34;

type BindPdu = Pdu<'bind_receiver' | 'bind_transmitter' | 'bind_transceiver'>;

const isBind = (pdu: IncomingRequest): pdu is BindPdu => pdu.command.startsWith('bind_');

/** A connection: its system_id, and its bind. */
type Client = { readonly session: SmppSession; systemId: string; role: BindPdu['command'] | undefined };

/** Receipts that wait for a receiver to bind; beyond this, the oldest are dropped. */
const HELD = 100_000;
const REPEAT_MS = 1_000;

/** A small SMSC for development and load tests: accepts messages, sends receipts, and delivers inbound messages on request. */
export class Smsc {
  readonly counters: SmscCounters = {
    connections: 0,
    binds: 0,
    bindsRefused: 0,
    submits: 0,
    accepted: 0,
    throttled: 0,
    refused: 0,
    receipts: 0,
    receiptsAcknowledged: 0,
    receiptsRepeated: 0,
    receiptsDropped: 0,
    inbound: 0,
    malformed: 0,
  };
  readonly #options: SmscOptions;
  readonly #server: Server;
  readonly #messages: SmscMessages;
  readonly #clients = new Set<Client>();
  readonly #held = new Fifo<Accepted>();
  readonly #repeats: DelayLine<Accepted>;
  #turn = 0;

  constructor(options: SmscOptions) {
    this.#options = options;
    this.#messages = new SmscMessages(options, this.counters, (message) => this.#sendReceipt(message));
    this.#repeats = new DelayLine(options.repeatDelayMs ?? REPEAT_MS, (message) => {
      this.counters.receiptsRepeated++;
      this.#sendReceipt(message);
    });
    this.#server = options.tls
      ? createTlsServer(options.tls, (socket) => this.#onConnection(socket))
      : createTcpServer((socket) => this.#onConnection(socket));
    // A failed handshake concerns only its client.
    this.#server.on('tlsClientError', () => undefined);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Connections that are bound to receive. */
  get receivers(): number {
    return this.#receiversOf(undefined).length;
  }

  async listen(): Promise<void> {
    const { host = '127.0.0.1', port = 0 } = this.#options;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, resolve);
    });
  }

  /** Delivers a text to a bound receiver; one outcome for each part. */
  deliver({ sender, recipient, text, encoding, ...rest }: InboundText): Promise<Outcome[]> {
    const { multipart = 'udh8', reference = 1 } = rest;
    const parts = buildParts({ parts: split(text, encoding), encoding, alphabet: 'gsm', multipart, reference });
    const addresses = addressFields(toWire(sender), toWire(recipient));
    return Promise.all(parts.map((part) => this.send({ command: 'deliver_sm', ...addresses, ...part })));
  }

  /** Delivers a PDU as it is. */
  async send(pdu: DeliverInput): Promise<Outcome> {
    const client = this.#receiverFor(undefined);
    if (client === undefined) return { kind: 'lost', sent: false };
    this.counters.inbound++;
    return client.session.request(pdu);
  }

  /** Resets all connections. */
  drop(): void {
    for (const { session } of this.#clients) session.socket.resetAndDestroy();
  }

  async stop(budgetMs = 1_000): Promise<void> {
    this.#messages.stop();
    this.#repeats.stop();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await Promise.all(Array.from(this.#clients, ({ session }) => session.unbind(budgetMs)));
    await closed;
  }

  #onConnection(socket: Socket): void {
    this.counters.connections++;
    const client: Client = { session: this.#sessionOn(socket, () => client), systemId: '', role: undefined };
    this.#clients.add(client);
  }

  #sessionOn(socket: Socket, client: () => Client): SmppSession {
    return new SmppSession(
      socket,
      {
        onRequest: (pdu) => this.#onRequest(client(), pdu),
        onMalformed: () => {
          this.counters.malformed++;
        },
        onClose: () => this.#clients.delete(client()),
      },
      this.#options.session,
    );
  }

  async #onRequest(client: Client, pdu: IncomingRequest): Promise<ResponsePdu> {
    if (isBind(pdu)) return this.#onBind(client, pdu);
    if (client.role === undefined || client.role === 'bind_receiver') return refusal(pdu, 'ESME_RINVBNDSTS');
    if (pdu.command === 'query_sm') return this.#messages.query(pdu);
    if (pdu.command === 'cancel_sm') return this.#messages.cancel(pdu);
    // An ESME cannot deliver to an SMSC.
    if (pdu.command !== 'submit_sm' && pdu.command !== 'data_sm') return refusal(pdu, 'ESME_RINVCMDID');
    return this.#messages.submit(pdu, client.systemId);
  }

  #onBind(client: Client, pdu: BindPdu): ResponsePdu {
    if (client.role !== undefined) return refusal(pdu, 'ESME_RALYBND');
    if (!this.#mayBind(pdu.system_id, pdu.password)) return refusal(pdu, 'ESME_RBINDFAIL');
    client.systemId = pdu.system_id;
    client.role = pdu.command;
    // Held receipts are sent in the next turn, so that the bind is answered first.
    setImmediate(() => this.#releaseHeld());
    // Version 3.3 has no optional parameters.
    const tlvs = pdu.interface_version >= INTERFACE_VERSION ? { sc_interface_version: INTERFACE_VERSION } : {};
    return { command: responseName(pdu.command), system_id: 'hermod', tlvs };
  }

  #mayBind(systemId: string, password: string): boolean {
    const { systemId: expectedId = systemId, password: expected = password } = this.#options;
    const isAllowed = systemId === expectedId && password === expected;
    if (isAllowed) this.counters.binds++;
    else this.counters.bindsRefused++;
    return isAllowed;
  }

  #sendReceipt(message: Accepted): void {
    const client = this.#receiverFor(message.systemId);
    if (client === undefined) this.#hold(message);
    else void this.#deliverReceipt(client, message);
  }

  /** A receipt that is lost with its link is sent again on another one, or on the next: an SMSC keeps it until it is acknowledged. */
  async #deliverReceipt(client: Client, message: Accepted): Promise<void> {
    const outcome = await client.session.request(receiptPdu(message, this.#options.receiptForm ?? 'both', new Date()));
    if (outcome.kind === 'lost') {
      this.#sendReceipt(message);
      return;
    }
    this.counters.receipts++;
    const isTaken = outcome.kind === 'answered' && outcome.response.status === 0;
    if (isTaken) this.counters.receiptsAcknowledged++;
    else if (isTemporary(outcome)) this.#repeats.push(message);
  }

  #hold(message: Accepted): void {
    this.#held.push(message);
    if (this.#held.length <= HELD) return;
    this.#held.shift();
    this.counters.receiptsDropped++;
  }

  #releaseHeld(): void {
    for (const message of this.#held.takeAll()) this.#sendReceipt(message);
  }

  /** The receivers of that system_id take turns. */
  #receiverFor(systemId: string | undefined): Client | undefined {
    const receivers = this.#receiversOf(systemId);
    return receivers[this.#turn++ % receivers.length];
  }

  #receiversOf(systemId: string | undefined): Client[] {
    return [...this.#clients].filter(
      (client) =>
        client.session.isOpen &&
        (client.role === 'bind_receiver' || client.role === 'bind_transceiver') &&
        (systemId === undefined || client.systemId === systemId),
    );
  }
}

/** Not accepted, but worth another attempt. */
function isTemporary(outcome: Outcome): boolean {
  if (outcome.kind !== 'answered') return outcome.kind === 'timeout';
  return ['later', 'throttled'].includes(submitVerdict(outcome.response.status));
}

export async function startSmsc(options: SmscOptions = {}): Promise<Smsc> {
  const smsc = new Smsc(options);
  await smsc.listen();
  return smsc;
}
