import type { Socket } from 'node:net';
import { type RequestName, responseName } from '../../src/smpp/protocol/commands.ts';
import type { Pdu, PduInput } from '../../src/smpp/protocol/pdu.ts';
import { type StatusName, statusCode } from '../../src/smpp/protocol/status.ts';
import type { RequestOutcome as Outcome } from '../../src/smpp/session/pending.ts';
import { Session } from '../../src/smpp/session/session.ts';
import type { IncomingRequest, Reply, SessionSettings } from '../../src/smpp/session/session-events.ts';

type BindPdu = Pdu<'bind_receiver' | 'bind_transmitter' | 'bind_transceiver'>;
type SubmitPdu = Pdu<'submit_sm' | 'data_sm'>;

/** What a client needs of the SMSC it is connected to. */
export type Exchange = {
  mayBind(pdu: BindPdu): boolean;
  onBound(client: SmscClient): void;
  submit(pdu: SubmitPdu, systemId: string): Promise<Reply>;
  query(pdu: Pdu<'query_sm'>): Reply;
  cancel(pdu: Pdu<'cancel_sm'>): Reply;
  onMalformed(): void;
  onClose(client: SmscClient): void;
};

const INTERFACE_VERSION = 0x34;

/** One connection to the SMSC: who it is, and what it may do by its bind. */
export class SmscClient {
  readonly session: Session;
  readonly #exchange: Exchange;
  systemId: string | undefined;
  #role: BindPdu['command'] | undefined;

  constructor(socket: Socket, exchange: Exchange, settings: Partial<SessionSettings>) {
    this.#exchange = exchange;
    this.session = new Session(
      socket,
      {
        onRequest: (pdu) => this.#onRequest(pdu),
        onMalformed: () => exchange.onMalformed(),
        onClose: () => exchange.onClose(this),
      },
      settings,
    );
  }

  get receives(): boolean {
    return this.#role !== undefined && this.#role !== 'bind_transmitter' && this.session.isOpen;
  }

  get #transmits(): boolean {
    return this.#role !== undefined && this.#role !== 'bind_receiver';
  }

  request<C extends RequestName>(pdu: PduInput<C>): Promise<Outcome<C>> {
    return this.session.request(pdu);
  }

  async #onRequest(pdu: IncomingRequest): Promise<Reply> {
    if (isBind(pdu)) return this.#onBind(pdu);
    if (!this.#transmits) return refusal(pdu, 'ESME_RINVBNDSTS');
    if (pdu.command === 'query_sm') return this.#exchange.query(pdu);
    if (pdu.command === 'cancel_sm') return this.#exchange.cancel(pdu);
    // An ESME has nothing to deliver to us.
    if (pdu.command !== 'submit_sm' && pdu.command !== 'data_sm') return refusal(pdu, 'ESME_RINVCMDID');
    return this.#exchange.submit(pdu, this.systemId ?? '');
  }

  #onBind(pdu: BindPdu): Reply {
    if (this.#role !== undefined) return refusal(pdu, 'ESME_RALYBND');
    if (!this.#exchange.mayBind(pdu)) return refusal(pdu, 'ESME_RBINDFAIL');
    this.systemId = pdu.system_id;
    this.#role = pdu.command;
    // What waits for this client goes out in the next turn, so that the bind is answered first.
    setImmediate(() => this.#exchange.onBound(this));
    // A peer of version 3.3 knows no optional parameters.
    const tlvs = pdu.interface_version >= INTERFACE_VERSION ? { sc_interface_version: INTERFACE_VERSION } : {};
    return { command: responseName(pdu.command), system_id: 'hermod', tlvs };
  }
}

function isBind(pdu: IncomingRequest): pdu is BindPdu {
  return pdu.command.startsWith('bind_');
}

export function refusal(pdu: IncomingRequest, status: StatusName): Reply {
  return { command: responseName(pdu.command), status: statusCode(status) };
}
