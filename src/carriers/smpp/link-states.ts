import type { BindRole } from '../../smpp/session/bind.ts';
import type { CarrierState } from '../carrier.ts';
import type { LinkState } from './link.ts';
import type { SmppSettings } from './settings.ts';

type Leg = { readonly state: LinkState; readonly why: string | undefined; readonly waitMs: number };

/**
 * What operators read about a link. Up only while all of it is bound: without its receiver a pair could send, but some
 * SMSCs throw away the receipts that nobody is there for.
 */
export class LinkStates {
  readonly #address: string;
  readonly #systemId: string;
  readonly #legs: Map<BindRole, Leg>;

  constructor({ host, port, systemId, mode }: SmppSettings) {
    this.#address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    this.#systemId = systemId;
    const roles: BindRole[] = mode === 'pair' ? ['transmitter', 'receiver'] : ['transceiver'];
    this.#legs = new Map(roles.map((role) => [role, { state: 'connecting', why: undefined, waitMs: 0 }]));
  }

  set(role: BindRole, leg: Leg): void {
    this.#legs.set(role, leg);
  }

  get current(): CarrierState {
    const down = [...this.#legs].find(([, { state }]) => state !== 'bound');
    if (down === undefined) return { up: true, detail: `bound to ${this.#address} as ${this.#systemId}` };
    const [role, leg] = down;
    const detail = this.#describe(leg);
    if (leg.state === 'stopped') return { up: false, detail };
    return { up: false, detail: role === 'transceiver' ? detail : `${role} ${detail}`, error: leg.why };
  }

  #describe({ state, why, waitMs }: Leg): string {
    if (state === 'stopped') return 'stopped';
    const cause = why === undefined ? '' : `: ${why}`;
    if (state === 'waiting') return `waiting ${Math.ceil(waitMs / 1_000)} s${cause}`;
    return why === undefined ? `connecting to ${this.#address}` : `connecting again to ${this.#address}${cause}`;
  }
}
