import type { Db } from '../../database/db.ts';
import { type Finding, note, problem } from '../../domain/health/finding.ts';
import { processes } from '../../domain/health/machine.ts';
import { say } from '../../domain/text/said.ts';
import { uuidTime } from '../../domain/uuid.ts';
import type { Runtime } from '../../runtime.ts';
import * as vitals from '../../store/health/vitals.ts';
import type { Migration } from '../../store/schema/migrations.ts';
import type { CheckUrl } from '../carriers/carriers.ts';
import { type Check, checksFor, type Subject } from './checks.ts';

type Health = { readonly findings: readonly Finding[]; readonly processes: readonly ReturnType<typeof toProcess>[] };

/** A client waits no longer than this: checks that have not run by then are reported as skipped. */
const budgetMs = 10_000;

/**
 * The health report: every finding with what to do about it. A check that fails is a finding and does not hide the others; without
 * the database, only the checks of the machine run.
 */
export async function examine(
  db: Db,
  { config, clock, db: own }: Runtime,
  migrations: readonly Migration[],
  checkUrl: CheckUrl,
): Promise<Health> {
  const subject = { db, config, clock, migrations, checkUrl, writeFault: own.writes.fault };
  const until = performance.now() + budgetMs;
  const [database, ...others] = checksFor('report');
  const findings: Finding[] = [];
  let known: Awaited<ReturnType<typeof vitals.listWorkers>>;
  try {
    const found = await database!.look(subject);
    known = await vitals.listWorkers(db);
    findings.push(...found);
  } catch (error) {
    const advice = 'Check whether PostgreSQL runs, and its log; no message is accepted until it is back';
    const lost = problem('Database', say`It cannot be queried (${(error as Error).message})`, advice);
    const machine = others.filter(({ reads }) => reads === 'machine');
    findings.push(lost);
    for (const { look } of machine) findings.push(...(await look(subject)));
    return { findings, processes: [] };
  }
  findings.push(...processes(known.running, known.lost));
  for (const check of others) {
    if (performance.now() > until)
      findings.push(note(check.name, 'Skipped: earlier checks took too long', 'The database is busy; try again'));
    else findings.push(...(await safely(check, subject)));
  }
  return { findings, processes: known.running.map(toProcess) };
}

async function safely({ name, look }: Check, subject: Subject): Promise<Finding[]> {
  try {
    return await look(subject);
  } catch (error) {
    const text = say`The check failed (${(error as Error).message})`;
    return [problem(name, text, 'See the log of the service')];
  }
}

const toProcess = ({ id, host, pid, version }: vitals.WorkerRow) => ({
  id,
  host: host ?? undefined,
  pid: pid ?? undefined,
  since: new Date(uuidTime(id)).toISOString(),
  version: version ?? undefined,
});
