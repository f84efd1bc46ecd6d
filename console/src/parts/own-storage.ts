import { useScope, useSession } from '../api/session.tsx';

/** The key under which this browser keeps something of the person who is signed in. */
export function useOwnStorageKey(what: string): string {
  const { kind, name } = useSession();
  const scope = useScope();
  return `hermod-${what} ${kind} ${scope.kind === 'account' ? scope.accountId : name}`;
}
