import type { Db } from '../../db.ts';
import { type BindRow, lockPlace, type Place, writeBinds } from '../../store/smpp/binds.ts';

/** Takes a place for a bind, over all processes, and writes it down. */
export async function takePlace(
  db: Db,
  workerId: string,
  credentialId: string,
  toRow: (place: Extract<Place, { kind: 'free' }>) => BindRow,
): Promise<Place> {
  return db.transaction(async (tx) => {
    const place = await lockPlace(tx, credentialId);
    if (place.kind === 'free') await writeBinds(tx, workerId, [toRow(place)]);
    return place;
  });
}
