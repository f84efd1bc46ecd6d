/**
 * The resources that a rate needs, computed from the cost of one message: the table of docs/capacity.md. `node bench/sizing.ts` prints
 * it from the figures below. When they are measured again (`npm run bench -- cost`), change them here and paste the output.
 */
import { pathToFileURL } from 'node:url';

/** For one message with two reports, in one part. */
export type Costs = {
  /** Processor time of Hermod's processes and of PostgreSQL. */
  readonly nodeMicros: number;
  readonly postgresMicros: number;
  readonly diskBytes: number;
  readonly walBytes: number;
  /** HTTP, SMPP and webhooks, both directions. */
  readonly networkBytes: number;
  /** WAL syncs of a message alone, and per second of one busy process, where messages share them. */
  readonly syncsAlone: number;
  readonly syncsOfProcess: number;
};

export const measured: Costs = {
  nodeMicros: 577,
  postgresMicros: 322,
  diskBytes: 1_900,
  walBytes: 2_600,
  networkBytes: 2_400,
  syncsAlone: 5,
  syncsOfProcess: 100,
};

/** Target utilization of a core: the rest is reserve for peaks, vacuum and a failed node. */
const busyShare = 0.6;
const processesOfNode = 8;
const connectionsOfProcess = 14;
const daySeconds = 86_400;
const rates = [10, 100, 1_000, 10_000, 100_000];

export type Size = {
  readonly rate: number;
  readonly processes: number;
  readonly nodes: number;
  readonly nodeCores: number;
  readonly postgresCores: number;
  readonly connections: number;
  readonly walBytesSecond: number;
  readonly syncsSecond: number;
  readonly networkBitsSecond: number;
  readonly diskBytesDay: number;
};

export function sizeFor(rate: number, costs: Costs): Size {
  const nodeCores = (rate * costs.nodeMicros) / 1e6 / busyShare;
  // Two nodes, so that one may fail: the remaining node has to carry the load.
  const processes = Math.max(2, Math.ceil(nodeCores));
  const nodes = Math.max(2, Math.ceil(processes / processesOfNode));
  return {
    ...{ rate, processes, nodes, nodeCores },
    postgresCores: (rate * costs.postgresMicros) / 1e6 / busyShare,
    connections: (processes + nodes) * connectionsOfProcess,
    walBytesSecond: rate * costs.walBytes,
    syncsSecond: Math.min(rate * costs.syncsAlone, processes * costs.syncsOfProcess),
    networkBitsSecond: rate * costs.networkBytes * 8,
    diskBytesDay: rate * daySeconds * costs.diskBytes,
  };
}

const head = [
  ...['Messages/s', 'Cores for Hermod', 'Processes', 'Nodes', 'Cores for PostgreSQL', 'Connections', 'WAL/s'],
  ...['Syncs/s', 'Network', 'Disk a day', 'Disk of 90 days'],
];

/** As Markdown. */
export function sizingTable(costs: Costs): string {
  const rows = rates.map((rate) => {
    const size = sizeFor(rate, costs);
    return [
      ...[number(rate), cores(size.nodeCores), number(size.processes), number(size.nodes), cores(size.postgresCores)],
      ...[number(size.connections), `${unit(size.walBytesSecond)}B`, number(round(size.syncsSecond))],
      ...[`${unit(size.networkBitsSecond)}bit/s`, `${unit(size.diskBytesDay)}B`, `${unit(size.diskBytesDay * 90)}B`],
    ];
  });
  return [head, head.map(() => '---:'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const number = (value: number) => value.toLocaleString('en');
const cores = (value: number) => (value < 0.1 ? '< 0.1' : number(round(value)));
/** Two significant digits: more would exceed the accuracy of the measurement. */
const round = (value: number) => Number(value.toPrecision(2));

function unit(value: number): string {
  const units = ['', 'k', 'M', 'G', 'T', 'P'];
  const power = Math.floor(Math.log10(value) / 3);
  return `${round(value / 1_000 ** power)} ${units[power]}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(sizingTable(measured));
