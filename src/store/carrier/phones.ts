import { type Db, readWithout } from '../../database/db.ts';
import { scanNewest } from '../erasure/scan.ts';
import type { InboundRow } from '../inbound/inbound-log.ts';

const most = 500;

/** What phones have written over a carrier, the newest first; of one phone or of all. */
export async function writtenByPhones(db: Db, carrierId: string, number?: string): Promise<InboundRow[]> {
  const { rows } = await readWithout(db, 'bitmapscan', (tx) =>
    scanNewest<InboundRow>(tx, {
      table: 'inbound_messages',
      columns: '*',
      fits: [
        ['carrier_id = ?', carrierId],
        // With its + or, as some write it, without.
        ['sender = ANY (?::text[])', number === undefined ? undefined : [number, number.slice(1)]],
      ],
      limit: most,
      bytes: 'octet_length(text)',
    }),
  );
  return rows;
}
