/** Each attack at its full strength against one process, and its effect on another customer. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { Attackers, type Ended } from './attackers.ts';
import { attacks } from './attacks/all.ts';
import type { Attack } from './attacks/attack.ts';
import { broken, percentile, type Round, round } from './bounds.ts';
import { cpuUsage, shares } from './cpu.ts';
import { type Scene, type Stage, setStage } from './stage.ts';
import type { Measure, Seen } from './victim.ts';

export type AttackOptions = {
  readonly names: readonly string[];
  readonly seconds: number;
  /** Messages per second that the victim sends. */
  readonly rate: number;
  readonly strength: number;
  readonly memoryMegabytes: number;
  readonly keep: boolean;
};

/** Code that runs for the first time is slow, and not a baseline. */
const warmUpSeconds = 3;

/** The expected answer to the command. */
export async function attackAll(options: AttackOptions): Promise<number> {
  const unknown = options.names.filter((name) => !attacks.some((attack) => attack.name === name));
  if (unknown.length > 0) {
    console.log(`Unknown attack ${unknown.join(', ')}. Known attacks:\n\n${describeAttacks()}`);
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

/** One table, with a row for each attack when it ends. True if a bound was exceeded. */
async function inTurn(stage: Stage, chosen: readonly Attack[], options: AttackOptions): Promise<boolean> {
  let brokenCount = 0;
  const details = join(stage.folder, 'attacks.jsonl');
  print(columns.map(([title]) => title));
  for (const attack of chosen) {
    const { round: seen, ended, cpu } = await play(stage, attack, options);
    const found = broken(seen, options.memoryMegabytes);
    const faults = found.length === 0 && gotNowhere(ended.counts) ? [nowhere] : found;
    print(rowOf(attack, seen, ended, faults));
    appendFileSync(details, `${JSON.stringify({ attack: attack.name, faults, ...ended, cpu })}\n`);
    if (faults.length > 0) brokenCount += 1;
  }
  const verdict = brokenCount === 0 ? 'every bound held' : `bounds did not hold in ${brokenCount} attacks; ${details}`;
  console.log(`chaos: ${verdict}`);
  return brokenCount > 0;
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

const longestName = Math.max(...attacks.map(({ name }) => name.length));
const columns: [title: string, width: number][] = [
  ['attack', longestName],
  ['health max', 10],
  ['send p50/p99 alone → beside', 27],
  ['first report', 22],
  ['failed', 6],
  ['attacker accepted', 18],
  ['memory', 7],
  ['bounds', 0],
];

function print(cells: readonly string[]): void {
  console.log(cells.map((cell, index) => cell.padEnd(columns[index]![1])).join('  '));
}

function rowOf(
  { name, accepts = 'requests' }: Attack,
  { alone, beside, watched, failures }: Round,
  { acceptedPerSecond }: Ended,
  faults: string[],
): string[] {
  const times = (values: readonly number[]) => [50, 99].map((share) => round(percentile(values, share))).join('/');
  const failed = Object.values({ ...beside.failures, ...failures }).reduce((sum, count) => sum + count, 0);
  return [
    name,
    `${round(Math.max(0, ...beside.lives))} ms`,
    `${times(alone.sends)} → ${times(beside.sends)} ms`,
    `${times(alone.reports)} → ${times(beside.reports)} ms`,
    `${failed}`,
    accepts === null ? '–' : `${round(acceptedPerSecond)} ${accepts}/s`,
    `${watched.memoryMegabytes} MB`,
    faults.length === 0 ? 'held' : `BROKEN: ${faults.join('; ')}`,
  ];
}

const nowhere = 'nothing of the attack was answered, so nothing was shown; is the machine busy?';

/** On a machine with other work, attackers with their low priority may get no processor time. */
function gotNowhere(counts: Readonly<Record<string, number>>): boolean {
  return 'begun' in counts && Object.keys(counts).every((what) => what === 'begun' || what === 'AbortError');
}
