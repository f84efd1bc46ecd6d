import type { BindRole } from '../../smpp/session/bind.ts';
import type { CarrierState } from '../carrier.ts';
import type { LinkState } from './link.ts';
import { rolesOf, type SmppSettings } from './settings.ts';

type ConnectionState = { readonly state: LinkState; readonly why: string | undefined; readonly waitMs: number };

/**
 * The state of a link as operators read it. Up only while all connections are bound: without its receiver a pair could send, but some
 * SMSCs drop receipts that have no receiver.
 */
export class LinkStates {
  readonly #address: string;
  readonly #systemId: string;
  readonly #connections: Map<BindRole, ConnectionState>;

  constructor(settings: SmppSettings) {
    const { host, port, systemId } = settings;
    this.#address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    this.#systemId = systemId;
    this.#connections = new Map(
      rolesOf(settings).map((role) => [role, { state: 'connecting', why: undefined, waitMs: 0 }]),
    );
  }

  set(role: BindRole, connection: ConnectionState): void {
    this.#connections.set(role, connection);
  }

  get current(): CarrierState {
    const down = [...this.#connections].find(([, { state }]) => state !== 'bound');
    if (down === undefined) return { up: true, detail: `bound to ${this.#address} as ${this.#systemId}` };
    const [role, connection] = down;
    const detail = this.#describe(connection);
    if (connection.state === 'stopped') return { up: false, detail };
    return { up: false, detail: role === 'transceiver' ? detail : `${role} ${detail}`, error: connection.why };
  }

  #describe({ state, why, waitMs }: ConnectionState): string {
    if (state === 'stopped') return 'stopped';
    const cause = why === undefined ? '' : `: ${why}`;
    if (state === 'waiting') return `waiting ${Math.ceil(waitMs / 1_000)} s${cause}`;
    return why === undefined ? `connecting to ${this.#address}` : `connecting again to ${this.#address}${cause}`;
  }
}
