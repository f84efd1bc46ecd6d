import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { actingFor, pathAs } from '../api/scope.ts';
import { type Search, stringifySearch } from '../shell/search-params.ts';

/** A path of the console and its search parameters, for what can lead to several pages. */
export type Target = { readonly to: string; readonly search?: Search };

/** As it appears in the address bar. */
export function hrefOf({ to, search = {} }: Target): string {
  return pathAs(actingFor, to) + stringifySearch(search);
}

/** A click that asks for a new tab or window, or to save: the browser does it. */
export function isForBrowser({ ctrlKey, metaKey, shiftKey, altKey }: MouseKeys): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}
type MouseKeys = Pick<globalThis.MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

export function useGo(): (target: Target) => void {
  const router = useRouter();
  return ({ to, search = {} }) => void router.navigate({ to, search } as never);
}

type Props = { target: Target; children: ReactNode; className?: string | undefined; label?: string | undefined };

/** Unlike the router's own links, it does not watch the address: tables have thousands of them. */
export function TargetLink({ target, children, className, label }: Props) {
  const go = useGo();
  const onClick = (event: MouseEvent) => {
    if (isForBrowser(event)) return;
    event.preventDefault();
    go(target);
  };
  return (
    <a href={hrefOf(target)} className={className} aria-label={label} onClick={onClick}>
      {children}
    </a>
  );
}
