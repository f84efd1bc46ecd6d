import { newId } from '../../base/ids.ts';
import type { Db, Queryable } from '../../database/db.ts';
import type { Actor, ActorKind } from '../../domain/access/actor.ts';
import { insertRow } from '../row.ts';
import { type Each, listNewest, type QueryCondition, type TimedPage, within } from '../scan/newest.ts';
import type { Walked } from '../scan/walk.ts';

export type AuditEntry = {
  /** In words, such as `account create`. */
  readonly action: string;
  readonly subjectId?: string | undefined;
  readonly accountId?: string | undefined;
  readonly details?: object;
};

/** Runs in the transaction of the change, so that neither exists without the other. The only writer of the audit log. */
export async function insertAudit(tx: Queryable, actor: Actor, entry: AuditEntry): Promise<void> {
  const { kind: actorKind, id: actorId, name, address } = actor;
  await insertRow(tx, 'audit', { id: newId(), actorKind, actorId, actor: name, address, ...entry });
}

export type AuditRow = {
  readonly id: string;
  readonly at: Date;
  /** Null in entries that an older release wrote. */
  readonly actor_kind: ActorKind | null;
  readonly actor_id: string | null;
  readonly actor: string;
  readonly address: string | null;
  readonly action: string;
  readonly subject_id: string | null;
  readonly account_id: string | null;
  readonly details: object;
};

const columns = 'id, at, actor_kind, actor_id, actor, address, action, subject_id, account_id, details';

type Texts = 'subjectId' | 'actorId' | 'actor' | 'accountId' | 'actorKind';
export type AuditFilter = TimedPage & { readonly [Name in Texts]?: string | undefined } & {
  readonly actions?: readonly string[] | undefined;
};

export function listAudit(db: Db, filter: AuditFilter): Promise<Walked<AuditRow>> {
  const { subjectId, actorId, actor, accountId, actions, actorKind } = filter;
  const one = (value: string | undefined) => (value === undefined ? undefined : [value]);
  // Those with fewer entries come first. The first that is given is searched, the others are compared.
  const searches: readonly [each: Omit<Each, 'values'>, values: readonly string[] | undefined][] = [
    [{ indexed: 'subject_id', type: 'text' }, one(subjectId)],
    [{ indexed: 'actor_id', type: 'uuid' }, one(actorId)],
    [{ indexed: 'lower(actor)', type: 'text', sought: 'lower(v.value)' }, one(actor)],
    [{ indexed: 'account_id', type: 'uuid' }, one(accountId)],
    [{ indexed: 'action', type: 'text' }, actions],
  ];
  const [search] = searches.filter(([, values]) => values !== undefined);
  return listNewest(db, {
    table: 'audit',
    columns,
    each: search && { ...search[0], values: search[1]! },
    fits: [
      ...searches
        .filter((each) => each !== search)
        .map(([{ indexed, type, sought = 'v.value' }, values]): QueryCondition => {
          const found = `${indexed} IN (SELECT ${sought} FROM unnest(?::${type}[]) AS v (value))`;
          return [found, values];
        }),
      ['actor_kind = ?', actorKind],
      ...within('at', filter),
    ],
    page: filter,
  });
}

export async function findAudit(db: Queryable, id: string): Promise<AuditRow | undefined> {
  return (await db.query<AuditRow>(`SELECT ${columns} FROM audit WHERE id = $1`, [id])).rows[0];
}
