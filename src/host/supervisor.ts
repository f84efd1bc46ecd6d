import type { ChildProcess } from 'node:child_process';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { createSupervisorMetrics, mergeMetrics } from '../metrics.ts';
import type { Address } from './listener.ts';
import type { ToProcess, ToSupervisor } from './protocol.ts';
import { Slot } from './slot.ts';

const metricsPatienceMs = 1_000;

/** Keeps the processes of this machine running. It does no work of its own, so that it has no reason to fail. */
export class Supervisor {
  readonly #slots: Slot[];
  readonly #log: Log;
  readonly #metrics = createSupervisorMetrics();
  readonly #collecting = new Map<number, (from: ChildProcess, metrics: object) => void>();
  #collections = 0;
  #stopping = false;

  constructor(config: Config, databaseUrl: string, address: Address, log: Log) {
    this.#log = log;
    this.#slots = Array.from({ length: config.processes }, (_, slot) => {
      const start = { type: 'start', config, databaseUrl, slot } as const;
      const onMessage = (from: ChildProcess, message: ToSupervisor) => this.#onMessage(from, message);
      return new Slot({
        log,
        address,
        start,
        drainMs: config.drainSeconds * 1_000,
        stallMs: config.stallSeconds * 1_000,
        onMessage,
        onRestart: (reason) => this.#metrics.restarts.inc({ reason }),
      });
    });
  }

  async start(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.start()));
  }

  /** Every process says that it is about to stop, and goes on for now. */
  leave(): void {
    for (const slot of this.#slots) slot.leave();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#slots.map((slot) => slot.stop()));
  }

  /** One after the other, so that all but one answer at full speed. */
  async restart(): Promise<void> {
    try {
      for (const slot of this.#slots) {
        if (this.#stopping) return;
        await slot.replace();
      }
      this.#log.info('all processes have been replaced');
    } catch (error) {
      // A stop ends the successors too, and that is no failure.
      if (!this.#stopping) throw error;
    }
  }

  #onMessage(from: ChildProcess, message: ToSupervisor): void {
    if (message.type === 'collected') this.#collecting.get(message.id)?.(from, message.metrics);
    if (message.type === 'merge') {
      this.#merge(from, message.id).catch((err: unknown) => this.#log.error({ err }, 'metrics could not be merged'));
    }
  }

  /** A scrape reaches one process; it gets the sum over all of them, less any that does not answer in time. */
  async #merge(from: ChildProcess, id: number): Promise<void> {
    const processes = this.#slots.flatMap((slot) => (slot.process?.connected ? [slot.process] : []));
    const parts = await this.#collect(processes);
    const text = await mergeMetrics([...parts, await this.#metrics.registry.getMetricsAsJSON()]);
    if (from.connected) from.send({ type: 'merged', id, text } satisfies ToProcess);
  }

  #collect(processes: ChildProcess[]): Promise<object[]> {
    const id = ++this.#collections;
    const parts = new Map<ChildProcess, object>();
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        this.#collecting.delete(id);
        resolve([...parts.values()]);
      };
      const timer = setTimeout(finish, metricsPatienceMs);
      this.#collecting.set(id, (from, metrics) => {
        parts.set(from, metrics);
        if (parts.size === processes.length) finish();
      });
      for (const child of processes) child.send({ type: 'collect', id } satisfies ToProcess);
    });
  }
}
