import type { Queryable } from '../../db.ts';
import { deleteInSets } from '../sets.ts';

/** One PDU of a bind, with secrets and personal data masked. */
export type LoggedPdu = {
  readonly bindId: string;
  readonly place: number;
  readonly accountId: string;
  readonly at: Date;
  readonly direction: 'in' | 'out';
  readonly command: string;
  readonly sequence: number;
  readonly status: number;
  readonly fields: object;
};

export async function insertPdus(db: Queryable, pdus: readonly LoggedPdu[]): Promise<void> {
  await db.query({
    name: 'insert smpp pdus',
    text: `INSERT INTO smpp_pdus (bind_id, place, account_id, at, direction, command, sequence, status, fields)
      SELECT * FROM unnest($1::uuid[], $2::integer[], $3::uuid[], $4::timestamptz[], $5::text[], $6::text[], $7::bigint[], $8::bigint[],
        $9::jsonb[])
      ON CONFLICT DO NOTHING`,
    values: [
      pdus.map(({ bindId }) => bindId),
      pdus.map(({ place }) => place),
      pdus.map(({ accountId }) => accountId),
      pdus.map(({ at }) => at),
      pdus.map(({ direction }) => direction),
      pdus.map(({ command }) => command),
      pdus.map(({ sequence }) => sequence),
      pdus.map(({ status }) => status),
      pdus.map(({ fields }) => JSON.stringify(fields)),
    ],
  });
}

export type PduRow = {
  readonly place: number;
  readonly at: Date;
  readonly direction: 'in' | 'out';
  readonly command: string;
  readonly sequence: string;
  readonly status: string;
  readonly fields: Record<string, unknown>;
};

/** PDUs after a place, in the order of the connection. */
export async function listPdus(db: Queryable, bindId: string, after: number, limit: number): Promise<PduRow[]> {
  const { rows } = await db.query<PduRow>(
    `SELECT place, at, direction, command, sequence, status, fields FROM smpp_pdus
     WHERE bind_id = $1 AND place > $2 ORDER BY place LIMIT $3`,
    [bindId, after, limit],
  );
  return rows;
}

export function dropOldPdus(db: Queryable): Promise<number> {
  return deleteInSets(db, 'smpp_pdus', `at < now() - interval '24 hours'`);
}
