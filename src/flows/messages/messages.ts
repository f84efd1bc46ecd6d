import type { Db } from '../../database/db.ts';
import { findMessage, type MessageRef, type MessageRow } from '../../store/message/messages.ts';
import { advance } from './advance.ts';

export type Cancelled =
  | { readonly kind: 'cancelled'; readonly message: MessageRow }
  | { readonly kind: 'too late'; readonly message: MessageRow }
  | { readonly kind: 'unknown' };

/** Only a scheduled message can be cancelled. Idempotent. */
export function cancelMessage(db: Db, ref: MessageRef): Promise<Cancelled> {
  return db.transaction(async (tx) => {
    await advance(tx, [ref], 'cancelled');
    const message = await findMessage(tx, ref);
    if (message === undefined) return { kind: 'unknown' };
    return { kind: message.state === 'CANCELLED' ? 'cancelled' : 'too late', message };
  });
}
