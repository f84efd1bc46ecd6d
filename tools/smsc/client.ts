import type { Socket } from 'node:net';
import { type RequestName, responseName } from '../../src/smpp/protocol/commands.ts';
import type { Pdu, PduInput } from '../../src/smpp/protocol/pdu.ts';
import { type StatusName, statusCode } from '../../src/smpp/protocol/status.ts';
import type { RequestOutcome as Outcome } from '../../src/smpp/session/pending.ts';
import { Session } from '../../src/smpp/session/session.ts';
import type { IncomingRequest, Reply, SessionSettings } from '../../src/smpp/session/session-events.ts';

type BindPdu = Pdu<'bind_receiver' | 'bind_transmitter' | 'bind_transceiver'>;
type SubmitPdu = Pdu<'submit_sm' | 'data_sm'>;

/** What a connection needs of its SMSC. */
export type SmscServices = {
  mayBind(pdu: BindPdu): boolean;
  onBound(client: SmscClient): void;
  submit(pdu: SubmitPdu, systemId: string): Promise<Reply>;
  query(pdu: Pdu<'query_sm'>): Reply;
  cancel(pdu: Pdu<'cancel_sm'>): Reply;
  onMalformed(): void;
  onClose(client: SmscClient): void;
};

const INTERFACE_VERSION = 0x34;

/** One connection to the SMSC: its system_id, and what its bind allows. */
export class SmscClient {
  readonly session: Session;
  readonly #services: SmscServices;
  systemId: string | undefined;
  #role: BindPdu['command'] | undefined;

  constructor(socket: Socket, services: SmscServices, settings: Partial<SessionSettings>) {
    this.#services = services;
    this.session = new Session(
      socket,
      {
        onRequest: (pdu) => this.#onRequest(pdu),
        onMalformed: () => services.onMalformed(),
        onClose: () => services.onClose(this),
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
    if (pdu.command === 'query_sm') return this.#services.query(pdu);
    if (pdu.command === 'cancel_sm') return this.#services.cancel(pdu);
    // An ESME cannot deliver to an SMSC.
    if (pdu.command !== 'submit_sm' && pdu.command !== 'data_sm') return refusal(pdu, 'ESME_RINVCMDID');
    return this.#services.submit(pdu, this.systemId ?? '');
  }

  #onBind(pdu: BindPdu): Reply {
    if (this.#role !== undefined) return refusal(pdu, 'ESME_RALYBND');
    if (!this.#services.mayBind(pdu)) return refusal(pdu, 'ESME_RBINDFAIL');
    this.systemId = pdu.system_id;
    this.#role = pdu.command;
    // Held receipts are sent in the next turn, so that the bind is answered first.
    setImmediate(() => this.#services.onBound(this));
    // Version 3.3 has no optional parameters.
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
