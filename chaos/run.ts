/**
 * Injects faults into a real Hermod under load, and checks its guarantees. `npm run chaos -- kill --minutes 5
 * --seed 42`; `docs/chaos.md` describes all scenarios. Loopback only; cleans up after itself.
 */
import { parseArgs } from 'node:util';
import { table } from '../src/base/table.ts';
import { attackAll, describeAttacks } from './attack.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { type Pair, startPair } from './pair.ts';
import { type Course, type CourseResult, play } from './scenario.ts';
import { failoverLoop } from './scenarios/failover.ts';
import { faultLoop } from './scenarios/faults.ts';
import { haLoop } from './scenarios/ha.ts';
import { killLoop } from './scenarios/kill.ts';
import { stallLoop } from './scenarios/stall.ts';
import { makeWorld, type WorldOptions } from './world.ts';

const usage = `npm run chaos -- <scenario> [flags]

  kill       SIGKILL of workers, supervisors, whole nodes and PostgreSQL
  faults     latency, resets, half-open and truncated connections, lost commits
  failover   PostgreSQL stopped immediately, and at half time its standby promoted
  ha         the primary of a Patroni cluster lost in every way (installs patroni, etcd and PostgreSQL from Debian)
  stall      processes that sleep past their leases and wake up
  attack     what unauthenticated clients and customers can send, against one process: attack [name…], see below

  --minutes <n>    how long the load runs (1); --seconds <n> for less
  --seed <n>       for the same choices again (random, printed)
  --nodes <n>      machines (2)
  --processes <n>  of each (2)
  --every <s>      seconds between two blows, on average (3)
  --rate <n>       requests a second (100)
  --settle <s>     time to come to rest after the load (180)
  --smpp           a customer by SMPP sends some of it, and takes its receipts over its binds
  --never-twice    a carrier that must not get anything twice (unanswered=unknown)
  --async          ha: asynchronous replication; what it loses is counted, and breaks no promise
  --hurry          do not wait for leases: kill everything once more, and let them be over
  --keep           keep journals and logs of a run that passed, too

npm run chaos -- attack [name…]: measures a customer alone, then beside each attack. /health/live answers within 1 s, no request of
that customer fails, and its p99 is at most 100 ms or 3 times that without the attack; the attacker's accepted rate is in the table.

  --seconds <n>    of each measurement (15)
  --rate <n>       messages a second of that customer (20)
  --strength <n>   of the attacks; 1 is full (1)
  --memory <MB>    of the process (1024)

${describeAttacks()}`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '1' },
    seconds: { type: 'string' },
    seed: { type: 'string' },
    nodes: { type: 'string', default: '2' },
    processes: { type: 'string', default: '2' },
    every: { type: 'string', default: '3' },
    rate: { type: 'string' },
    strength: { type: 'string', default: '1' },
    memory: { type: 'string', default: '1024' },
    settle: { type: 'string', default: '180' },
    smpp: { type: 'boolean', default: false },
    'never-twice': { type: 'boolean', default: false },
    async: { type: 'boolean', default: false },
    hurry: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const seconds = Number(values.seconds ?? Number(values.minutes) * 60);
const every = Number(values.every);
const unanswered = values['never-twice'] ? 'unknown' : 'resend';
const numbers = { nodes: Number(values.nodes), processes: Number(values.processes), rate: Number(values.rate ?? 100) };

type Scenario = { options?: Partial<WorldOptions>; trouble: Course['trouble'] };
let pair: Pair | undefined;
let cluster: Cluster | undefined;
const scenarios: Record<string, Scenario> = {
  kill: { trouble: (world, ended) => killLoop(world, seed, every, ended) },
  faults: { options: { proxies: true }, trouble: (world, ended) => faultLoop(world, seed, every, ended) },
  failover: {
    options: {
      proxies: true,
      database: async (folder) => {
        pair = await startPair(folder);
        return pair;
      },
    },
    trouble: (world, ended) => failoverLoop(world, pair!, { seed, every, seconds }, ended),
  },
  ha: {
    options: {
      database: async (folder) => {
        cluster = await startCluster(folder, !values.async);
        return cluster;
      },
    },
    trouble: (world, ended) => haLoop(world, cluster!, { seed, every }, ended),
  },
  stall: { trouble: (world, ended) => stallLoop(world, seed, every, ended) },
};

const name = positionals[0] ?? '';
if (name === 'attack' && !values.help) process.exit(await attack(positionals.slice(1)));
const scenario = scenarios[name];
if (scenario === undefined || values.help || [seed, seconds, every, ...Object.values(numbers)].some(Number.isNaN)) {
  console.log(usage);
  process.exit(values.help ? 0 : 2);
}
// Connections that a fault has cut may still be retried, although the world is closed.
process.exit(await run(scenario));

function attack(names: string[]): Promise<number> {
  const { memory, strength, keep } = values;
  return attackAll({
    ...{ names, keep, strength: Number(strength), memoryMegabytes: Number(memory) },
    seconds: Number(values.seconds ?? 15),
    rate: Number(values.rate ?? 20),
  });
}

async function run({ options, trouble }: Scenario): Promise<number> {
  const flags = Object.entries({ seed, ...numbers, every }).map(([flag, value]) => `--${flag} ${value}`);
  const switches = [
    values.smpp && ' --smpp',
    values['never-twice'] && ' --never-twice',
    values.async && ' --async',
    values.hurry && ' --hurry',
  ]
    .filter(Boolean)
    .join('');
  console.log(`chaos: ${name} --seconds ${seconds} ${flags.join(' ')}${switches}`);
  const world = await makeWorld({ seed, unanswered, smpp: values.smpp, ...numbers, ...options });
  console.log(`chaos: journals and logs in ${world.folder}`);
  const interrupted = () => void world.close(true).then(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  let failed = true;
  try {
    const { hurry, async: mayLose } = values;
    const course = { seconds, trouble, settleSeconds: Number(values.settle), hurry, mayLose };
    failed = print(await play(world, course));
    return failed ? 1 : 0;
  } finally {
    await world.close(failed || values.keep);
  }
}

/** True if a guarantee was broken. */
function print({ violations, figures }: CourseResult): boolean {
  console.log(
    table(
      ['', name],
      Object.entries(figures).map(([label, value]) => [label, `${value}`]),
    ),
  );
  for (const { rule, ids } of violations) {
    console.log(`\nVIOLATED: ${rule} (${ids.length})`);
    for (const id of ids.slice(0, 10)) console.log(`  ${id}`);
  }
  console.log(violations.length === 0 ? 'chaos: every promise was kept' : `chaos: broken promises; --seed ${seed}`);
  return violations.length > 0;
}
