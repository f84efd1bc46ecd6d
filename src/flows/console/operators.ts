import { newId } from '../../base/ids.ts';
import type { Db } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import type { Grant } from '../../domain/access/role.ts';
import { insertAudit } from '../../store/account/audit.ts';
import {
  deleteOperator,
  findOperator,
  insertOperator,
  type OperatorChange,
  type OperatorRow,
  updateOperator,
} from '../../store/console/operators.ts';
import { deleteSessionsOf } from '../../store/console/sessions.ts';
import { consolePasswords } from '../passwords.ts';

type OperatorRequest = Pick<OperatorRow, 'name' | 'role'> & {
  readonly grants?: readonly Grant[] | undefined;
  readonly password?: string | undefined;
};

/** Undefined if the name is taken. */
export async function addOperator(db: Db, actor: Actor, request: OperatorRequest): Promise<OperatorRow | undefined> {
  const { name, role, grants = [] } = request;
  const password = request.password === undefined ? null : await consolePasswords.hash(request.password, actor.name);
  const id = newId();
  return db.transaction(async (tx) => {
    if (!(await insertOperator(tx, { id, name, role, grants: unique(grants), password }))) return undefined;
    const details = { name, role, grants, password: password !== null };
    await insertAudit(tx, actor, { action: 'operator create', subjectId: id, details });
    return findOperator(tx, id);
  });
}

/**
 * A new password or the removal of the second factor ends all sessions, since the old credentials may be in wrong hands. With the
 * password null, the operator can log in only with a link.
 */
export async function changeOperator(
  db: Db,
  actor: Actor,
  id: string,
  { password, ...rest }: OperatorChange,
): Promise<OperatorRow | undefined> {
  const hashed = typeof password === 'string' ? await consolePasswords.hash(password, actor.name) : password;
  return db.transaction(async (tx) => {
    const { role, grants, resetTotp } = rest;
    const change = { role, resetTotp, grants: grants && unique(grants), password: hashed };
    if (!(await updateOperator(tx, id, change))) return undefined;
    if (password !== undefined || resetTotp === true) await deleteSessionsOf(tx, id, null);
    const details = { ...rest, ...(password === undefined ? {} : { password: password === null ? 'none' : 'new' }) };
    await insertAudit(tx, actor, { action: 'operator change', subjectId: id, details });
    return findOperator(tx, id);
  });
}

/** Deletes the sessions and links of the operator as well. */
export async function removeOperator(db: Db, actor: Actor, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const name = await deleteOperator(tx, id);
    if (name === undefined) return false;
    await insertAudit(tx, actor, { action: 'operator delete', subjectId: id, details: { name } });
    return true;
  });
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
