import type { Runtime } from '../runtime.ts';
import type { CarrierRow } from '../store/carrier/carriers.ts';
import { addRefusals } from '../store/carrier/links.ts';
import { Loop } from '../work/loop.ts';

const storeMs = 3_000;
/** A carrier may send any number of different statuses; beyond this many they are counted together. */
const mostStatuses = 60;
const other = 'other';

/** Counts submits that carriers refuse, by status: immediately in the metrics, every 3 s in the database for the operator. */
export class Refusals {
  readonly #runtime: Runtime;
  /** Counts that are not stored yet, by carrier and status; a status stays known, so that their number is bounded. */
  readonly #known = new Map<string, Map<string, number>>();
  #loop: Loop | undefined;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  start(): void {
    this.#loop = new Loop('refusals', storeMs, this.#runtime.log, () => this.#store());
  }

  async stop(): Promise<void> {
    await this.#loop?.stop();
    await this.#store().catch((err: unknown) =>
      this.#runtime.log.warn({ err }, 'the last refusals of carriers were not stored'),
    );
  }

  note({ id, name }: CarrierRow, status: string): void {
    let counts = this.#known.get(id);
    if (counts === undefined) {
      counts = new Map();
      this.#known.set(id, counts);
    }
    const label = counts.has(status) || counts.size < mostStatuses ? status : other;
    counts.set(label, (counts.get(label) ?? 0) + 1);
    this.#runtime.metrics.refusals.inc({ carrier: name, status: label });
  }

  async #store(): Promise<boolean> {
    const refused = [...this.#known].flatMap(([carrierId, counts]) =>
      [...counts].map(([status, count]) => ({ carrierId, status, count })).filter(({ count }) => count > 0),
    );
    if (refused.length === 0) return false;
    await addRefusals(this.#runtime.db, refused);
    for (const { carrierId, status, count } of refused) {
      const counts = this.#known.get(carrierId)!;
      counts.set(status, counts.get(status)! - count);
    }
    return false;
  }
}
