/**
 * `npx node scripts/schema.ts` writes migrations/schema.sql: what the migrations together make, for people to read and for
 * changes to show in a review. A plain listing of the catalogue in a fixed order, not a script to run.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDb, type Queryable } from '../src/database/db.ts';
import { startEmbedded } from '../src/host/postgres/embedded.ts';
import { migrate } from '../src/store/schema/migrations.ts';
import { createLog } from '../src/telemetry/log.ts';

export const schemaFile = join(import.meta.dirname, '..', 'migrations', 'schema.sql');

const ours = `n.nspname = 'public' AND NOT c.relispartition`;

/** Each query lists one kind of thing as one text per row, already in order. Partitions come and go, and are left out. */
const queries = {
  tables: `
    SELECT format(E'CREATE TABLE %s (\\n%s\\n)%s%s;', c.relname,
      (SELECT string_agg(format('  %s %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
          CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END,
          CASE WHEN a.attidentity <> '' THEN ' GENERATED AS IDENTITY'
               WHEN d.adbin IS NULL THEN ''
               WHEN a.attgenerated <> '' THEN ' GENERATED AS (' || pg_get_expr(d.adbin, d.adrelid) || ')'
               ELSE ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid) END), E',\\n' ORDER BY a.attnum)
       FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
       WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped),
      CASE WHEN c.relkind = 'p' THEN ' PARTITION BY ' || pg_get_partkeydef(c.oid) ELSE '' END,
      CASE WHEN c.reloptions IS NULL THEN '' ELSE ' WITH (' || array_to_string(c.reloptions, ', ') || ')' END) AS text
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${ours} AND c.relkind IN ('r', 'p') ORDER BY c.relname`,
  constraints: `
    SELECT format('ALTER TABLE %s ADD CONSTRAINT %s %s;', c.relname, k.conname, pg_get_constraintdef(k.oid)) AS text
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${ours} AND k.contype <> 'n' ORDER BY c.relname, k.contype, k.conname`,
  indexes: `
    SELECT pg_get_indexdef(i.indexrelid) || ';' AS text
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_class x ON x.oid = i.indexrelid
    WHERE ${ours} AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
    ORDER BY c.relname, x.relname`,
  sequences: `
    SELECT format('CREATE SEQUENCE %s;', c.relname) AS text
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${ours} AND c.relkind = 'S' ORDER BY c.relname`,
  views: `
    SELECT format(E'CREATE VIEW %s AS\\n%s', c.relname, pg_get_viewdef(c.oid)) AS text
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${ours} AND c.relkind IN ('v', 'm') ORDER BY c.relname`,
  functions: `
    SELECT rtrim(pg_get_functiondef(p.oid), E'\\n') || ';' AS text
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname = 'public' AND p.prokind IN ('f', 'p')
    ORDER BY p.proname, pg_get_function_identity_arguments(p.oid)`,
  triggers: `
    SELECT pg_get_triggerdef(t.oid) || ';' AS text
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE ${ours} AND NOT t.tgisinternal ORDER BY c.relname, t.tgname`,
};

export async function dumpSchema(db: Queryable): Promise<string> {
  const parts = ['-- What the migrations make. Written by scripts/schema.ts; do not edit.'];
  for (const [title, query] of Object.entries(queries)) {
    const { rows } = await db.query<{ text: string }>(query);
    if (rows.length === 0) continue;
    const between = title === 'tables' || title === 'functions' ? '\n\n' : '\n';
    parts.push(`-- ${title}`, rows.map(({ text }) => text).join(between));
  }
  return `${parts.join('\n\n')}\n`;
}

async function write(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hermod-schema-'));
  chmodSync(folder, 0o711);
  const log = createLog('warn');
  const postgres = await startEmbedded(folder, { say: console.error, log });
  const db = openDb(postgres.url, log, { connections: 1 });
  try {
    await migrate(db);
    writeFileSync(schemaFile, await dumpSchema(db));
  } finally {
    await db.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await write();
