import { Batch } from '../../bounds/batch.ts';
import { LimitReached } from '../../bounds/limiter.ts';
import { addressOf, networkOf } from '../../bounds/network.ts';
import { SmppAccess } from '../../flows/smpp/access.ts';
import { type Newcomer, type Place, takePlaces } from '../../flows/smpp/binding.ts';
import { newId } from '../../ids.ts';
import type { Runtime } from '../../runtime.ts';
import { removeBinds } from '../../store/smpp/binds.ts';
import type { Credential } from '../../store/smpp/credentials.ts';
import { responseName } from '../protocol/commands.ts';
import type { Session } from '../session/session.ts';
import type { Reply } from '../session/session-events.ts';
import { Bind, type BindPdu, type Mode } from './bind.ts';
import { termsOf } from './bind-limits.ts';
import type { Binds } from './binds.ts';
import { refusal } from './errors.ts';
import type { Inquiries } from './query-cancel-replace.ts';
import type { Rates } from './rates.ts';
import type { Submits } from './submits.ts';

export type Entered = { readonly bind: Bind | undefined; readonly reply: Reply };

/** What every connection of this process needs: who may come in, and where its requests go. */
export class Desk {
  readonly runtime: Runtime;
  readonly binds: Binds;
  readonly submits: Submits;
  readonly inquiries: Inquiries;
  readonly rates: Rates;
  readonly #access: SmppAccess;
  readonly #seating: Batch<Newcomer, Place>;
  readonly #removing: Batch<string, undefined>;

  constructor(
    runtime: Runtime,
    workerId: string,
    parts: { binds: Binds; submits: Submits; inquiries: Inquiries; rates: Rates },
  ) {
    this.runtime = runtime;
    this.binds = parts.binds;
    this.submits = parts.submits;
    this.inquiries = parts.inquiries;
    this.rates = parts.rates;
    this.#access = new SmppAccess(runtime);
    this.#seating = new Batch({
      most: 500,
      ownerOf: ({ accountId }) => accountId,
      run: (newcomers) => takePlaces(runtime.db, workerId, newcomers),
    });
    this.#removing = new Batch({
      most: 500,
      run: async (ids) => {
        await removeBinds(runtime.db, ids);
        return ids.map(() => undefined);
      },
    });
  }

  async enter(session: Session, pdu: BindPdu): Promise<Entered> {
    const address = addressOf(session.socket.remoteAddress);
    const { system_id: systemId, password } = pdu;
    const given = { systemId, password, address, network: networkOf(address) };
    const entry = await this.#access.enter(given).catch((error: unknown) => {
      if (error instanceof LimitReached) return { kind: 'wait' } as const;
      throw error;
    });
    if (entry.kind === 'in') return this.#seat(session, pdu, address, entry.credential, entry.secret);
    const outcome = entry.kind === 'wait' ? 'too many tries' : entry.reason;
    // Which of these it was is for the operator: a guesser must not learn which names exist.
    const status = entry.kind === 'wait' ? 'ESME_RTHROTTLED' : outcome === 'over' ? 'ESME_RBINDFAIL' : 'ESME_RINVPASWD';
    return this.#turnAway(pdu, address, outcome, status);
  }

  async #seat(
    session: Session,
    pdu: BindPdu,
    address: string,
    credential: Credential,
    secret: string,
  ): Promise<Entered> {
    const { config, metrics, log } = this.runtime;
    const mode = pdu.command.slice('bind_'.length) as Mode;
    const version = pdu.interface_version;
    const { id: credentialId, account_id: accountId, system_id: systemId } = credential;
    const own = { id: newId(), credentialId, accountId, systemId, mode, version, address };
    const place = await this.#seating.add(own);
    if (place.kind !== 'free')
      return this.#turnAway(pdu, address, place.kind === 'full' ? 'too many binds' : 'over', 'ESME_RBINDFAIL');
    const share = { own: this.#ownOf(credentialId) + 1, bound: place.bound + 1 };
    const terms = termsOf(place.credential, config.rateLimit, share);
    const bind = new Bind({ ...own, secret, session, terms, boundAt: place.now });
    session.adjust({ window: terms.window, maxIncoming: terms.window });
    this.binds.add(bind);
    metrics.smppBinds.inc({ mode });
    metrics.smppBindAttempts.inc({ outcome: 'bound' });
    log.info({ accountId, systemId, bind: bind.id, mode, peer: address }, 'a customer has bound by SMPP');
    return { bind, reply: welcome(pdu, systemName) };
  }

  #ownOf(credentialId: string): number {
    let own = 0;
    for (const bind of this.binds.all()) if (bind.credentialId === credentialId) own += 1;
    return own;
  }

  #turnAway(
    pdu: BindPdu,
    peer: string,
    outcome: string,
    status: 'ESME_RTHROTTLED' | 'ESME_RBINDFAIL' | 'ESME_RINVPASWD',
  ): Entered {
    this.runtime.metrics.smppBindAttempts.inc({ outcome });
    // Not more than one line a second, whoever tries.
    this.runtime.log.warn({ peer, reason: outcome }, 'a bind by SMPP was refused');
    return { bind: undefined, reply: refusal(pdu.command, status) };
  }

  /** A bind has come to its end. */
  leave(bind: Bind): void {
    const { log, metrics } = this.runtime;
    if (this.binds.find(bind.id) === undefined) return;
    this.binds.remove(bind);
    metrics.smppBinds.dec({ mode: bind.mode });
    log.info({ accountId: bind.accountId, systemId: bind.systemId, bind: bind.id }, 'a bind by SMPP has ended');
    this.#removing.add(bind.id).catch((err: unknown) => log.warn({ err }, 'a bind counts for some seconds more'));
  }

  /** Until all that has ended is told to the others. */
  async left(): Promise<void> {
    while (this.#removing.pending > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const systemName = 'hermod';
const ourVersion = 0x34;

/** A client of version 3.3 knows no optional parameters. */
function welcome(pdu: BindPdu, name: string): Reply {
  const tlvs = pdu.interface_version >= ourVersion ? { sc_interface_version: ourVersion } : {};
  return { command: responseName(pdu.command), system_id: name, tlvs };
}
