import type { Config } from '../../config/config.ts';
import type { Db } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import type { VerifyLimits } from '../../domain/verify/limits.ts';
import { insertAudit } from '../../store/account/audit.ts';
import { type BlockRow, deleteBlock, findBlock } from '../../store/verify/blocks.ts';
import { findVerifySettings, type OwnLimits, storeLimits } from '../../store/verify/settings.ts';
import { lockVerify } from '../../store/verify/verifications.ts';
import type { Log } from '../../telemetry/log.ts';
import { limitsOf } from './verify.ts';

export type AccountLimits = { readonly own: OwnLimits; readonly inForce: VerifyLimits };

/** Undefined if the account does not exist. */
export async function readLimits(db: Db, config: Config, accountId: string): Promise<AccountLimits | undefined> {
  const settings = await findVerifySettings(db, accountId);
  return settings && { own: settings.limits, inForce: limitsOf(config, settings.limits) };
}

/** Replaces the limits of an account; omitted limits follow the settings. */
export function changeLimits(
  db: Db,
  config: Config,
  actor: Actor,
  accountId: string,
  own: OwnLimits,
): Promise<AccountLimits | undefined> {
  return db.transaction(async (tx) => {
    if ((await findVerifySettings(tx, accountId)) === undefined) return undefined;
    await storeLimits(tx, accountId, own);
    await insertAudit(tx, actor, { action: 'verify limits change', subjectId: accountId, accountId, details: own });
    return { own, inForce: limitsOf(config, own) };
  });
}

/** Allows codes to the blocked destinations again and resets their counts. Undefined if the block does not exist or has ended. */
export async function liftBlock(db: Db, log: Log, actor: Actor, id: string): Promise<BlockRow | undefined> {
  const lifted = await db.transaction(async (tx) => {
    const block = await findBlock(tx, id);
    if (block === undefined) return undefined;
    await lockVerify(tx, block.account_id);
    if (!(await deleteBlock(tx, block))) return undefined;
    const { account_id: accountId, scope } = block;
    await insertAudit(tx, actor, { action: 'verify block lift', subjectId: id, accountId, details: { scope } });
    return block;
  });
  if (lifted)
    log.info({ accountId: lifted.account_id, scope: lifted.scope }, 'a block of verification codes was lifted');
  return lifted;
}
