import type { Queryable } from '../../database/db.ts';
import { type TemplateContent, templateLimits } from '../../domain/text/template/template.ts';
import { insertRow, rowOf, rowsOf, Sql, updateRow } from '../row.ts';
import { rowSet } from '../row-set.ts';
import { type ScanPage, selectNewest } from '../scan/newest.ts';

type TemplateRef = { readonly accountId: string; readonly id: string };

export type TemplateVersion = TemplateContent & { readonly version: number; readonly created_at: Date };
export type Template = TemplateContent & {
  readonly id: string;
  readonly name: string;
  /** The newest; the content is that of this version. */
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
};
/** A template without its texts. */
export type TemplateSummary = Omit<Template, 'texts' | 'variables'> & { readonly languages: string[] };

const content = 'v.default_language AS "defaultLanguage", v.texts, v.variables';
const head = 't.id, t.name, t.version, t.created_at, t.updated_at';
const joined = `message_templates t JOIN message_template_versions v
  ON v.account_id = t.account_id AND v.template_id = t.id AND v.version = t.version`;
const lookup = `SELECT ${head}, ${content} FROM ${joined} WHERE t.account_id = $1 AND t.id = $2`;

export const findTemplate = (db: Queryable, { accountId, id }: TemplateRef): Promise<Template | undefined> =>
  rowOf(db, { text: lookup, values: [accountId, id] });

export const lockTemplate = (tx: Queryable, { accountId, id }: TemplateRef): Promise<Template | undefined> =>
  rowOf(tx, { text: `${lookup} FOR NO KEY UPDATE OF t`, values: [accountId, id] });

export function listTemplates(
  db: Queryable,
  { accountId, ...page }: ScanPage & { readonly accountId: string },
): Promise<TemplateSummary[]> {
  const select = `SELECT ${head}, v.default_language AS "defaultLanguage",
    ARRAY(SELECT jsonb_object_keys(v.texts) ORDER BY 1) AS languages FROM ${joined}`;
  return selectNewest(db, select, 't.id', [['t.account_id = ?', accountId]], page);
}

/** The versions that are kept, newest first. */
export const listVersions = (db: Queryable, { accountId, id }: TemplateRef): Promise<TemplateVersion[]> =>
  rowsOf(db, {
    text: `SELECT v.version, v.created_at, ${content} FROM message_template_versions v
      WHERE v.account_id = $1 AND v.template_id = $2 ORDER BY v.version DESC`,
    values: [accountId, id],
  });

export async function countTemplates(tx: Queryable, accountId: string): Promise<number> {
  const text = 'SELECT count(*)::integer FROM message_templates WHERE account_id = $1';
  return (await rowOf<{ count: number }>(tx, { text, values: [accountId] }))!.count;
}

/** Whether another template of the account has the name, in any case. */
export async function isNameTaken(tx: Queryable, { accountId, id }: TemplateRef, name: string): Promise<boolean> {
  const text = 'SELECT 1 FROM message_templates WHERE account_id = $1 AND lower(name) = lower($2) AND id <> $3';
  return (await rowOf(tx, { text, values: [accountId, name, id] })) !== undefined;
}

export async function insertTemplate(tx: Queryable, ref: TemplateRef, name: string, first: TemplateContent) {
  await insertRow(tx, 'message_templates', { ...ref, name });
  await insertVersion(tx, ref, 1, first);
}

export async function renameTemplate(tx: Queryable, ref: TemplateRef, name: string): Promise<void> {
  await updateRow(tx, 'message_templates', ref, { name, updatedAt: new Sql('now()') });
}

export async function addVersion(tx: Queryable, ref: TemplateRef, version: number, newer: TemplateContent) {
  await updateRow(tx, 'message_templates', ref, { version, updatedAt: new Sql('now()') });
  await insertVersion(tx, ref, version, newer);
  await tx.query('DELETE FROM message_template_versions WHERE account_id = $1 AND template_id = $2 AND version <= $3', [
    ref.accountId,
    ref.id,
    version - templateLimits.versions,
  ]);
}

async function insertVersion(tx: Queryable, { accountId, id }: TemplateRef, version: number, given: TemplateContent) {
  const { defaultLanguage, texts, variables } = given;
  const values = { defaultLanguage, texts, variables: JSON.stringify(variables) };
  await insertRow(tx, 'message_template_versions', { accountId, templateId: id, version, ...values });
}

/** False if there is none. */
export async function deleteTemplate(db: Queryable, { accountId, id }: TemplateRef): Promise<boolean> {
  const sql = 'DELETE FROM message_templates WHERE account_id = $1 AND id = $2';
  return (await db.query(sql, [accountId, id])).rowCount === 1;
}

/** By id or by name; without a version the newest. */
export type TemplateLookup = {
  readonly accountId: string;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly version?: number | undefined;
};
/** `content` is null if the version does not exist. */
export type FoundTemplate = { readonly newest: number; readonly content: TemplateContent | null };

const lookups = rowSet<TemplateLookup>({ accountId: 'uuid', id: 'uuid', name: 'text', version: 'integer' });

/** One template per lookup; undefined if the account has none. */
export async function findTemplates(
  db: Queryable,
  wanted: readonly TemplateLookup[],
): Promise<(FoundTemplate | undefined)[]> {
  const rows = await rowsOf<FoundTemplate & { place: string }>(db, {
    name: 'templates to send',
    text: `SELECT w.place, t.version AS newest,
        CASE WHEN v.version IS NOT NULL THEN json_build_object(
          'defaultLanguage', v.default_language, 'texts', v.texts, 'variables', v.variables) END AS content
      FROM ${lookups.from('w', 1, 'place')}
      JOIN message_templates t ON t.account_id = w.account_id AND (t.id = w.id OR lower(t.name) = lower(w.name))
      LEFT JOIN message_template_versions v ON v.account_id = t.account_id AND v.template_id = t.id
        AND v.version = coalesce(w.version, t.version)`,
    values: lookups.values(wanted),
  });
  const found = new Map(rows.map(({ place, newest, content }) => [Number(place), { newest, content }]));
  return wanted.map((_, index) => found.get(index + 1));
}
