import type { Db } from '../../database/db.ts';
import { listNewest, type TimedPage, within } from '../scan/newest.ts';
import type { Walked } from '../scan/walk.ts';

/** An inbound message as the operator sees it. */
export type InboundRow = {
  readonly id: string;
  /** Null if the recipient belongs to no account. */
  readonly account_id: string | null;
  readonly sender_id: string | null;
  readonly carrier_id: string;
  readonly sender: string;
  readonly recipient: string;
  readonly text: string;
  readonly complete: boolean;
  readonly received_at: Date;
};

export type InboundFilter = TimedPage & {
  readonly accountId?: string | undefined;
  readonly sender?: string | undefined;
  readonly recipient?: string | undefined;
};

const inboundMessages = { table: 'inbound_messages', columns: '*', bytes: 'octet_length(text)' };

/** Newest first. */
export function listInbound(db: Db, filter: InboundFilter): Promise<Walked<InboundRow>> {
  const { accountId, sender, recipient } = filter;
  return listNewest(db, {
    ...inboundMessages,
    key: [['account_id = ?', accountId]],
    fits: [['sender = ?', sender], ['recipient = ?', recipient], ...within('received_at', filter)],
    page: filter,
  });
}

const mostOfPhones = 500;

/** Messages that phones have sent over a carrier, newest first; of one phone or of all. */
export async function writtenByPhones(db: Db, carrierId: string, number?: string): Promise<InboundRow[]> {
  const { rows } = await listNewest<InboundRow>(db, {
    ...inboundMessages,
    fits: [
      ['carrier_id = ?', carrierId],
      // Some carriers leave out the +.
      ['sender = ANY (?::text[])', number === undefined ? undefined : [number, number.slice(1)]],
    ],
    page: { limit: mostOfPhones },
  });
  return rows;
}
