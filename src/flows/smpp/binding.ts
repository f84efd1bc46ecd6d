import type { Db } from '../../database/db.ts';
import { type BindCapacity, type BindRow, lockCapacity, writeBinds } from '../../store/smpp/binds.ts';

export type BindRequest = Pick<
  BindRow,
  'id' | 'credentialId' | 'accountId' | 'systemId' | 'mode' | 'version' | 'address'
>;
export type BindSlot = ({ readonly kind: 'free' } & BindCapacity) | { readonly kind: 'over' | 'full' };

const noCounts = { submits: 0, delivers: 0, errors: 0, unanswered: 0 };

/**
 * Reserves slots, within the limits of the credentials over all processes, and stores the binds. All requests share one
 * transaction: customers open many binds of one credential together, and would otherwise wait for its row with a connection
 * each.
 */
export async function reserveBinds(db: Db, workerId: string, requests: readonly BindRequest[]): Promise<BindSlot[]> {
  return db.transaction(async (tx) => {
    const capacity = await lockCapacity(tx, [...new Set(requests.map(({ credentialId }) => credentialId))]);
    const slots = requests.map(({ credentialId }) => takeSlot(capacity, credentialId));
    const bound = requests.flatMap((request, index) => toRow(request, slots[index]!));
    if (bound.length > 0) await writeBinds(tx, workerId, bound);
    return slots;
  });
}

function takeSlot(capacities: Map<string, BindCapacity>, credentialId: string): BindSlot {
  const capacity = capacities.get(credentialId);
  if (capacity === undefined) return { kind: 'over' };
  if (capacity.bound >= capacity.credential.max_binds) return { kind: 'full' };
  capacities.set(credentialId, { ...capacity, bound: capacity.bound + 1 });
  return { kind: 'free', ...capacity };
}

function toRow(request: BindRequest, slot: BindSlot): BindRow[] {
  return slot.kind === 'free' ? [{ ...request, ...noCounts, boundAt: slot.now, activeAt: slot.now }] : [];
}
