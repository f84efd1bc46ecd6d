import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { queryClient, read } from '../../api/queries.ts';
import { useMayRead, useScope } from '../../api/session.tsx';
import { type Message, messagesPath, type Resolved } from './search.ts';

const waitMs = 1_000;
const mostPerCall = '1000';
/** The list is filtered by the time of the id, which is older than the acceptance. */
const idAgeMs = 60_000;
/** A message is asked for this often: a busy service may return a page before it has found everything. */
const mostTries = 5;
const nothing: ReadonlyMap<string, string> = new Map();

/**
 * Messages of the stream, `fresh`, have no text. The list is asked for the texts, with the same search, once a second for all messages
 * that came meanwhile.
 */
export function useFreshTexts(params: Resolved['params'], fresh: readonly Message[], shown: readonly Message[]) {
  const path = messagesPath(useScope());
  const mayRead = useMayRead('text');
  const [texts, setTexts] = useState(nothing);
  const tries = useRef(new Map<string, number>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const triesOf = (messageId: string) => tries.current.get(messageId) ?? 0;
  const missing = mayRead
    ? fresh.filter(({ messageId }) => !texts.has(messageId) && triesOf(messageId) < mostTries)
    : [];
  const ask = useEffectEvent(async () => {
    timer.current = undefined;
    const first = missing.map(({ acceptedAt }) => acceptedAt).sort()[0];
    if (first === undefined || typeof params !== 'object') return;
    const from = new Date(Date.parse(first) - idAgeMs).toISOString();
    for (const { messageId } of missing) tries.current.set(messageId, triesOf(messageId) + 1);
    const query = { ...params, content: 'true' as const, from, limit: mostPerCall };
    const found = await queryClient
      .fetchQuery({ ...read(path, { params: { query } }), gcTime: 0, staleTime: 0 })
      .catch(() => undefined);
    const all = (found?.messages ?? []) as Message[];
    setTexts(
      (before) => new Map([...before, ...all.map(({ messageId, content = '' }) => [messageId, content] as const)]),
    );
  });
  const isMissing = missing.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: those still missing are asked for next.
  useEffect(() => {
    if (isMissing && timer.current === undefined) timer.current = setTimeout(() => void ask(), waitMs);
  }, [isMissing, texts]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  if (texts === nothing) return shown;
  return shown.map((row) => {
    const content = row.content ?? texts.get(row.messageId);
    return content === undefined ? row : { ...row, content };
  });
}
