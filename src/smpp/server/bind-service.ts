import { newId } from '../../base/ids.ts';
import { Batch } from '../../bounds/batch.ts';
import { LimitReached } from '../../bounds/limiter.ts';
import { addressOf, networkOf } from '../../bounds/network.ts';
import { SmppAccess } from '../../flows/smpp/access.ts';
import { type BindRequest, type BindSlot, reserveBinds } from '../../flows/smpp/binding.ts';
import type { Runtime } from '../../runtime.ts';
import { removeBinds } from '../../store/smpp/binds.ts';
import type { Credential } from '../../store/smpp/credentials.ts';
import { responseName } from '../protocol/commands.ts';
import type { Session } from '../session/session.ts';
import type { Reply } from '../session/session-events.ts';
import { Bind, type BindMode, type BindPdu } from './bind.ts';
import { limitsOf } from './bind-limits.ts';
import type { Binds } from './binds.ts';
import { errorResponse } from './errors.ts';
import type { RequestServices } from './submits.ts';

/** Without a bind, `reply` is the error response. */
export type BindResult = { readonly bind: Bind | undefined; readonly reply: Reply };

/** Binds and unbinds the connections of this process. */
export class BindService {
  readonly runtime: Runtime;
  readonly binds: Binds;
  readonly requests: RequestServices;
  readonly #access: SmppAccess;
  readonly #reserving: Batch<BindRequest, BindSlot>;
  readonly #removing: Batch<string, undefined>;

  constructor(workerId: string, binds: Binds, requests: RequestServices) {
    const { runtime } = requests;
    this.runtime = runtime;
    this.binds = binds;
    this.requests = requests;
    this.#access = new SmppAccess(runtime);
    this.#reserving = new Batch({
      most: 500,
      ownerOf: ({ accountId }) => accountId,
      run: (requests) => reserveBinds(runtime.db, workerId, requests),
    });
    this.#removing = new Batch({
      most: 500,
      run: async (ids) => {
        await removeBinds(runtime.db, ids);
        return ids.map(() => undefined);
      },
    });
  }

  async bind(session: Session, pdu: BindPdu): Promise<BindResult> {
    const address = addressOf(session.socket.remoteAddress);
    const { system_id: systemId, password } = pdu;
    const given = { systemId, password, address, network: networkOf(address) };
    const decision = await this.#access.check(given).catch((error: unknown) => {
      if (error instanceof LimitReached) return { kind: 'wait' } as const;
      throw error;
    });
    if (decision.kind === 'allowed') return this.#reserve(session, pdu, address, decision.credential, decision.secret);
    const outcome = decision.kind === 'wait' ? 'too many tries' : decision.reason;
    // Only operators see the reason: an attacker must not learn which names exist.
    const status =
      decision.kind === 'wait' ? 'ESME_RTHROTTLED' : outcome === 'over' ? 'ESME_RBINDFAIL' : 'ESME_RINVPASWD';
    return this.#refuse(pdu, address, outcome, status);
  }

  async #reserve(
    session: Session,
    pdu: BindPdu,
    address: string,
    credential: Credential,
    secret: string,
  ): Promise<BindResult> {
    const { config, metrics, log } = this.runtime;
    const mode = pdu.command.slice('bind_'.length) as BindMode;
    const version = pdu.interface_version;
    const { id: credentialId, account_id: accountId, system_id: systemId } = credential;
    const own = { id: newId(), credentialId, accountId, systemId, mode, version, address };
    const slot = await this.#reserving.add(own);
    if (slot.kind !== 'free')
      return this.#refuse(pdu, address, slot.kind === 'full' ? 'too many binds' : 'over', 'ESME_RBINDFAIL');
    const share = { own: this.#ownOf(credentialId) + 1, bound: slot.bound + 1 };
    const limits = limitsOf(slot.credential, config.rateLimit, share);
    const bind = new Bind({ ...own, secret, session, limits, boundAt: slot.now });
    session.adjust({ window: limits.window, maxIncoming: limits.window });
    this.binds.add(bind);
    metrics.smppBinds.inc({ mode });
    metrics.smppBindAttempts.inc({ outcome: 'bound' });
    log.info({ accountId, systemId, bind: bind.id, mode, peer: address }, 'a customer has bound by SMPP');
    return { bind, reply: bindResponse(pdu) };
  }

  #ownOf(credentialId: string): number {
    let own = 0;
    for (const bind of this.binds.all()) if (bind.credentialId === credentialId) own += 1;
    return own;
  }

  #refuse(
    pdu: BindPdu,
    peer: string,
    outcome: string,
    status: 'ESME_RTHROTTLED' | 'ESME_RBINDFAIL' | 'ESME_RINVPASWD',
  ): BindResult {
    this.runtime.metrics.smppBindAttempts.inc({ outcome });
    // The log writes at most one such line per second.
    this.runtime.log.warn({ peer, reason: outcome }, 'a bind by SMPP was refused');
    return { bind: undefined, reply: errorResponse(pdu.command, status) };
  }

  leave(bind: Bind): void {
    const { log, metrics } = this.runtime;
    if (this.binds.find(bind.id) === undefined) return;
    this.binds.remove(bind);
    metrics.smppBinds.dec({ mode: bind.mode });
    log.info({ accountId: bind.accountId, systemId: bind.systemId, bind: bind.id }, 'a bind by SMPP has ended');
    this.#removing
      .add(bind.id)
      .catch((err: unknown) => log.warn({ err }, 'a closed bind still counts for some seconds'));
  }

  /** Resolves when all closed binds are removed from the database. */
  async drained(): Promise<void> {
    while (this.#removing.pending > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const systemName = 'hermod';
const ourVersion = 0x34;

/** A client of version 3.3 does not support optional parameters. */
function bindResponse(pdu: BindPdu): Reply {
  const tlvs = pdu.interface_version >= ourVersion ? { sc_interface_version: ourVersion } : {};
  return { command: responseName(pdu.command), system_id: systemName, tlvs };
}
