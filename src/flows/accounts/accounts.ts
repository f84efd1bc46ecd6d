import { newId } from '../../base/ids.ts';
import type { Db } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import {
  type AccountChange,
  type AccountDetails,
  findAccountDetails,
  insertAccount,
  type NewAccount,
  updateAccount,
} from '../../store/account/account-details.ts';
import { insertAudit } from '../../store/account/audit.ts';
import { breaks } from '../../store/schema/constraint.ts';

export async function createAccount(db: Db, actor: Actor, request: NewAccount) {
  const id = newId();
  return db.transaction(async (tx) => {
    await insertAccount(tx, { id, ...request });
    await insertAudit(tx, actor, { action: 'account create', subjectId: id, accountId: id, details: request });
    return (await findAccountDetails(tx, id))!;
  });
}

/** The database refuses a credit limit below what is already owed. */
export async function changeAccount(
  db: Db,
  actor: Actor,
  accountId: string,
  change: AccountChange,
): Promise<AccountDetails | 'no account' | 'owes more'> {
  const changed = db.transaction(async (tx) => {
    if (!(await updateAccount(tx, accountId, change))) return 'no account';
    await insertAudit(tx, actor, { action: 'account change', subjectId: accountId, accountId, details: change });
    return (await findAccountDetails(tx, accountId))!;
  });
  return changed.catch((error: unknown) => {
    if (breaks(error, 'coveredBalance')) return 'owes more';
    throw error;
  });
}
