import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { Search } from './search-params.ts';

/**
 * The search parameters of the address, and a way to change some of them: `undefined` takes one out. Typing replaces the
 * entry in the history; `push` makes a new one.
 */
export function useSearchParams(): [Search, (change: Record<string, string | undefined>, push?: 'push') => void] {
  const search = useLocation().search as Search;
  const navigate = useNavigate();
  const set = (change: Record<string, string | undefined>, push?: 'push') => {
    void navigate({ to: '.', search: { ...search, ...change }, replace: push !== 'push', resetScroll: false });
  };
  return [search, set];
}

/** Opens a dialog of the page when the address asks for it (`?do=new`), and takes that out of the address: reloading does not ask again. */
export function useAsked(what: string, open: () => void, isAllowed = true): void {
  const [{ do: asked }, set] = useSearchParams();
  const isAsked = asked === what;
  const answer = useEffectEvent(() => {
    set({ do: undefined });
    if (isAllowed) open();
  });
  useEffect(() => {
    if (isAsked) answer();
  }, [isAsked]);
}
