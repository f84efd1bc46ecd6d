/** The customers' side of a run: what they requested, and what they may expect after the responses they got. */
import type { ClientLine, Fate } from './journal.ts';

type Asked = Extract<ClientLine, { kind: 'asked' }>;
type Accepted = Extract<ClientLine, { kind: 'accepted' }>;

/** An accepted message, with everything known about its expected outcome. */
export type Expected = {
  readonly id: string;
  readonly token: string;
  readonly destination: string;
  readonly account: string;
  readonly fate: Fate;
  readonly parts: number;
  readonly scheduled: boolean;
  readonly reports: boolean;
  readonly cancelled: 'yes' | 'no' | 'maybe';
};

export type Sides = {
  readonly asked: ReadonlyMap<string, Asked>;
  readonly expected: readonly Expected[];
  /** Tokens that were refused for good, and those whose outcome the customer never learned. */
  readonly refused: ReadonlySet<string>;
  readonly maybe: ReadonlySet<string>;
};

export function sidesOf(client: readonly ClientLine[]): Sides {
  const asked = new Map(ofKind(client, 'asked').map((line) => [line.token, line]));
  const cancelled = new Set(ofKind(client, 'cancelled').map(({ messageId }) => messageId));
  const unsure = new Set(ofKind(client, 'cancel unanswered').map(({ messageId }) => messageId));
  const expected = ofKind(client, 'accepted').flatMap((line) =>
    toExpected(line, asked.get(line.token)!, cancelled, unsure),
  );
  return {
    asked,
    expected,
    refused: new Set(ofKind(client, 'refused').map(({ token }) => token)),
    maybe: new Set(ofKind(client, 'unanswered').map(({ token }) => token)),
  };
}

function toExpected(
  { token, scheduled, messages }: Accepted,
  { account, fate, parts, reports }: Asked,
  cancelled: ReadonlySet<string>,
  unsure: ReadonlySet<string>,
): Expected[] {
  return messages.map(({ messageId: id, destination }) => ({
    ...{ id, token, destination, account, fate, parts, scheduled, reports },
    cancelled: cancelled.has(id) ? 'yes' : unsure.has(id) ? 'maybe' : 'no',
  }));
}

function ofKind<K extends ClientLine['kind']>(
  lines: readonly ClientLine[],
  kind: K,
): Extract<ClientLine, { kind: K }>[] {
  return lines.filter((line): line is Extract<ClientLine, { kind: K }> => line.kind === kind);
}

export function group<T>(items: Iterable<T>, name: (item: T) => string): Map<string, T[]> {
  return Map.groupBy(items, name);
}

export function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}
