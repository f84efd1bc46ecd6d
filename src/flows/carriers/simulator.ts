import type { Db, Transaction } from '../../database/db.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { type InboundText, inboundParts } from '../../domain/inbound/parts.ts';
import { insertAudit } from '../../store/account/audit.ts';
import { findSimulator } from '../../store/carrier/carriers.ts';
import { type Received, storeInbound } from '../messages/inbound.ts';

/** Simulates an SMS to one of our numbers. Its parts are stored like those of a carrier. Undefined without a simulator. */
export function simulateInbound(db: Db, actor: Actor, inbound: InboundText): Promise<Received | undefined> {
  return db.transaction(async (tx) => {
    const carrierId = await findSimulator(tx);
    if (carrierId === undefined) return undefined;
    const { received, parts } = await deliver(tx, carrierId, inbound);
    const { id: subjectId, accountId } = received;
    await insertAudit(tx, actor, { action: 'simulator inbound', subjectId, accountId, details: { parts } });
    return received;
  });
}

/** Retries with another reference if recent parts between these numbers had the same one, and so count as a repetition. */
async function deliver(tx: Transaction, carrierId: string, inbound: InboundText) {
  for (;;) {
    const parts = inboundParts(inbound, Math.floor(Math.random() * 65_536));
    const [received] = await storeInbound(
      tx,
      parts.map((part) => ({ ...part, carrierId })),
    );
    if (received !== undefined) return { received, parts: parts.length };
  }
}
