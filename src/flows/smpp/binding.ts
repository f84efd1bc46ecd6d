import type { Db } from '../../database/db.ts';
import { type BindRoom, type BindRow, lockRooms, writeBinds } from '../../store/smpp/binds.ts';

export type Newcomer = Pick<BindRow, 'id' | 'credentialId' | 'accountId' | 'systemId' | 'mode' | 'version' | 'address'>;
export type Place = ({ readonly kind: 'free' } & BindRoom) | { readonly kind: 'over' | 'full' };

const nothingYet = { submits: 0, delivers: 0, errors: 0, unanswered: 0 };

/**
 * Takes places for binds that came together, over all processes, and writes them down. All in one transaction: customers bind
 * many times at once, with one credential, and one by one they would wait for its row on a connection each.
 */
export async function takePlaces(db: Db, workerId: string, newcomers: readonly Newcomer[]): Promise<Place[]> {
  return db.transaction(async (tx) => {
    const rooms = await lockRooms(tx, [...new Set(newcomers.map(({ credentialId }) => credentialId))]);
    const places = newcomers.map(({ credentialId }) => takeOne(rooms, credentialId));
    const seated = newcomers.flatMap((newcomer, index) => toRow(newcomer, places[index]!));
    if (seated.length > 0) await writeBinds(tx, workerId, seated);
    return places;
  });
}

/** What is left of the room is for the next. */
function takeOne(rooms: Map<string, BindRoom>, credentialId: string): Place {
  const room = rooms.get(credentialId);
  if (room === undefined) return { kind: 'over' };
  if (room.bound >= room.credential.max_binds) return { kind: 'full' };
  rooms.set(credentialId, { ...room, bound: room.bound + 1 });
  return { kind: 'free', ...room };
}

function toRow(newcomer: Newcomer, place: Place): BindRow[] {
  return place.kind === 'free' ? [{ ...newcomer, ...nothingYet, boundAt: place.now, activeAt: place.now }] : [];
}
