/** Each attack at its full strength against one process, and what another customer notices of it. */
import { table } from '../src/table.ts';
import { Attackers, type Ended } from './attackers.ts';
import { attacks } from './attacks/all.ts';
import type { Attack } from './attacks/attack.ts';
import { type Bounds, broken, percentile, type Round, round } from './bounds.ts';
import { cpuUsage, shares } from './cpu.ts';
import { type Scene, type Stage, setStage } from './stage.ts';
import type { Measure, Seen } from './victim.ts';

export type AttackOptions = {
  readonly names: readonly string[];
  readonly seconds: number;
  /** What the victim sends a second. */
  readonly rate: number;
  readonly strength: number;
  readonly bounds: Bounds;
  readonly keep: boolean;
};

/** Code that runs for the first time is slow, and no baseline. */
const warmUpSeconds = 3;

/** What the command is to answer with. */
export async function attackAll(options: AttackOptions): Promise<number> {
  const unknown = options.names.filter((name) => !attacks.some((attack) => attack.name === name));
  if (unknown.length > 0) {
    console.log(`There is no attack ${unknown.join(', ')}. There are:\n\n${describeAttacks()}`);
    return 2;
  }
  const chosen = attacks.filter(({ name }) => options.names.length === 0 || options.names.includes(name));
  const stage = await setStage();
  console.log(`chaos: logs in ${stage.folder}`);
  const interrupted = () => void stage.close(true).then(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  let failed = true;
  try {
    failed = await inTurn(stage, chosen, options);
    return failed ? 1 : 0;
  } finally {
    await stage.close(failed || options.keep);
  }
}

export function describeAttacks(): string {
  return attacks.map(({ name, does }) => `  ${name.padEnd(24)} ${does}`).join('\n');
}

/** True if a bound did not hold. */
async function inTurn(stage: Stage, chosen: readonly Attack[], options: AttackOptions): Promise<boolean> {
  const rows: string[][] = [];
  const faults: string[] = [];
  for (const attack of chosen) {
    console.log(`\nchaos: ${attack.name}: ${attack.does}`);
    const { round: seen, ended, cpu } = await play(stage, attack, options);
    const found = broken(seen, options.bounds);
    const lines = found.length === 0 && gotNowhere(ended.counts) ? [nowhere] : found;
    rows.push(rowOf(attack, seen, lines));
    console.log(table(head, [rows.at(-1)!]));
    console.log(`the attacker: ${counted(ended.counts)}`);
    console.log(`processors: ${cpu}`);
    for (const line of lines) console.log(`  BROKEN: ${line}`);
    faults.push(...lines.map((line) => `${attack.name}: ${line}`));
  }
  console.log(`\n${table(head, rows)}\n`);
  for (const fault of faults) console.log(`BROKEN: ${fault}`);
  console.log(faults.length === 0 ? 'chaos: every bound held' : 'chaos: bounds did not hold');
  return faults.length > 0;
}

type Played = { round: Round; ended: Ended; cpu: string };

async function play(stage: Stage, attack: Attack, options: AttackOptions): Promise<Played> {
  const { seconds, rate, strength } = options;
  const scene = await stage.scene(attack.name);
  const attackers = new Attackers(attack, { ...scene.target, strength });
  try {
    await attackers.setUp();
    await measure(scene, { seconds: Math.min(warmUpSeconds, seconds), rate });
    const alone = await measure(scene, { seconds, rate });
    scene.watched();
    await attackers.begin();
    const [used, began] = [cpuUsage(), performance.now()];
    const beside = await measure(scene, { seconds, rate });
    const cpu = shares(used, cpuUsage(), (performance.now() - began) / 1_000);
    const watched = scene.watched();
    const ended = await attackers.end();
    return { round: { alone, beside, watched, failures: ended.failures }, ended, cpu };
  } finally {
    attackers.kill();
    await scene.close();
  }
}

function measure({ victim }: Scene, order: Measure): Promise<Seen> {
  return victim.ask<Seen>(order);
}

const head = [
  ...['attack', 'live max', 'send alone', 'beside', 'report alone', 'beside'],
  ...['failed', 'memory', 'deaths', 'log', 'bounds'],
];

function rowOf({ name }: Attack, { alone, beside, watched, failures }: Round, faults: string[]): string[] {
  const times = (values: readonly number[]) =>
    values.length === 0 ? 'none' : `${round(percentile(values, 50))} / ${round(percentile(values, 99))} ms`;
  const failed = Object.values({ ...beside.failures, ...failures }).reduce((sum, count) => sum + count, 0);
  return [
    name,
    `${round(Math.max(0, ...beside.lives))} ms`,
    ...[alone.sends, beside.sends, alone.reports, beside.reports].map(times),
    `${failed}`,
    `${watched.memoryMegabytes} MB`,
    `${watched.deaths}`,
    `${round(watched.logMegabytes)} MB`,
    faults.length === 0 ? 'held' : 'BROKEN',
  ];
}

const nowhere = 'nothing of the attack was answered, so nothing was shown; is the machine busy?';

/** On a machine with other work, attackers with their low priority may not come to anything. */
function gotNowhere(counts: Readonly<Record<string, number>>): boolean {
  return 'begun' in counts && Object.keys(counts).every((what) => what === 'begun' || what === 'AbortError');
}

function counted(counts: Readonly<Record<string, number>>): string {
  const entries = Object.entries(counts).map(([what, count]) => `${count} × ${what}`);
  return entries.length === 0 ? 'nothing to count' : entries.join(', ');
}
