import type { Db } from '../db.ts';
import { type InboundText, inboundParts } from '../domain/inbound-parts.ts';
import { type Actor, insertAudit } from '../store/audit.ts';
import { findSimulator } from '../store/carriers.ts';
import { type Received, storeInbound } from './inbound.ts';

/**
 * Somebody sends an SMS to one of our numbers, over the simulator. It takes the way of a carrier's delivery from the parts on,
 * in whichever process this is. Undefined if there is no simulator to come over.
 */
export function simulateInbound(db: Db, actor: Actor, inbound: InboundText): Promise<Received | undefined> {
  // Two long texts between the same two numbers must not mix.
  const parts = inboundParts(inbound, Math.floor(Math.random() * 256));
  return db.transaction(async (tx) => {
    const carrierId = await findSimulator(tx);
    if (carrierId === undefined) return undefined;
    let received: Received | undefined;
    for (const part of parts) received = await storeInbound(tx, { ...part, carrierId });
    const { id, accountId } = received!;
    await insertAudit(tx, actor, {
      action: 'simulator inbound',
      subjectId: id,
      accountId,
      details: { parts: parts.length },
    });
    return received;
  });
}
