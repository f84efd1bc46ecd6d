import { newId } from '../../base/ids.ts';
import { Batch } from '../../bounds/batch.ts';
import { networkOf, plainAddress } from '../../bounds/network.ts';
import { KeyUses, startKeyUses } from '../../flows/accounts/keys.ts';
import { type RefusedReason, SmppAccess } from '../../flows/smpp/access.ts';
import { type BindRequest, type BindSlot, reserveBinds } from '../../flows/smpp/binds.ts';
import {
  type BindMode,
  type BoundCredential,
  boundCredentials,
  removeBinds,
  writeBinds,
} from '../../store/smpp/binds.ts';
import { drained, Loop } from '../../work/loop.ts';
import type { Pdu } from '../protocol/pdu.ts';
import type { StatusName } from '../protocol/status.ts';
import type { SmppSession } from '../session/session.ts';
import { Bind, type Binds } from './bind.ts';
import { PduLog } from './pdu-log.ts';
import type { RequestServices } from './submits.ts';

export type BindPdu = Pdu<'bind_receiver' | 'bind_transmitter' | 'bind_transceiver'>;

/** Only operators see the reason of a refusal: an attacker must not learn which names exist. */
const refusals: Readonly<Record<RefusedReason | 'too many binds', StatusName>> = {
  unknown: 'ESME_RINVPASWD',
  address: 'ESME_RINVPASWD',
  password: 'ESME_RINVPASWD',
  over: 'ESME_RBINDFAIL',
  'too many binds': 'ESME_RBINDFAIL',
  'too many tries': 'ESME_RTHROTTLED',
};

const everyMs = 2_000;

/**
 * Binds and unbinds the connections of this process. Every two seconds, records its binds as live and closes those of a
 * suspended account, a revoked credential or an expired password, and those that an operator disconnects. Changed limits
 * take effect.
 */
export class BindService {
  readonly requests: RequestServices;
  readonly #workerId: string;
  readonly #binds: Binds;
  readonly #access: SmppAccess;
  readonly #reserving: Batch<BindRequest, BindSlot>;
  readonly #removing: Batch<string, undefined>;
  readonly #uses = new KeyUses();
  readonly #writing: { stop(): Promise<void> };
  readonly #pdus: PduLog;
  readonly #heartbeat: Loop;

  constructor(workerId: string, binds: Binds, requests: RequestServices) {
    const { runtime } = requests;
    const { db, log } = runtime;
    this.requests = requests;
    this.#workerId = workerId;
    this.#binds = binds;
    this.#access = new SmppAccess(runtime);
    this.#reserving = new Batch({
      most: 500,
      ownerOf: ({ accountId }) => accountId,
      run: (requests) => reserveBinds(db, workerId, requests),
    });
    this.#removing = new Batch({
      most: 500,
      run: async (ids) => {
        await removeBinds(db, ids);
        return ids.map(() => undefined);
      },
    });
    this.#writing = startKeyUses(runtime, this.#uses);
    this.#pdus = new PduLog(runtime);
    this.#heartbeat = new Loop('smpp binds', everyMs, log, () => this.#round());
  }

  /** The status of the error response instead, if the bind is refused. */
  async bind(session: SmppSession, pdu: BindPdu): Promise<Bind | StatusName> {
    const { log, metrics } = this.requests.runtime;
    const peer = plainAddress(session.socket.remoteAddress);
    const bound = await this.#reserve(session, pdu, peer);
    if (typeof bound === 'string') {
      metrics.smppBindAttempts.inc({ outcome: bound });
      // The log writes at most one such line per second.
      log.warn({ peer, reason: bound }, 'a bind by SMPP was refused');
      return refusals[bound];
    }
    this.#binds.add(bound);
    const { id, accountId, systemId, mode } = bound.own;
    metrics.smppBinds.inc({ mode });
    metrics.smppBindAttempts.inc({ outcome: 'bound' });
    log.info({ accountId, systemId, bind: id, mode, peer }, 'a customer has bound by SMPP');
    return bound;
  }

  async #reserve(session: SmppSession, pdu: BindPdu, address: string): Promise<Bind | keyof typeof refusals> {
    const { system_id, password, interface_version: version } = pdu;
    const given = { systemId: system_id, password, address, network: networkOf(address) };
    const allowed = await this.#access.check(given);
    if (typeof allowed === 'string') return allowed;
    const mode = pdu.command.slice('bind_'.length) as BindMode;
    const { id: credentialId, accountId, systemId } = allowed.credential;
    const own = { id: newId(), credentialId, accountId, systemId, mode, version, address };
    const slot = await this.#reserving.add(own);
    if (typeof slot === 'string') return slot;
    const others = this.#binds.all().filter((bind) => bind.credential.id === credentialId);
    return new Bind(own, allowed.secret, session, slot, this.#rateOf(slot, others.length + 1));
  }

  /**
   * The rate of a credential applies to all processes together: each has a share by its number of binds. Without such a rate,
   * every process allows what it allows an API key.
   */
  #rateOf({ rate, bound }: BoundCredential, own: number): number {
    return rate === null ? this.requests.runtime.config.rateLimit : rate * Math.min(1, own / Math.max(1, bound));
  }

  leave(bind: Bind): void {
    if (!this.#binds.remove(bind)) return;
    const { log, metrics } = this.requests.runtime;
    const { id, accountId, systemId, mode } = bind.own;
    metrics.smppBinds.dec({ mode });
    log.info({ accountId, systemId, bind: id }, 'a bind by SMPP has ended');
    this.#removing.add(id).catch((err: unknown) => log.warn({ err }, 'a closed bind still counts for some seconds'));
  }

  async #round(): Promise<boolean> {
    const { runtime, latin1 } = this.requests;
    await latin1.write();
    const binds = this.#binds.all();
    if (binds.length === 0) return false;
    const rows = binds.map(({ own, counters, session }) => ({
      ...own,
      ...counters,
      activeAt: new Date(counters.activeAt),
      unanswered: session.inFlight + session.incoming,
    }));
    const orders = await writeBinds(runtime.db, this.#workerId, rows);
    const counts = Map.groupBy(binds, ({ credential }) => credential.id);
    const credentials = await boundCredentials(runtime.db, [...counts.keys()]);
    for (const bind of binds) {
      const { id, accountId, systemId, credentialId } = bind.own;
      this.#uses.note(credentialId, runtime.clock());
      const credential = credentials.get(credentialId);
      const { ending, logUntil } = orders.get(id)!;
      this.#pdus.follow(bind, logUntil);
      const reason = ending ?? endOf(bind, credential);
      if (reason === undefined) {
        bind.renew(credential!, this.#rateOf(credential!, counts.get(credentialId)!.length));
        continue;
      }
      runtime.log.info({ accountId, systemId, bind: id, reason }, 'a bind by SMPP is closed by the service');
      void bind.close();
    }
    return false;
  }

  async stopHeartbeat(): Promise<void> {
    await this.#heartbeat.stop();
    await this.requests.latin1.write();
    await this.#pdus.stop();
  }

  /** Resolves when all closed binds are removed from the database, and the uses of credentials are stored. */
  async stop(): Promise<void> {
    await drained(() => this.#removing.pending, Number.POSITIVE_INFINITY);
    await this.#writing.stop();
  }
}

function endOf({ secret }: Bind, credential: BoundCredential | undefined): string | undefined {
  if (credential === undefined || !credential.live) return 'the account or the credential is not live';
  return credential.passwords.includes(secret) ? undefined : 'the password was replaced';
}
