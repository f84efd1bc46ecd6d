/** A customer by SMPP: bound to every node, binds again after a lost connection, submits, and records the receipts that it accepts. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pdu } from '../src/smpp/protocol/pdu.ts';
import { statusCode, statusName } from '../src/smpp/protocol/status.ts';
import { SmppSession } from '../src/smpp/session/session.ts';
import { type Journal, openJournal, type ReportLine } from './journal.ts';
import { type Random, seeded } from './random.ts';

export type SmppCustomersOptions = {
  seed: number;
  ports: readonly number[];
  systemId: string;
  password: string;
  /** The account that it belongs to. */
  account: string;
  /** Where receipts are noted, beside the webhooks of others. */
  reports: string;
};

/** What stands in place of the body of a webhook. */
export const bySmpp = 'smpp';

const linkMs = 300;
const timeouts = { responseTimeoutMs: 5_000, patienceMs: 20_000, enquireLinkMs: 5_000 };
/** The final state, and when a carrier has taken it. */
const everything = 0x11;
const statuses: Readonly<Record<string, string>> = {
  ENROUTE: 'SENT',
  DELIVRD: 'DELIVERED',
  UNDELIV: 'FAILED',
  REJECTD: 'REJECTED',
  UNKNOWN: 'UNKNOWN',
  DELETED: 'CANCELLED',
};
/** Some are put off, so that trying again is part of every run. */
const answers = { ESME_ROK: 985, ESME_RX_T_APPN: 15 } as const;

export class SmppCustomers {
  readonly #options: SmppCustomersOptions;
  readonly #random: Random;
  readonly #journal: Journal<ReportLine>;
  readonly #sessions: (SmppSession | undefined)[] = [];
  #isClosing = false;

  constructor(options: SmppCustomersOptions) {
    this.#options = options;
    this.#random = seeded(options.seed, 'smpp');
    this.#journal = openJournal(options.reports);
    for (const place of options.ports.keys()) void this.#stayBound(place);
  }

  get isBound(): boolean {
    return this.#sessions.some((session) => session?.isOpen === true);
  }

  get account(): string {
    return this.#options.account;
  }

  /** The id of the message; undefined if it was refused; a text if the outcome is unknown. */
  async submit(text: string, destination: string): Promise<{ messageId: string } | { refused: string } | string> {
    const session = this.#random.pick(this.#sessions.filter((one) => one?.isOpen === true));
    if (session === undefined) return 'not bound';
    const outcome = await session.request({
      command: 'submit_sm',
      ...{ source_addr_ton: 5, source_addr: 'Shop', dest_addr_ton: 1, dest_addr_npi: 1 },
      destination_addr: destination.replace('+', ''),
      registered_delivery: everything,
      short_message: Buffer.from(text, 'latin1'),
    });
    if (outcome.kind !== 'answered') return outcome.kind;
    const { status, message_id: messageId } = outcome.response;
    if (status === 0) return { messageId };
    const name = statusName(status);
    const isLater = name === 'ESME_RSYSERR' || name === 'ESME_RTHROTTLED' || name === 'ESME_RMSGQFUL';
    return isLater ? name : { refused: name };
  }

  close(): void {
    this.#isClosing = true;
    for (const session of this.#sessions) session?.close();
    this.#journal.close();
  }

  async #stayBound(place: number): Promise<void> {
    while (!this.#isClosing) {
      await this.#bind(place).catch(() => {});
      await sleep(linkMs);
    }
  }

  /** Resolves when the connection is lost. */
  async #bind(place: number): Promise<void> {
    const socket = connect({ host: '127.0.0.1', port: this.#options.ports[place]! });
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    const session = new SmppSession(
      socket,
      { onRequest: async (pdu) => this.#onDeliver(pdu as Pdu<'deliver_sm'>) },
      timeouts,
    );
    const { systemId: system_id, password } = this.#options;
    const bound = await session.ask({ command: 'bind_transceiver', system_id, password, interface_version: 0x34 });
    if (bound.kind !== 'answered' || bound.response.status !== 0) {
      session.close();
      return;
    }
    this.#sessions[place] = session;
    await session.closed;
    this.#sessions[place] = undefined;
  }

  #onDeliver(pdu: Pdu<'deliver_sm'>) {
    const text = pdu.short_message.toString('latin1');
    const [, messageId = '?', stat = '?'] = /^id:(\S+) .* stat:(\w+) /.exec(text) ?? [];
    const status = statuses[stat] ?? stat;
    const answered = this.#random.weighted(answers);
    const isTaken = answered === 'ESME_ROK';
    if (!this.#isClosing) {
      const named = { webhookId: `${messageId} ${status}`, messageId, header: messageId, status, body: bySmpp };
      this.#journal.write({ at: Date.now(), ...named, answered: isTaken ? 200 : 500 });
    }
    return { command: 'deliver_sm_resp', status: statusCode(answered) } as const;
  }
}
