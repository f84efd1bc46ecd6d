/**
 * The whole path: HTTP, PostgreSQL, SMPP, receipt, webhook, with two reports per message. Kannel does the same work with the same
 * SMSC, endpoint and load generator in the same run, in memory and with its spool.
 */
import { perUnit, type Usage, usage, watchMemory } from '../cpu.ts';
import { type Flood, flood } from '../flood.ts';
import { type Gateway, hermod, kannel, type Load } from '../gateways.ts';
import { instruments } from '../instruments.ts';
import { hasKannel } from '../kannel.ts';
import { type Peer, startPeer } from '../peers.ts';
import { type Figure, median, type Options, ratio, type Scenario } from '../scenario.ts';

const connections = [64, 256];
const plain: Load[] = connections.map((count) => ({ connections: count }));

export const endToEnd: Scenario = {
  name: 'end-to-end',
  about: 'HTTP → PostgreSQL → SMPP → receipt → webhook, and the same through Kannel',
  run: measure,
};

/** One gateway under one load; the medians of its rounds. */
type Measured = Pick<Flood, 'rate' | 'idle' | 'load' | 'peer'> & { readonly name: string; readonly cpu: Usage };
type Result = { readonly name: string; readonly loads: Measured[]; readonly memory: Usage };
type Size = { readonly messages: number; readonly rounds: number };
type Say = (line: string) => void;

async function measure({ quick }: Options, say: Say): Promise<Figure[]> {
  const size = quick ? { messages: 1_000, rounds: 1 } : { messages: 20_000, rounds: 3 };
  const isLight = instruments() !== undefined;
  if (!isLight)
    say('There is no C compiler: load and sinks in Node take part of the machine, the ratio is NOT COMPARABLE');
  if (!hasKannel) say('Kannel is not installed (apt-get install kannel): nothing to compare with');
  const peer = await startPeer({ gatherMs: 1 });
  try {
    const ours = await through(peer, await hermod(), plain, size, say);
    const others: Result[] = [];
    for (const store of hasKannel ? (['memory', 'spool'] as const) : [])
      others.push(await through(peer, await kannel(store), plain, size, say));
    const figures = [
      ...[ours, ...others].flatMap(resultFigures),
      ...others.flatMap((other, index) => comparisons(ours, other, [1, 1.6][index]!)),
      ...instrumentFigures([ours, ...others]),
    ];
    return isLight ? figures : figures.map(withoutGoal);
  } finally {
    await peer.stop();
  }
}

/** All loads in turn, so that a busy moment of the machine affects all of them. */
async function through(peer: Peer, gateway: Gateway, loads: Load[], size: Size, say: Say): Promise<Result> {
  const memory = watchMemory(gateway.groups);
  try {
    // Warm-up, not counted: connections, caches and compiled code have to settle.
    await flood(peer, { ...gateway.request(loads[0]!), messages: size.messages });
    const rounds = loads.map(() => [] as Omit<Measured, 'name'>[]);
    for (let round = 0; round < size.rounds; round++) {
      for (const [index, load] of loads.entries()) rounds[index]!.push(await once(peer, gateway, load, size, say));
    }
    const measured = loads.map((load, index) => ({ name: nameOf(load), ...middle(rounds[index]!) }));
    return { name: gateway.name, loads: measured, memory: memory.stop() };
  } finally {
    memory.stop();
    await gateway.stop();
  }
}

async function once(peer: Peer, gateway: Gateway, load: Load, { messages }: Size, say: Say) {
  const before = usage(gateway.groups);
  const {
    missing,
    rate,
    idle,
    load: loading,
    peer: around,
  } = await flood(peer, { ...gateway.request(load), messages });
  const cpu = perUnit(before, usage(gateway.groups), messages);
  const name = `${gateway.name}, ${nameOf(load)}`;
  if (missing > 0 && gateway.name === 'Hermod') throw new Error(`${missing} reports of Hermod never came`);
  say(`${name}: ${rate} messages/s${missing > 0 ? `, ${missing} reports never came` : ''}`);
  return { rate, idle, load: loading, peer: around, cpu };
}

const nameOf = ({ connections }: Load) => `${connections} connections`;

function middle(rounds: readonly Omit<Measured, 'name'>[]): Omit<Measured, 'name'> {
  const of = (pick: (round: Omit<Measured, 'name'>) => number) => median(rounds.map(pick));
  const groups = Object.keys(rounds[0]!.cpu);
  return {
    rate: of(({ rate }) => rate),
    idle: of(({ idle }) => idle),
    load: of(({ load }) => load),
    peer: of(({ peer }) => peer),
    cpu: Object.fromEntries(groups.map((group) => [group, of(({ cpu }) => cpu[group]!)])),
  };
}

function resultFigures({ name, loads, memory }: Result): Figure[] {
  const measured = loads.flatMap(({ name: load, rate, cpu, idle }) => [
    { what: `${name}, ${load}`, value: rate, unit: 'messages/s' },
    ...together(cpu).map(([group, µs]) => ({ what: `  processor time of ${group}`, value: µs, unit: 'µs a message' })),
    { what: '  processors idle (0: the closed loop saturated them)', value: percent(idle), unit: '%' },
  ]);
  const held = together(memory).map(([group, most]) => ({
    what: `${name}, memory of ${group}`,
    value: most,
    unit: 'MiB',
  }));
  return [...measured, ...held];
}

/** Each group and, if there are several, their sum. */
function together(usage: Usage): [string, number][] {
  const groups = Object.entries(usage);
  return groups.length < 2 ? groups : [...groups, ['both together', groups.reduce((sum, [, value]) => sum + value, 0)]];
}

function comparisons(ours: Result, other: Result, goal: number): Figure[] {
  return other.loads.map(({ name, rate }, index) => {
    const share = ratio(ours.loads[index]!.rate, rate);
    return { what: `Hermod / ${other.name}, ${name}`, value: share, unit: '', goal: `≥ ${goal}`, met: share >= goal };
  });
}

/** The highest processor use of the instruments, with any gateway. */
function instrumentFigures(results: Result[]): Figure[] {
  const all = results.flatMap(({ loads }) => loads);
  const figure = (what: string, shares: number[]): Figure => {
    const most = percent(Math.max(...shares));
    return { what: `${what}, at most`, value: most, unit: '% of a core', goal: '< 10 %', met: most < 10 };
  };
  return [
    figure(
      'load generator',
      all.map(({ load }) => load),
    ),
    figure(
      'SMSC and endpoint',
      all.map(({ peer }) => peer),
    ),
  ];
}

const percent = (share: number) => Math.round(share * 1_000) / 10;

/** Instruments that use as much processor time as a gateway hide the difference between two: no result is claimed. */
function withoutGoal({ what, value, unit, goal }: Figure): Figure {
  return { what: goal === undefined ? what : `${what} (not comparable)`, value, unit };
}
