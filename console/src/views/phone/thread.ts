import type { Operator } from '../../api/client.ts';

export type Bubble = Operator['Phone']['thread'][number];

/** The code in the text of a message, if there is exactly one: six digits that belong to no longer number. */
export function codeIn(text: string | undefined): string | undefined {
  const codes = text?.match(/(?<![\d+])\d{6}(?!\d)/g);
  return codes?.length === 1 ? codes[0] : undefined;
}

/** The senders that this phone knows, newest first; a reply goes to one of them. */
export function correspondents(thread: readonly Bubble[]): string[] {
  return [...new Set(thread.map(({ sender }) => sender).reverse())];
}

/** Bubbles of a day together; the day is that of the reader. */
export function byDay(thread: readonly Bubble[]): { day: string; bubbles: Bubble[] }[] {
  const days = Map.groupBy(thread, ({ at }) => new Date(at).toDateString());
  return [...days].map(([day, bubbles]) => ({ day, bubbles }));
}
