import { type Db, readWithout } from '../../database/db.ts';
import { scanNewest } from '../erasure/scan.ts';
import type { Walked } from '../walk.ts';

/** What came in, as the operator sees it. */
export type InboundRow = {
  readonly id: string;
  /** Null: it was sent to nobody we know. */
  readonly account_id: string | null;
  readonly sender_id: string | null;
  readonly carrier_id: string;
  readonly sender: string;
  readonly recipient: string;
  readonly text: string;
  readonly complete: boolean;
  readonly received_at: Date;
};

export type InboundFilter = {
  readonly before: string;
  readonly from: string;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
  readonly limit: number;
  readonly accountId?: string | undefined;
  readonly sender?: string | undefined;
  readonly recipient?: string | undefined;
};

/** Newest first. */
export function listInbound(db: Db, filter: InboundFilter): Promise<Walked<InboundRow>> {
  const { accountId, sender, recipient, since, until, before, from, limit } = filter;
  return readWithout(db, 'bitmapscan', (tx) =>
    scanNewest(tx, {
      table: 'inbound_messages',
      columns: '*',
      key: [['account_id = ?', accountId]],
      fits: [
        ['sender = ?', sender],
        ['recipient = ?', recipient],
        ['received_at >= ?', since],
        ['received_at < ?', until],
      ],
      before,
      from,
      limit,
      bytes: 'octet_length(text)',
    }),
  );
}
