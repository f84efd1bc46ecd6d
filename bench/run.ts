/**
 * `npm run bench [-- scenario …] [--quick] [--check] [--rows 0,1000000] [--connections 1024]`. Without a name, all scenarios run. Figures
 * are printed as a table and written as JSON, with machine, versions and commit, to bench/results. With --check, a missed goal makes
 * the exit status 1. Loopback only; cleans up after itself.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { table } from '../src/base/table.ts';
import { instruments } from './instruments.ts';
import type { Figure, Options, Scenario } from './scenario.ts';
import { accept } from './scenarios/accept.ts';
import { accounts } from './scenarios/accounts.ts';
import { consoles } from './scenarios/consoles.ts';
import { cost } from './scenarios/cost.ts';
import { dispatch } from './scenarios/dispatch.ts';
import { email } from './scenarios/email.ts';
import { endToEnd } from './scenarios/end-to-end.ts';
import { firstLoad } from './scenarios/first-load.ts';
import { growth } from './scenarios/growth.ts';
import { idle } from './scenarios/idle.ts';
import { latency } from './scenarios/latency.ts';
import { neighbours } from './scenarios/neighbours.ts';
import { rates } from './scenarios/rates.ts';
import { routes } from './scenarios/routes.ts';
import { scheduled } from './scenarios/scheduled.ts';
import { search } from './scenarios/search.ts';
import { smpp } from './scenarios/smpp.ts';
import { webhooks } from './scenarios/webhooks.ts';
import { takeTotals } from './totals.ts';

const scenarios: Scenario[] = [
  neighbours,
  rates,
  idle,
  accept,
  endToEnd,
  latency,
  dispatch,
  webhooks,
  accounts,
  routes,
  scheduled,
  email,
  growth,
  search,
  consoles,
  cost,
  firstLoad,
  smpp,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    rows: { type: 'string', default: '0,1000000' },
    connections: { type: 'string', default: '1024' },
  },
});
const options: Options = {
  quick: values.quick,
  rows: values.rows.split(',').map(Number),
  connections: Number(values.connections),
};
const unknown = positionals.filter((name) => !scenarios.some((scenario) => scenario.name === name));
if (unknown.length > 0) {
  console.error(`bench: unknown scenario ${unknown.join(', ')}; known scenarios:`);
  console.error(
    table(
      ['Scenario', 'What it measures'],
      scenarios.map(({ name, about }) => [name, about]),
    ),
  );
  process.exit(2);
}

const results: { scenario: string; figures: Figure[] }[] = [];
for (const scenario of scenarios) {
  const { name, about } = scenario;
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`\n${name}: ${about}`);
  const began = performance.now();
  const figures = await measured(scenario);
  results.push({ scenario: name, figures: [...figures, ...takeTotals()] });
  console.log(`  (${Math.round((performance.now() - began) / 1_000)} s)`);
}
console.log(`\n${summary()}`);
save();
const missed = results.flatMap(({ figures }) => figures).filter(({ met }) => met === false);
if (values.check && missed.length > 0) {
  console.log(`\n${missed.length} goals missed`);
  process.exitCode = 1;
}

async function measured(scenario: Scenario): Promise<Figure[]> {
  if (scenario.needsCompiler && instruments() === undefined)
    return [{ what: 'not measured', value: 0, unit: '', goal: 'Linux with a C compiler', met: false }];
  return scenario.run(options, (line) => console.log(`  ${line}`));
}

function summary(): string {
  const rows = results.flatMap(({ scenario, figures }) =>
    figures.map(({ what, value, unit, goal = '', met }) => [
      scenario,
      what,
      `${value.toLocaleString('en')} ${unit}`.trim(),
      goal === '' ? '' : `${goal}${met ? '' : ' (missed)'}`,
    ]),
  );
  return table(['Scenario', 'Figure', 'Value', 'Goal'], rows);
}

function save(): void {
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}.json`);
  const machine = {
    cores: cpus().length,
    model: cpus()[0]?.model,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    arch: arch(),
  };
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { cwd: import.meta.dirname })
    .toString()
    .trim();
  const record = { at: new Date().toISOString(), commit, machine, node: process.version, options, results };
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
  console.log(`\nSaved as bench/results/${file.split('/').at(-1)}`);
}
