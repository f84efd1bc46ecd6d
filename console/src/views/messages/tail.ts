import { useEffect, useState } from 'react';
import { refresh } from '../../api/queries.ts';
import type { LiveMessage } from '../../live/events.ts';
import { useLiveEvent } from '../../live/useLive.tsx';
import { matches, type Query } from './query.ts';
import { type Message, messagePaths } from './search.ts';

/** More than these on top of the list, and the oldest of them are left to the next search. */
const mostKept = 500;
/** Further down, the person is reading, and the lines must not move. */
const atTopPx = 80;

type Tail = { readonly fresh: readonly Message[]; readonly changed: ReadonlyMap<string, Message> };
const nothing: Tail = { fresh: [], changed: new Map() };

/**
 * What happens while a list is shown: new messages on top, and new states of those in it. While one scrolls, new ones are
 * only counted.
 */
export function useTail(query: Query & { accountId?: string | undefined }, search: string, rows: readonly Message[]) {
  const [tail, setTail] = useState<Tail>(nothing);
  const [waiting, setWaiting] = useState<readonly Message[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search begins with nothing.
  useEffect(() => {
    setTail(nothing);
    setWaiting([]);
  }, [search]);
  const show = (messages: readonly Message[]) =>
    setTail((before) => ({ ...before, fresh: onTop(before.fresh, messages) }));
  useLiveEvent('messages', ({ messages }) => {
    const all = messages as (Message & LiveMessage)[];
    setTail((before) => ({ ...before, changed: withAll(before.changed, all) }));
    const shown = new Set([...rows, ...tail.fresh].map(({ messageId }) => messageId));
    const fitting = all.filter((message) => !shown.has(message.messageId) && matches(query, message));
    if (fitting.length === 0) return;
    if (window.scrollY < atTopPx) show(fitting);
    else setWaiting((before) => onTop(before, fitting));
  });
  useLiveEvent('reset', () => void refresh(...messagePaths));
  const showWaiting = () => {
    show(waiting);
    setWaiting([]);
    window.scrollTo({ top: 0 });
  };
  useEffect(() => {
    if (waiting.length === 0) return;
    const onScroll = () => {
      if (window.scrollY >= atTopPx) return;
      setTail((before) => ({ ...before, fresh: onTop(before.fresh, waiting) }));
      setWaiting([]);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, [waiting]);
  return { fresh: tail.fresh, shown: merged(rows, tail), waiting, showWaiting };
}

/** New ones first; one that came again stays where it is. */
function onTop(before: readonly Message[], messages: readonly Message[]): readonly Message[] {
  const known = new Set(before.map(({ messageId }) => messageId));
  const added = messages.filter(({ messageId }) => !known.has(messageId));
  return [...added].sort(latestFirst).concat(before).slice(0, mostKept);
}

function withAll(before: ReadonlyMap<string, Message>, messages: readonly Message[]): ReadonlyMap<string, Message> {
  const all = new Map(before);
  for (const message of messages) {
    all.delete(message.messageId);
    all.set(message.messageId, message);
  }
  return all.size > 2 * mostKept ? new Map([...all].slice(-mostKept)) : all;
}

/** A state from the stream counts if it is newer than the one in the list. Only messages newer than the list are added on top. */
function merged(rows: readonly Message[], { fresh, changed }: Tail): Message[] {
  const known = new Set(rows.map(({ messageId }) => messageId));
  const newest = rows[0]?.acceptedAt ?? '';
  const added = fresh.filter(({ messageId, acceptedAt }) => !known.has(messageId) && acceptedAt >= newest);
  return [...added, ...rows].map((row) => {
    const heard = changed.get(row.messageId);
    return heard && heard.updatedAt > row.updatedAt
      ? { ...row, status: heard.status, updatedAt: heard.updatedAt }
      : row;
  });
}

function latestFirst(a: Message, b: Message): number {
  return a.messageId < b.messageId ? 1 : -1;
}
