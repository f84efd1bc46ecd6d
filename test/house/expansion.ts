/**
 * Whether a migration only expands the schema, so that release N−1 runs beside release N on it. Checks its text, for the test
 * that reads every migration.
 */

/** A statement that removes something release N−1 may use, and is allowed nevertheless. */
export type Contraction = {
  readonly migration: string;
  /** The statement as in the file, with single spaces. */
  readonly statement: string;
  /** The release that stopped using what it removes, or why release N−1 is not affected. */
  readonly reason: string;
};

/** The changes that break old code, as sentences; empty for a migration that only adds. */
export function contractionsOf(name: string, sql: string, allowed: readonly Contraction[] = []): string[] {
  const statements = statementsOf(sql);
  const made = new Set(statements.flatMap((statement) => created(statement) ?? []));
  const excused = allowed.filter(({ migration }) => migration === name).map(({ statement }) => statement);
  return statements
    .filter((statement) => !excused.includes(statement))
    .flatMap((statement) => faultsOf(statement, made).map((fault) => `${name} ${fault}: ${statement}`));
}

/** Without comments and the contents of quotes, so that no word in a text or in the body of a function counts. */
function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/--.*$|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/gm, (found) =>
      found.startsWith('-') || found.startsWith('/') ? ' ' : "''",
    )
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
}

const created = (statement: string): string | undefined =>
  /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?([\w."]+)/i.exec(statement)?.[1];

function faultsOf(statement: string, made: ReadonlySet<string>): string[] {
  if (/^(DROP|TRUNCATE|REVOKE)\b/i.test(statement)) return ['takes something away'];
  const unique = /^CREATE UNIQUE INDEX (?:CONCURRENTLY )?(?:IF NOT EXISTS )?[\w"]* ?ON (?:ONLY )?([\w."]+)/i.exec(
    statement,
  );
  if (unique !== null) return made.has(unique[1]!) ? [] : ['refuses rows that were possible'];
  const [, kind, table, rest = ''] =
    /^ALTER (\w+(?: VIEW)?) (?:IF EXISTS )?(?:ONLY )?([\w."]+) (.*)$/i.exec(statement) ?? [];
  if (kind === undefined || made.has(table!)) return [];
  return actionsOf(rest).flatMap((action) => faultOf(action) ?? []);
}

/** Splits at commas outside parentheses. */
function actionsOf(text: string): string[] {
  const actions = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += character;
  }
  return actions.map((action) => action.trim());
}

function faultOf(action: string): string | undefined {
  if (/^DROP\b/i.test(action)) return 'takes something away';
  if (/^RENAME\b|^SET SCHEMA\b/i.test(action)) return 'renames what old code knows';
  if (/^(ALTER (COLUMN )?[\w"]+ )(SET DATA )?TYPE\b/i.test(action)) return 'changes a type';
  if (/^ALTER (COLUMN )?[\w"]+ SET NOT NULL\b/i.test(action)) return 'refuses rows that were possible';
  if (/^ALTER (COLUMN )?[\w"]+ DROP DEFAULT\b/i.test(action)) return 'takes a default away';
  if (/^ADD (CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)\b/i.test(action))
    return 'refuses rows that were possible';
  const isColumn = /^ADD\b/i.test(action);
  const isFilled = /\bDEFAULT\b|\bGENERATED\b|\b(small|big)?serial\b/i.test(action);
  if (isColumn && /\bNOT NULL\b|\bPRIMARY KEY\b/i.test(action) && !isFilled)
    return 'adds a column that old code does not fill';
  if (isColumn && /\bUNIQUE\b/i.test(action) && isFilled) return 'refuses rows that were possible';
  return undefined;
}
