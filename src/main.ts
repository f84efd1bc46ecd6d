/** Entry point of one process. Its supervisor starts it by a message, and it ends with its supervisor. */
import type { Socket } from 'node:net';
import { exitCodes, Problem } from './base/problem.ts';
import { releaseAfterStart } from './host/memory.ts';
import { beatMs, type ToProcess, type ToSupervisor } from './host/protocol.ts';
import { type Service, startService } from './service.ts';
import { createLog } from './telemetry/log.ts';

let service: Service | undefined;
let log = createLog('info');
const merging = new Map<number, (text: string) => void>();
let merges = 0;
let ended: Promise<void> | undefined;

process.on('message', (message: ToProcess, handle: Socket) => {
  onMessage(message, handle).catch(onFailure);
});
// The supervisor was killed: release the port immediately, so that the next supervisor can listen on it.
process.on('disconnect', () => exit('immediate'));
process.on('SIGTERM', () => exit('immediate'));
// Ctrl-C reaches every process of the terminal; the supervisor decides what to stop.
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});

async function onMessage(message: ToProcess, handle: Socket): Promise<void> {
  switch (message.type) {
    case 'start':
      log = createLog(message.config.logLevel, { process: message.slot });
      service = await startService({ ...message, listener: handle, gatherMetrics });
      send({ type: 'ready' });
      releaseAfterStart();
      return reportAlive();
    case 'leave':
      return service?.leave();
    case 'retire':
      return exit('graceful');
    case 'shed':
      return service?.shed();
    case 'collect':
      return send({ type: 'collected', id: message.id, metrics: (await service?.metrics()) ?? [] });
    case 'merged':
      merging.get(message.id)?.(message.text);
      merging.delete(message.id);
  }
}

function gatherMetrics(): Promise<string> {
  return new Promise((resolve) => {
    merging.set(++merges, resolve);
    send({ type: 'merge', id: merges });
  });
}

/** Called when everything is loaded, which may take long on a slow machine. */
function reportAlive(): void {
  let before = performance.eventLoopUtilization();
  const report = () => {
    const now = performance.eventLoopUtilization();
    send({ type: 'alive', utilisation: performance.eventLoopUtilization(now, before).utilization });
    before = now;
  };
  setInterval(report, beatMs).unref();
  send({ type: 'alive' });
}

function send(message: ToSupervisor): void {
  // 'disconnect' reports a supervisor that has ended.
  if (process.connected) process.send?.(message, undefined, {}, () => {});
}

function exit(manner: 'graceful' | 'immediate'): void {
  const stopped = service?.stop(manner) ?? Promise.resolve();
  stopped.then(() => (ended ??= end())).catch(onFailure);
}

/** Exits once the supervisor has received the last counts, or has ended. */
async function end(): Promise<void> {
  const metrics = (await service?.metrics()) ?? [];
  if (!process.connected) process.exit(0);
  process.send?.({ type: 'ended', metrics } satisfies ToSupervisor, undefined, {}, () => process.exit(0));
}

function onFailure(error: unknown): void {
  const known = error instanceof Problem;
  // The log's serializer omits the stack of expected errors, such as an unreachable database.
  if (!known) log.error({ err: error }, 'this process has failed');
  const { message } = error as Error;
  send({
    type: 'failed',
    message,
    next: known ? error.next : '',
    exitCode: known ? error.exitCode : exitCodes.unexpected,
  });
  // The message above is queued in the channel; exiting immediately would lose it.
  setImmediate(() => process.exit(exitCodes.unexpected));
}
