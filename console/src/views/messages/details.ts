import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { queryClient, read } from '../../api/queries.ts';
import { useScope } from '../../api/session.tsx';
import { type Message, messagesPath, type Resolved, useContentParam } from './search.ts';

const waitMs = 1_000;
const mostPerCall = '1000';
/** The list is filtered by the time of the id, which is older than the acceptance. */
const idAgeMs = 60_000;
const nothing: ReadonlyMap<string, Message> = new Map();

/**
 * Messages of the stream have no text and no reason. The list is asked for these, with the same search, once for all that came within a
 * second; one that it does not return is not asked for again.
 */
export function useDetails(params: Resolved['params'], rows: readonly Message[]): readonly Message[] {
  const path = messagesPath(useScope());
  const content = useContentParam();
  const [details, setDetails] = useState(nothing);
  const asked = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const missing = rows.filter(({ messageId, encoding }) => encoding === undefined && !asked.current.has(messageId));
  const ask = useEffectEvent(async () => {
    timer.current = undefined;
    const first = missing.map(({ acceptedAt }) => acceptedAt).sort()[0];
    if (first === undefined || typeof params !== 'object') return;
    const from = new Date(Date.parse(first) - idAgeMs).toISOString();
    for (const { messageId } of missing) asked.current.add(messageId);
    const query = { ...params, ...content, from, limit: mostPerCall };
    // What fails is asked for with the next message; until then only the text is missing.
    const found = await queryClient
      .fetchQuery({ ...read(path, { params: { query } }), gcTime: 0 })
      .catch(() => undefined);
    const all = (found?.messages ?? []) as Message[];
    setDetails((before) => new Map([...before, ...all.map((each) => [each.messageId, each] as const)]));
  });
  const isMissing = missing.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: those that came meanwhile are asked for next.
  useEffect(() => {
    if (isMissing && timer.current === undefined) timer.current = setTimeout(() => void ask(), waitMs);
  }, [isMissing, details]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return details === nothing ? rows : rows.map((row) => detailed(row, details.get(row.messageId)));
}

/** The stream may know a newer state. */
function detailed(row: Message, known: Message | undefined): Message {
  if (known === undefined || row.encoding !== undefined) return row;
  return row.updatedAt > known.updatedAt ? { ...known, status: row.status, updatedAt: row.updatedAt } : known;
}
