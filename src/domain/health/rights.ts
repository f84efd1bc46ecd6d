import { say, some } from '../text/said.ts';
import { type Finding, ok, problem } from './finding.ts';

export type RoleRights = {
  readonly role: string;
  /** The schema of the tables, or for new ones; null if no schema of the search_path can be used. */
  readonly schema: string | null;
  /** Whether the tables exist, and whether the role has USAGE on their schema. */
  readonly isInstalled: boolean;
  readonly isReachable: boolean;
  readonly mayCreate: boolean;
  /** The role owns the tables, or is a member of the role that owns them. */
  readonly ownsTables: boolean;
  /** Tables and partitions that the role may not read and write, and sequences that it may not use. */
  readonly missing: readonly string[];
  readonly missingSequences: readonly string[];
};

export type RightsFacts = RoleRights & {
  readonly missingPartitions: readonly string[];
};

const check = 'Rights';
/** Without these tables no message is accepted, sent or reported. */
const essential = new Set(['accounts', 'submissions', 'messages', 'ledger', 'outbox', 'parts', 'workers']);
const quoted = (name: string): string => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

/** A role that does not own the tables needs no right to create partitions: the owner creates and drops them. */
export function rights(facts: RightsFacts): Finding {
  const role = quoted(facts.role);
  if (facts.schema === null)
    return problem(
      check,
      'No schema of the search_path can be used by the role',
      say`Run CREATE SCHEMA ${role} AUTHORIZATION ${role}, or GRANT USAGE, CREATE ON SCHEMA public TO ${role}`,
    );
  const schema = quoted(facts.schema);
  const create = `GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${role}`;
  if (!facts.isReachable)
    return problem(
      check,
      say`The role may not use the schema ${schema}, which the tables are in`,
      say`Run GRANT USAGE ON SCHEMA ${schema} TO ${role}`,
    );
  if (!facts.isInstalled) {
    return facts.mayCreate
      ? ok(check, say`The role may make the tables in the schema ${schema}`)
      : problem(
          check,
          say`The tables do not exist yet, and the role may not create them in the schema ${schema}`,
          say`Run ${create}, or hermod migrate as the role that is to own them`,
        );
  }
  if (facts.missing.length > 0)
    return {
      ...problem(
        check,
        say`The role may not write to ${some(facts.missing)}`,
        say`Run GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`,
      ),
      ready: {
        text: `the role may not write to ${some(facts.missing).toString()}`,
        blocks: facts.missing.some((table) => essential.has(table)),
      },
    };
  if (facts.missingSequences.length > 0)
    return problem(
      check,
      say`The role may not take numbers from ${some(facts.missingSequences)}`,
      say`Run GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`,
    );
  return partitions(facts, create);
}

function partitions({ ownsTables, mayCreate, missingPartitions }: RightsFacts, create: string): Finding {
  if (ownsTables && !mayCreate)
    return problem(check, 'The role owns the tables and may not make partitions in their schema', say`Run ${create}`);
  if (ownsTables) return ok(check, 'The role creates and drops partitions itself');
  return missingPartitions.length > 0
    ? problem(
        check,
        say`The role may not make partitions, and ${some(missingPartitions)} are missing`,
        'Run hermod migrate as the role that owns the tables, every day',
      )
    : ok(check, 'The role only reads and writes; hermod migrate creates partitions');
}
