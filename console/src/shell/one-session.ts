import { useEffect, useRef } from 'react';
import { Fault } from '../api/fault.ts';
import { queryClient, read } from '../api/queries.ts';

/**
 * A page belongs to the session that it was loaded with. After a log-in as another person in another tab, the page is loaded again;
 * one that comes back from the back/forward cache is shown only after the service has confirmed its session.
 */
export function useOneSession(sessionId: string | undefined): void {
  const first = useRef<string>(undefined);
  first.current ??= sessionId;
  const isOther = sessionId !== first.current;
  useEffect(() => {
    if (isOther) location.reload();
  }, [isOther]);
  useEffect(() => {
    const hide = ({ persisted }: PageTransitionEvent) => {
      if (persisted) document.body.hidden = true;
    };
    const confirm = async () => {
      if (await isStill(first.current)) document.body.hidden = false;
    };
    const show = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void confirm();
    };
    window.addEventListener('pagehide', hide);
    window.addEventListener('pageshow', show);
    return () => {
      window.removeEventListener('pagehide', hide);
      window.removeEventListener('pageshow', show);
    };
  }, []);
}

/** False if the page is on its way to the log-in, or is loaded again. A service that does not answer has not ended the session. */
async function isStill(sessionId: string | undefined): Promise<boolean> {
  try {
    const session = await queryClient.fetchQuery({ ...read('/console/v1/session'), staleTime: 0 });
    return sessionId === undefined || session.sessionId === sessionId;
  } catch (error) {
    return !(error instanceof Fault && error.status === 401);
  }
}
