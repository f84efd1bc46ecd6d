/** Connections that send too much, read nothing, or send nothing at all. */
import { connect, type Socket } from 'node:net';
import { type Attack, attackersAddress, type Report, scaled, type Target, untilAborted } from './attack.ts';

const pipelinedBytes = 1_500_000;

function open({ base }: Target, localAddress = attackersAddress): Socket {
  const { hostname, port } = new URL(base);
  return connect({ host: hostname, port: Number(port), localAddress });
}

function repeated(request: string, target: Target): Buffer {
  return Buffer.from(request.repeat(scaled(pipelinedBytes / request.length, target)));
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: attack.test\r\n${headers}\r\n`;

/** Writes everything in one piece; starts again on a new connection after the last response, or when the connection is closed. */
function pipelining(
  name: string,
  does: string,
  connections: number,
  requestOf: (target: Target) => string,
  reads: boolean,
): Attack {
  return {
    name,
    does,
    ...(reads ? {} : { accepts: null }),
    async run(target, report) {
      const bytes = repeated(requestOf(target), target);
      const begin = () => {
        if (report.signal.aborted) return;
        const socket = open(target);
        report.count('begun');
        report.signal.addEventListener('abort', () => socket.destroy(), { once: true });
        socket.on('error', (error: NodeJS.ErrnoException) => report.count(error.code ?? error.name));
        socket.once('connect', () => report.count('connected'));
        if (reads) socket.on('data', countAccepted(report));
        socket.on('close', () => {
          report.count('connection closed');
          setTimeout(begin, 20);
        });
        socket.end(bytes);
      };
      for (let index = 0; index < connections; index++) begin();
      report.atStrength();
      await untilAborted(report.signal);
    },
  };
}

const accepted = 'HTTP/1.1 2';

/** A status line may come in two pieces. */
function countAccepted(report: Report): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    report.count('piece of answers');
    const text = rest + chunk.toString('latin1');
    report.accepted(text.split(accepted).length - 1);
    rest = text.slice(1 - accepted.length);
  };
}

const withoutKey = pipelining(
  'pipelining',
  '1.5 MB of requests without a key on each of 4 connections, written in one piece',
  4,
  () => get('/v1/account'),
  true,
);
const withKey = pipelining(
  'pipelining-key',
  '1.5 MB of requests with a key on each of 4 connections, written in one piece',
  4,
  ({ attacker }) => get('/v1/sms/messages?limit=1', `apikey: ${attacker.key}\r\n`),
  true,
);
const unread = pipelining(
  'unread-answers',
  '1.5 MB of requests for /openapi.json on each of 16 connections, whose responses are never read',
  16,
  () => get('/openapi.json'),
  false,
);

const processes = 3;

const silent: Attack = {
  name: 'silent-connections',
  does: '40,000 connections that never say anything (as many as the system allows), opened again when they are closed',
  accepts: 'connections',
  processes,
  async run(target, report) {
    const most = Math.min(scaled(40_000 / processes, target), descriptors() - 500);
    const sockets = new Set<Socket>();
    while (sockets.size < most && !report.signal.aborted) {
      await openSome(target, report, sockets, Math.min(500, most - sockets.size));
    }
    report.atStrength();
    while (!report.signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await openSome(target, report, sockets, Math.min(500, most - sockets.size));
    }
    for (const socket of sockets) socket.destroy();
  },
};

/** Each process has addresses of its own: one address has fewer ports than that. */
async function openSome(target: Target, report: Report, sockets: Set<Socket>, count: number): Promise<void> {
  const one = (index: number) =>
    new Promise<void>((resolve) => {
      report.count('begun');
      const socket = open(target, `127.6.${target.index + 10}.${(index % 10) + 1}`);
      sockets.add(socket);
      const closed = () => {
        sockets.delete(socket);
        resolve();
      };
      socket.setTimeout(3_000, () => resolve());
      socket.once('connect', () => {
        report.count('connected');
        report.accepted();
        resolve();
      });
      socket.on('close', closed);
      socket.on('error', (error: NodeJS.ErrnoException) => report.count(error.code ?? error.name));
    });
  await Promise.all(Array.from({ length: count }, (_, index) => one(index)));
}

/** Node raises the soft limit of a process to the hard one at its start. */
function descriptors(): number {
  const report = process.report.getReport() as unknown as {
    userLimits?: { open_files?: { soft: number | string } };
  };
  const soft = Number(report.userLimits?.open_files?.soft);
  return Number.isFinite(soft) ? soft : 1_024;
}

export const connectionAttacks: Attack[] = [withoutKey, withKey, unread, silent];
