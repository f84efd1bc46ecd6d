/**
 * Cost and latency of a message at the rates of an ordinary day, and saturated. With an Idempotency-Key and with late
 * receipts as well, each as a ratio to the same load without, in turn in one run.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryNow, perUnit, type Usage, usage, watchOthers } from '../cpu.ts';
import { type Flood, floodWhole } from '../flood.ts';
import { type Hermod, hermod, type Load } from '../gateways.ts';
import { delayReceipts, type Peer, type ReportTimes, reportTimes, startPeer } from '../peers.ts';
import {
  atLeast,
  atMost,
  type Figure,
  median,
  type Options,
  othersFigure,
  ratio,
  type Scenario,
  tenths,
} from '../scenario.ts';

/** With the goals for a rate: milliseconds of processor time per message (Node and PostgreSQL), and of accept. */
type Rate = { readonly rate: number; readonly cpu?: number; readonly p50?: number; readonly p99?: number };

const rateGoals: readonly Rate[] = [
  { rate: 10 },
  { rate: 50 },
  { rate: 200, cpu: 2, p50: 12, p99: 30 },
  { rate: 500, cpu: 1.4 },
  { rate: 1_000, cpu: 1 },
];
const reportGoalMs = 150;
const memoryGoals: Usage = { Node: 300, PostgreSQL: 250 };
/** As a closed loop. Receipts arrive with the response unless a delay is given. */
const saturated = {
  plain: { connections: 64, receiptMs: 0 },
  keyed: { connections: 64, receiptMs: 0, keyed: true },
  late: { connections: 64, receiptMs: 1_000 },
} as const;

type Measured = Pick<Flood, 'rate' | 'p50' | 'p99'> & { cpu: Usage; reports: ReportTimes; memory: Usage };

export const rates: Scenario = {
  name: 'rates',
  about: 'processor time, accept and reports at 10 to 1,000 messages/s and saturated; Idempotency-Key; late receipts',
  needsCompiler: true,
  run: measure,
};

async function measure({ quick }: Options, say: (line: string) => void): Promise<Figure[]> {
  const seconds = quick ? 3 : 20;
  const peer = await startPeer();
  const gateway = await hermod();
  const once = (load: Load & { rate?: number }) => measureOnce(peer, gateway, load, seconds);
  try {
    // Warm-up, not counted: connections, caches and compiled code have to settle.
    await once(saturated.plain);
    // Vacuum, garbage collection and the compiler still work on the flood for a moment.
    await sleep(5_000);
    const others = watchOthers(gateway.groups);
    const figures: Figure[] = [];
    for (const goals of rateGoals) {
      const { rate } = goals;
      const measured = await once({ rate, connections: Math.min(64, rate) });
      figures.push(...rateFigures(`${rate.toLocaleString('en')} messages/s`, measured, goals, reportGoalMs));
      say(`${rate} messages/s: ${JSON.stringify(measured)}`);
    }
    const rounds: Record<keyof typeof saturated, Measured>[] = [];
    for (let round = 0; round < (quick ? 1 : 3); round++) {
      const measured = {} as Record<keyof typeof saturated, Measured>;
      for (const name of ['plain', 'keyed', 'late'] as const) {
        await delayReceipts(saturated[name].receiptMs);
        measured[name] = await once(saturated[name]);
        say(`saturated, ${name}: ${JSON.stringify(measured[name])}`);
      }
      rounds.push(measured);
    }
    return [...figures, ...saturatedFigures(rounds), othersFigure(others())];
  } finally {
    await gateway.stop();
    await peer.stop();
  }
}

async function measureOnce(
  peer: Peer,
  gateway: Hermod,
  { rate, ...load }: Load & { rate?: number },
  seconds: number,
): Promise<Measured> {
  await reportTimes();
  const before = usage(gateway.groups);
  const pace = rate === undefined ? {} : { rate };
  const result = await floodWhole(peer, { ...gateway.request(load), ...pace, seconds });
  return {
    ...{ rate: result.rate, p50: result.p50, p99: result.p99 },
    cpu: perUnit(before, usage(gateway.groups), result.messages),
    reports: await reportTimes(),
    memory: memoryNow(gateway.groups),
  };
}

function rateFigures(
  what: string,
  { cpu, p50, p99, reports }: Measured,
  goals: Partial<Rate>,
  reportMs?: number,
): Figure[] {
  const milliseconds = (µs: number) => Math.round(µs / 10) / 100;
  const both = Object.values(cpu).reduce((sum, µs) => sum + µs, 0);
  return [
    ...Object.entries(cpu).map(([group, µs]) => ({
      what: `${what}: processor time of ${group}`,
      value: milliseconds(µs),
      unit: 'ms a message',
    })),
    atMost('  of both together', milliseconds(both), 'ms a message', goals.cpu),
    atMost('  accept p50', tenths(p50), 'ms', goals.p50),
    atMost('  accept p99', tenths(p99), 'ms', goals.p99),
    atMost('  answer of the carrier to report SENT, p99', tenths(reports.sent.p99), 'ms', reportMs),
    atMost('  receipt to report DELIVERED, p99', tenths(reports.delivered.p99), 'ms', reportMs),
  ];
}

function saturatedFigures(rounds: Record<keyof typeof saturated, Measured>[]): Figure[] {
  const share = (name: 'keyed' | 'late') => median(rounds.map((round) => ratio(round[name].rate, round.plain.rate)));
  const middle = rounds.toSorted((a, b) => a.plain.rate - b.plain.rate)[Math.floor(rounds.length / 2)]!.plain;
  const most = (group: string) =>
    Math.max(...rounds.flatMap((round) => Object.values(round).map(({ memory }) => memory[group]!)));
  return [
    { what: 'saturated, 64 connections', value: middle.rate, unit: 'messages/s' },
    ...rateFigures('saturated', middle, {}),
    atLeast('with an Idempotency-Key / without', share('keyed'), '', 0.95),
    atLeast('receipts after 1 s / with the answer', share('late'), '', 0.9),
    ...Object.entries(memoryGoals).map(([group, goal]) =>
      atMost(`memory of ${group} (PSS), at most`, most(group), 'MiB', goal),
    ),
  ];
}
