import type { Queryable } from '../../database/db.ts';
import { noWords } from '../../domain/optout/keyword.ts';
import { defaults, type OptOutSettings } from '../../domain/optout/settings.ts';

type Row = Omit<OptOutSettings, 'words'> & { account_id: string; words: Partial<OptOutSettings['words']> };

/** Of these accounts; those without a row have the defaults. */
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
  const { enabled, scope, languages, words, replaces, answers } = settings;
  await tx.query(
    `INSERT INTO opt_out_settings (account_id, enabled, scope, languages, words, replaces, answers)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (account_id) DO UPDATE SET enabled = excluded.enabled, scope = excluded.scope, languages = excluded.languages,
       words = excluded.words, replaces = excluded.replaces, answers = excluded.answers`,
    [accountId, enabled, scope, languages, JSON.stringify(words), replaces, JSON.stringify(answers)],
  );
}
