import type { Queryable } from '../../database/db.ts';
import { rowSet } from '../row-set.ts';

/** One PDU of a bind, with secrets redacted. */
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

const pduRows = rowSet<LoggedPdu>({
  bindId: 'uuid',
  place: 'integer',
  accountId: 'uuid',
  at: 'timestamptz',
  direction: 'text',
  command: 'text',
  sequence: 'bigint',
  status: 'bigint',
  fields: 'jsonb',
});
const insertText = `INSERT INTO smpp_pdus (${pduRows.names}) SELECT * FROM ${pduRows.from('w')} ON CONFLICT DO NOTHING`;

export async function insertPdus(db: Queryable, pdus: readonly LoggedPdu[]): Promise<void> {
  await db.query({ name: 'insert smpp pdus', text: insertText, values: pduRows.values(pdus) });
}

export type PduRow = Pick<LoggedPdu, 'place' | 'at' | 'direction' | 'command'> & {
  readonly sequence: string;
  readonly status: string;
  readonly fields: Record<string, unknown>;
};

/** After a place, in the order of the wire. */
export async function listPdus(db: Queryable, bindId: string, after: number, limit: number): Promise<PduRow[]> {
  const { rows } = await db.query<PduRow>(
    `SELECT place, at, direction, command, sequence, status, fields FROM smpp_pdus
     WHERE bind_id = $1 AND place > $2 ORDER BY place LIMIT $3`,
    [bindId, after, limit],
  );
  return rows;
}
