import type { Db } from '../db.ts';
import { newId } from '../ids.ts';
import { upsertDefaultCarrier } from '../store/carriers.ts';

export const simulatorUrl = 'simulator:';

/** The carrier of the settings: the simulator unless a URL is given. Called at every start; changes nothing if nothing changed. */
export function ensureDefaultCarrier(db: Db, url: string | undefined): Promise<void> {
  return db.transaction((tx) =>
    upsertDefaultCarrier(tx, { id: newId(), routeId: newId(), name: 'default', url: url ?? simulatorUrl }),
  );
}
