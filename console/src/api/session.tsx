import { createContext, type ReactNode, useContext } from 'react';
import type { Paths } from './client.ts';
import { actingFor } from './scope.ts';

export type Session = NonNullable<Paths['/console/v1/session']['get']['responses'][200]['content']['application/json']>;

/** Whose data a view shows, and by which of the two prefixes of the API. */
export type Scope = { readonly kind: 'operator' } | { readonly kind: 'account'; readonly accountId: string };

const Context = createContext<Session | undefined>(undefined);

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <Context value={session}>{children}</Context>;
}

export function useSession(): Session {
  const session = useContext(Context);
  if (!session) throw new Error('useSession needs a SessionProvider around it');
  return session;
}

export function useScope(): Scope {
  return scopeOf(useSession());
}

export function scopeOf({ kind, accountId }: Session): Scope {
  if (actingFor !== undefined) return { kind: 'account', accountId: actingFor };
  return kind === 'account' ? { kind, accountId: accountId ?? '' } : { kind: 'operator' };
}

/** Whether this person may change something; the service checks it again. */
export function useMayChange(): boolean {
  const { kind, role } = useSession();
  return kind === 'account' || role !== 'support';
}

/** Whether texts of messages and mails are shown to this person. */
export function useMayRead(what: 'text' | 'keys'): boolean {
  const { kind, role, grants } = useSession();
  return kind === 'account' || role !== 'support' || (grants ?? []).includes(what);
}
