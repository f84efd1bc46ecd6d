import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react';
import { refresh } from '../api/queries.ts';
import { actingFor } from '../api/scope.ts';
import { useScope, useSession } from '../api/session.tsx';
import type { Changed, LiveEvents, Now } from './events.ts';
import type { LiveState } from './hub.ts';
import { LiveStream } from './stream.ts';

const Context = createContext<LiveStream | undefined>(undefined);

export function LiveProvider({ children }: { children: ReactNode }) {
  const { kind } = useScope();
  const { sessionId } = useSession();
  const [stream, setStream] = useState<LiveStream>();
  useEffect(() => {
    // The service refuses a stream for another session than this one: a browser that resumes a stream sends the cookie of the
    // moment, which may be that of another person by then.
    const query = new URLSearchParams({ session: sessionId, ...(actingFor && { account: actingFor }) });
    const opened = new LiveStream(`${kind === 'operator' ? '/admin/v1/stream' : '/v1/stream'}?${query}`);
    setStream(opened);
    // Refused, or cut for good: the session may have ended, and then the page has nothing to show any more.
    const unwatch = opened.watch(() => {
      if (opened.state === 'off' && !document.hidden) void refresh('/console/v1/session');
    });
    return () => {
      unwatch();
      opened.close();
    };
  }, [kind, sessionId]);
  return <Context value={stream}>{children}</Context>;
}

const watchNothing = () => () => {};

/** Whether the page shows things as they happen, and the figures of this moment. */
export function useLive(): { state: LiveState; now: Now | undefined } {
  const stream = useContext(Context);
  const watch = stream?.watch ?? watchNothing;
  const state = useSyncExternalStore(watch, () => stream?.state ?? 'off');
  const now = useSyncExternalStore(watch, () => stream?.now);
  return { state, now };
}

/** Hears every event of a name. */
export function useLiveEvent<N extends keyof LiveEvents>(name: N, listener: (event: LiveEvents[N]) => void): void {
  const stream = useContext(Context);
  const heard = useEffectEvent(listener);
  useEffect(() => stream?.on(name, (event) => heard(event)), [stream, name]);
}

/** Asks again for what was read from these paths when the service says that it changed, or that something was missed. */
export function useRefreshOn(what: Changed | readonly Changed[], ...paths: string[]): void {
  useLiveEvent('changed', (event) => {
    if ([what].flat().includes(event.what)) void refresh(...paths);
  });
  useLiveEvent('reset', () => void refresh(...paths));
}
