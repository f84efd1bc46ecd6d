import { databaseFault } from './fault.ts';

/** How long a write that was refused counts although the probe succeeds: it may not meet what others meet, such as a tablespace. */
const heldMs = 10_000;

/**
 * Whether the database takes writes, as this process has last seen it. Every statement that fails says so, which costs nothing; the
 * heartbeat, which also runs without traffic, says so too, and it alone says that writing is possible again.
 */
export class Writes {
  #fault: { readonly text: string; readonly until: number } | undefined;

  /** Why nothing can be written; undefined while it can. */
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
