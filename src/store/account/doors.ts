import type { Queryable } from '../../database/db.ts';

/** The doors that these accounts may be let in by, in the order given. */
export async function findDoors(db: Queryable, accountIds: readonly string[]): Promise<(readonly string[])[]> {
  const { rows } = await db.query<{ id: string; doors: string[] }>({
    name: 'doors',
    text: 'SELECT id, doors FROM accounts WHERE id = ANY ($1::uuid[]) AND doors IS NOT NULL',
    values: [accountIds],
  });
  const found = new Map(rows.map(({ id, doors }) => [id, doors]));
  return accountIds.map((id) => found.get(id) ?? []);
}

export async function findCurrency(db: Queryable, accountId: string): Promise<string> {
  const { rows } = await db.query<{ currency: string }>('SELECT currency FROM accounts WHERE id = $1', [accountId]);
  return rows[0]!.currency;
}
