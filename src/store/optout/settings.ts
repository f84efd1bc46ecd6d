import type { Queryable } from '../../database/db.ts';
import { noWords } from '../../domain/optout/keyword.ts';
import { defaults, type OptOutSettings } from '../../domain/optout/settings.ts';
import { upsertRow } from '../row.ts';

type Row = Omit<OptOutSettings, 'words'> & { account_id: string; words: Partial<OptOutSettings['words']> };

/** The settings of these accounts; an account without a row has the defaults. */
export async function loadSettings(db: Queryable, accountIds: readonly string[]): Promise<Map<string, OptOutSettings>> {
  const { rows } = await db.query<Row>({
    name: 'opt-out settings',
    text: `SELECT account_id, enabled, scope, languages, words, replaces, answers FROM opt_out_settings
      WHERE account_id = ANY ($1::uuid[])`,
    values: [accountIds],
  });
  const found = new Map(
    rows.map(({ account_id: id, ...row }) => [id, { ...row, words: { ...noWords, ...row.words } }]),
  );
  return new Map(accountIds.map((id) => [id, found.get(id) ?? defaults]));
}

export async function saveSettings(tx: Queryable, accountId: string, settings: OptOutSettings): Promise<void> {
  await upsertRow(tx, 'opt_out_settings', { accountId }, settings);
}
