import {
  type AuditedAction,
  auditedActions,
  auditedKinds,
  isAuditedAction,
} from '../../../../src/domain/access/audited.ts';
import type { PlainKey } from '../../texts/catalogue.ts';

export { auditedKinds as kinds } from '../../../../src/domain/access/audited.ts';

/** The actions of a kind, or all, and the chosen one, which a filter has to show even if it is of another kind. */
export function actionsOf(kind: string | undefined, chosen = ''): AuditedAction[] {
  const actions = auditedKinds
    .filter((each) => kind === undefined || each === kind)
    .flatMap((each): readonly AuditedAction[] => auditedActions[each]);
  return isAuditedAction(chosen) && !actions.includes(chosen) ? [...actions, chosen] : actions;
}

/** The text of an action; undefined for an unknown one, which is shown unchanged. */
export function actionKey(action: string): PlainKey | undefined {
  return isAuditedAction(action) ? `audit.${action}` : undefined;
}
