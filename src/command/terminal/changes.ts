import type { Row } from './client.ts';
import { isOver } from './outcome.ts';

/** How long after its acceptance a message's state is still followed, while newer ones come in. */
export const followedMs = 600_000;
/** A message becomes visible with its commit, a little after the time it carries. */
const overlapMs = 30_000;

/**
 * Remembers the states that were shown, and tells from a look at the latest messages what is new. After the beginning it goes
 * by the times of the messages: the clock of this machine may be another than the service's.
 */
export class Changes {
  readonly #shown = new Map<string, { status: unknown; acceptedAt: number }>();
  readonly #since: number;
  #newest: number;

  constructor(since: number) {
    this.#since = since;
    this.#newest = since;
  }

  /** From where to look next: the oldest message that may still change, within limits. */
  get from(): number {
    const open = [...this.#shown.values()].filter(({ status }) => !isOver(status));
    const oldest = open.reduce((least, { acceptedAt }) => Math.min(least, acceptedAt), this.#newest - overlapMs);
    return Math.max(this.#since, this.#newest - followedMs, oldest);
  }

  /** Messages that are new, or whose state is, in the order in which that happened. */
  take(messages: readonly Row[]): Row[] {
    const news = messages.filter(({ messageId, status }) => this.#shown.get(messageId as string)?.status !== status);
    for (const { messageId, status, acceptedAt } of news)
      this.#remember(messageId as string, status, acceptedAt as string);
    for (const [messageId, { acceptedAt }] of this.#shown)
      if (acceptedAt < this.#newest - followedMs - overlapMs) this.#shown.delete(messageId);
    return news.sort((a, b) => movedAt(a).localeCompare(movedAt(b)));
  }

  #remember(messageId: string, status: unknown, accepted: string): void {
    const acceptedAt = Date.parse(accepted);
    this.#shown.set(messageId, { status, acceptedAt });
    this.#newest = Math.max(this.#newest, acceptedAt);
  }
}

function movedAt(row: Row): string {
  return String(row['updatedAt'] ?? row['acceptedAt']);
}
