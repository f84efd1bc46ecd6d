/** The entry of one process. It belongs to a supervisor: it starts when told to, and ends with it. */
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
// The supervisor was killed: let go of the port at once, so that its successor can have it.
process.on('disconnect', () => exit('at once'));
process.on('SIGTERM', () => exit('at once'));
// Ctrl-C reaches the whole terminal; the supervisor decides what comes of it.
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});

async function onMessage(message: ToProcess, handle: Socket): Promise<void> {
  switch (message.type) {
    case 'start':
      log = createLog(message.config.logLevel, { process: message.slot });
      service = await startService({ ...message, listener: handle, gatherMetrics });
      tell({ type: 'ready' });
      releaseAfterStart();
      return sayAlive();
    case 'leave':
      return service?.leave();
    case 'retire':
      return exit('in peace');
    case 'shed':
      return service?.shed();
    case 'collect':
      return tell({ type: 'collected', id: message.id, metrics: (await service?.metrics()) ?? [] });
    case 'merged':
      merging.get(message.id)?.(message.text);
      merging.delete(message.id);
  }
}

function gatherMetrics(): Promise<string> {
  return new Promise((resolve) => {
    merging.set(++merges, resolve);
    tell({ type: 'merge', id: merges });
  });
}

/** Only from now on: loading everything takes as long as the machine needs. */
function sayAlive(): void {
  let before = performance.eventLoopUtilization();
  const say = () => {
    const now = performance.eventLoopUtilization();
    tell({ type: 'alive', utilisation: performance.eventLoopUtilization(now, before).utilization });
    before = now;
  };
  setInterval(say, beatMs).unref();
  tell({ type: 'alive' });
}

function tell(message: ToSupervisor): void {
  // A supervisor that is gone does not hear it, and that it is gone is noticed elsewhere.
  if (process.connected) process.send?.(message, undefined, {}, () => {});
}

function exit(manner: 'in peace' | 'at once'): void {
  const stopped = service?.stop(manner) ?? Promise.resolve();
  stopped.then(() => (ended ??= end())).catch(onFailure);
}

/** Exits once the supervisor has the last counts, or is gone. */
async function end(): Promise<void> {
  const metrics = (await service?.metrics()) ?? [];
  if (!process.connected) process.exit(0);
  process.send?.({ type: 'ended', metrics } satisfies ToSupervisor, undefined, {}, () => process.exit(0));
}

function onFailure(error: unknown): void {
  const known = error instanceof Problem;
  // Its serializer knows what needs no stack: a database that is away is no fault of ours.
  if (!known) log.error({ err: error }, 'this process has failed');
  const { message } = error as Error;
  tell({
    type: 'failed',
    message,
    next: known ? error.next : '',
    exitCode: known ? error.exitCode : exitCodes.unexpected,
  });
  // The message above leaves through the channel's queue; an immediate exit would cut it off.
  setImmediate(() => process.exit(exitCodes.unexpected));
}
