import { newId } from '../../src/base/ids.ts';
import type { Db } from '../../src/database/db.ts';
import { firstUuid } from '../../src/domain/uuid.ts';
import { recover } from '../../src/flows/messages/recover.ts';
import { beat, removeWorker } from '../../src/store/message/workers.ts';

/** A process as the database sees it: one that has said that it is there. */
export async function testWorker(db: Db): Promise<string> {
  const id = newId();
  await beat(db, id, firstUuid);
  return id;
}

/** It is taken for gone, and another takes over what it held; it may only be asleep. */
export function takeOver(db: Db, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    await recover(tx, { id, oldest: firstUuid });
    await removeWorker(tx, id);
  });
}

/** All processes that have ended are taken over at the next check. */
export async function expireWorkers(db: Db, ids?: readonly string[]): Promise<void> {
  await db.query(
    `UPDATE workers SET seen_at = now() - interval '1 hour' WHERE $1::uuid[] IS NULL OR id = ANY ($1::uuid[])`,
    [ids ?? null],
  );
}
