import type { KeyUses } from '../../flows/accounts/keys.ts';
import type { Runtime } from '../../runtime.ts';
import { type BoundCredential, boundCredentials, writeBinds } from '../../store/smpp/binds.ts';
import { Loop } from '../../work/loop.ts';
import type { Bind } from './bind.ts';
import { limitsOf } from './bind-limits.ts';
import type { Binds } from './binds.ts';
import { PduLog } from './pdu-log.ts';
import type { Latin1Texts } from './submit-text.ts';

const everyMs = 2_000;

/**
 * Every two seconds, records the binds of this process as live and closes those of a suspended account, a revoked credential
 * or an expired password, and those that an operator disconnects. Changed limits take effect.
 */
export class BindHeartbeat {
  readonly #runtime: Runtime;
  readonly #workerId: string;
  readonly #binds: Binds;
  readonly #uses: KeyUses;
  readonly #latin1: Latin1Texts;
  readonly #pdus: PduLog;
  readonly #loop: Loop;

  constructor(runtime: Runtime, workerId: string, binds: Binds, uses: KeyUses, latin1: Latin1Texts) {
    this.#runtime = runtime;
    this.#workerId = workerId;
    this.#binds = binds;
    this.#uses = uses;
    this.#latin1 = latin1;
    this.#pdus = new PduLog(runtime);
    this.#loop = new Loop('smpp binds', everyMs, runtime.log, () => this.#round());
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.#latin1.write();
    await this.#pdus.stop();
  }

  async #round(): Promise<boolean> {
    await this.#latin1.write();
    const binds = [...this.#binds.all()];
    if (binds.length === 0) return false;
    const { db, clock } = this.#runtime;
    const orders = await writeBinds(db, this.#workerId, binds.map(rowOf));
    const credentials = await boundCredentials(db, [...new Set(binds.map(({ credentialId }) => credentialId))]);
    const counts = Map.groupBy(binds, ({ credentialId }) => credentialId);
    for (const bind of binds) {
      this.#uses.note(bind.credentialId, clock());
      const credential = credentials.get(bind.credentialId);
      const { ending, logUntil } = orders.get(bind.id)!;
      this.#pdus.follow(bind, logUntil);
      const end = ending ?? endOf(bind, credential);
      if (end !== undefined) this.#end(bind, end);
      else this.#renew(bind, credential!, counts.get(bind.credentialId)!.length);
    }
    return false;
  }

  #end(bind: Bind, reason: string): void {
    const { accountId, systemId, id } = bind;
    this.#runtime.log.info({ accountId, systemId, bind: id, reason }, 'a bind by SMPP is closed by the service');
    void bind.close();
  }

  #renew(bind: Bind, credential: BoundCredential, own: number): void {
    const limits = limitsOf(credential, this.#runtime.config.rateLimit, { own, bound: credential.bound });
    if (limits.window !== bind.limits.window)
      bind.session.adjust({ window: limits.window, maxIncoming: limits.window });
    bind.limits = limits;
  }
}

function endOf({ secret }: Bind, credential: BoundCredential | undefined): string | undefined {
  if (credential === undefined || !credential.live) return 'the account or the credential is not live';
  return credential.passwords.includes(secret) ? undefined : 'the password was replaced';
}

function rowOf(bind: Bind) {
  const { id, credentialId, accountId, systemId, mode, version, address, boundAt, unanswered, counters } = bind;
  const { activeAt, ...counts } = counters;
  const own = { id, credentialId, accountId, systemId, mode, version, address, boundAt, unanswered };
  return { ...own, ...counts, activeAt: new Date(activeAt) };
}
