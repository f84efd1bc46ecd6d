import type { Db, Transaction } from '../database/db.ts';
import type { Actor } from '../domain/access/actor.ts';
import { type InboundText, inboundParts } from '../domain/inbound/parts.ts';
import { insertAudit } from '../store/account/audit.ts';
import { findSimulator } from '../store/carrier/carriers.ts';
import { type Received, storeInbound } from './inbound.ts';

/**
 * Somebody sends an SMS to one of our numbers, over the simulator. It takes the way of a carrier's delivery from the parts on,
 * in whichever process this is. Undefined if there is no simulator to come over.
 */
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

/** The same text between the same two numbers is another message, unless its parts had the same reference a while ago. */
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
