import { databaseFault } from './fault.ts';

/** How long a rejected write counts although the probe succeeds: the probe may use another tablespace. */
const heldMs = 10_000;

/**
 * Whether the database accepts writes, as this process last saw it. Every failed statement is reported here, at no cost; so is the
 * heartbeat, which also runs without traffic, and only its success ends a fault.
 */
export class Writes {
  #fault: { readonly text: string; readonly until: number } | undefined;

  /** Why the database accepts no writes; undefined while it does. */
  get fault(): string | undefined {
    return this.#fault?.text;
  }

  failed(error: unknown, now = performance.now()): void {
    const fault = databaseFault(error);
    if (fault?.stopsWrites === true) this.#fault = { text: fault.text, until: now + heldMs };
  }

  probeFailed(error: unknown): void {
    this.#fault = { text: databaseFault(error)?.text ?? (error as Error).message, until: 0 };
  }

  probeSucceeded(now = performance.now()): void {
    if (this.#fault !== undefined && now >= this.#fault.until) this.#fault = undefined;
  }
}
