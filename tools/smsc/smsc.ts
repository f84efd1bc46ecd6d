import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { type Encoding, split } from '../../src/domain/text/text.ts';
import { toWire } from '../../src/smpp/protocol/address.ts';
import { buildParts, type MultipartStyle } from '../../src/smpp/protocol/parts.ts';
import type { PduInput } from '../../src/smpp/protocol/pdu.ts';
import { submitVerdict } from '../../src/smpp/protocol/status.ts';
import { DelayLine, Fifo } from '../../src/smpp/session/fifo.ts';
import type { RequestOutcome as Outcome } from '../../src/smpp/session/pending.ts';
import { SmscClient, type SmscServices } from './client.ts';
import { SmscMessages } from './messages.ts';
import type { Accepted, SmscCounters, SmscOptions } from './options.ts';
import { receiptPdu } from './receipt.ts';

export type InboundText = {
  readonly sender: string;
  readonly recipient: string;
  readonly text: string;
  readonly encoding: Encoding;
  readonly multipart?: MultipartStyle;
  readonly reference?: number;
};

type DeliverInput = PduInput<'deliver_sm' | 'data_sm'>;

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
  readonly #clients = new Set<SmscClient>();
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
    const source = toWire(sender);
    const destination = toWire(recipient);
    const { multipart = 'udh8', reference = 1 } = rest;
    const parts = buildParts({ parts: split(text, encoding), encoding, alphabet: 'gsm', multipart, reference });
    const envelope = {
      command: 'deliver_sm',
      source_addr_ton: source.ton,
      source_addr_npi: source.npi,
      source_addr: source.address,
      dest_addr_ton: destination.ton,
      dest_addr_npi: destination.npi,
      destination_addr: destination.address,
    } as const;
    return Promise.all(parts.map((part) => this.send({ ...envelope, ...part })));
  }

  /** Delivers a PDU as it is. */
  async send(pdu: DeliverInput): Promise<Outcome> {
    const client = this.#receiverFor(undefined);
    if (client === undefined) return { kind: 'lost', sent: false };
    this.counters.inbound++;
    return client.request(pdu);
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
    this.#clients.add(new SmscClient(socket, this.#services, this.#options.session ?? {}));
  }

  readonly #services: SmscServices = {
    mayBind: ({ system_id, password }) => this.#mayBind(system_id, password),
    onBound: () => this.#releaseHeld(),
    submit: (pdu, systemId) => this.#messages.submit(pdu, systemId),
    query: (pdu) => this.#messages.query(pdu),
    cancel: (pdu) => this.#messages.cancel(pdu),
    onMalformed: () => {
      this.counters.malformed++;
    },
    onClose: (client) => this.#clients.delete(client),
  };

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
  async #deliverReceipt(client: SmscClient, message: Accepted): Promise<void> {
    const outcome = await client.request(receiptPdu(message, this.#options.receiptForm ?? 'both', new Date()));
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
  #receiverFor(systemId: string | undefined): SmscClient | undefined {
    const receivers = this.#receiversOf(systemId);
    return receivers[this.#turn++ % receivers.length];
  }

  #receiversOf(systemId: string | undefined): SmscClient[] {
    return [...this.#clients].filter(
      (client) => client.receives && (systemId === undefined || client.systemId === systemId),
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
