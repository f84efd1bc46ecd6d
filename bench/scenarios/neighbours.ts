/**
 * A customer in a closed loop, alone and beside small customers: how much of its throughput it keeps, and how the small customers
 * are affected. All loads in turn in one run, several times, so that a busy moment of the machine affects all; medians count.
 */
import { makeAccounts, numberedKey } from '../accounts.ts';
import { watchOthers } from '../cpu.ts';
import { floodWhole, sendInC } from '../flood.ts';
import { hermod } from '../gateways.ts';
import { startPeer } from '../peers.ts';
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

type Crowd = {
  readonly name: string;
  readonly accounts: number;
  /** Messages per second of all small customers together. */
  readonly rate: number;
  readonly connections: number;
  /** Share of the large customer's throughput alone. */
  readonly share: number;
  readonly p50?: number;
  readonly p99: number;
};

const crowds: readonly Crowd[] = [
  {
    ...{ name: '20 accounts, a message a second each', accounts: 20, rate: 20, connections: 20 },
    ...{ share: 0.95, p50: 30, p99: 100 },
  },
  {
    ...{ name: '1,000 accounts, a message every 10 s each', accounts: 1_000, rate: 100, connections: 100 },
    ...{ share: 0.9, p99: 100 },
  },
];

type Noticed = { p50: number; p99: number; refused: number };
type Round = { alone: number; beside: (Noticed & { rate: number })[] };

export const neighbours: Scenario = {
  name: 'neighbours',
  about: 'a large customer on 64 connections, alone, beside 20 accounts and beside 1,000',
  needsCompiler: true,
  run: measure,
};

async function measure({ quick }: Options, say: (line: string) => void): Promise<Figure[]> {
  const seconds = quick ? 5 : 20;
  const peer = await startPeer({ gatherMs: 1 });
  const gateway = await hermod();
  const request = gateway.request({ connections: 64 });
  const large = () => floodWhole(peer, { ...request, seconds });
  try {
    await makeAccounts(gateway, Math.max(...crowds.map(({ accounts }) => accounts)));
    // Warm-up, not counted: connections, caches and compiled code have to settle.
    await large();
    const others = watchOthers(gateway.groups);
    const rounds: Round[] = [];
    for (let round = 0; round < (quick ? 1 : 3); round++) {
      const { rate: alone } = await large();
      say(`alone: ${alone} messages/s`);
      const beside: Round['beside'] = [];
      for (const crowd of crowds) {
        const [{ rate }, noticed] = await Promise.all([large(), sendAs(crowd)]);
        beside.push({ rate, ...noticed });
        say(`beside ${crowd.name}: ${rate} messages/s; they notice ${JSON.stringify(noticed)}`);
      }
      rounds.push({ alone, beside });
    }
    return [
      { what: 'large customer, alone', value: median(rounds.map(({ alone }) => alone)), unit: 'messages/s' },
      ...crowds.flatMap((crowd, index) => figures(crowd, index, rounds)),
      othersFigure(others()),
    ];
  } finally {
    await gateway.stop();
    await peer.stop();
  }

  /** Without a report URL, so that all counted reports are the large customer's. */
  async function sendAs({ accounts, rate, connections }: Crowd): Promise<Noticed> {
    const { answered, lost, statuses, p50, p99 } = await sendInC({
      ...{ port: request.port, path: request.path, connections, rate, cycle: accounts, seconds },
      headers: { apikey: `${numberedKey}@N@`, 'content-type': 'application/json' },
      body: JSON.stringify({ sender: 'Hermod', destinations: ['+38640100001'], message: { content: 'A small one' } }),
    });
    return { p50: tenths(p50), p99: tenths(p99), refused: answered - (statuses['202'] ?? 0) + lost };
  }
}

function figures({ name, share, p50, p99 }: Crowd, index: number, rounds: readonly Round[]): Figure[] {
  const beside = rounds.map(({ beside }) => beside[index]!);
  const kept = median(rounds.map(({ alone, beside }) => ratio(beside[index]!.rate, alone)));
  return [
    { what: `large customer, beside ${name}`, value: median(beside.map(({ rate }) => rate)), unit: 'messages/s' },
    atLeast('  of its rate alone', kept, '', share),
    atMost('  neighbours: accept p50', median(beside.map(({ p50 }) => p50)), 'ms', p50),
    atMost('  neighbours: accept p99', median(beside.map(({ p99 }) => p99)), 'ms', p99),
    atMost('  neighbours: refused', Math.max(...beside.map(({ refused }) => refused)), 'requests', 0),
  ];
}
