import type { Operator } from '../../api/client.ts';
import { useTexts } from '../../texts/language.tsx';
import { actionKey } from './actions.ts';

export type AuditEntry = Operator['AuditEntry'];

export function useActionWords(): (action: string) => string {
  const { t } = useTexts();
  return (action) => {
    const key = actionKey(action);
    return key ? t(key) : action;
  };
}
