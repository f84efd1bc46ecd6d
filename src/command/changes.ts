import type { Row } from './client.ts';
import { isOver } from './outcome.ts';

/** How long after its acceptance a message's state is still followed. */
export const followedMs = 600_000;

/** Remembers the states that were shown, and tells from a look at the latest messages what is new. */
export class Changes {
  readonly #shown = new Map<string, { status: unknown; acceptedAt: number }>();
  readonly #since: number;

  constructor(since: number) {
    this.#since = since;
  }

  /** From where to look next: the oldest message that may still change, within limits. */
  from(now: number): number {
    const open = [...this.#shown.values()].filter(({ status }) => !isOver(status));
    const oldest = open.reduce((least, { acceptedAt }) => Math.min(least, acceptedAt), now - overlapMs);
    return Math.max(this.#since, now - followedMs, oldest);
  }

  /** Newest first comes in, oldest first goes out: a message that is new, or whose state is. */
  take(messages: readonly Row[], now: number): Row[] {
    const news = messages.filter(({ messageId, status }) => this.#shown.get(messageId as string)?.status !== status);
    for (const { messageId, status, acceptedAt } of news)
      this.#shown.set(messageId as string, { status, acceptedAt: Date.parse(acceptedAt as string) });
    for (const [messageId, { acceptedAt }] of this.#shown)
      if (acceptedAt < now - followedMs - overlapMs) this.#shown.delete(messageId);
    return news.sort((a, b) => moved(a).localeCompare(moved(b)));
  }
}

/** A message becomes visible with its commit, a little after the time it carries; clocks differ a little as well. */
const overlapMs = 30_000;

function moved(row: Row): string {
  return String(row['updatedAt'] ?? row['acceptedAt']);
}
