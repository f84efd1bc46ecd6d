import type { Operator as Named } from '../../api/client.ts';
import type { Column } from '../../parts/DataTable.tsx';
import { RowMenu } from '../../parts/RowMenu.tsx';
import { Badge } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useTexts } from '../../texts/language.tsx';

type Operator = Named['OperatorDetails'];
export type What = 'add' | 'change' | 'link' | 'totp' | 'delete';

export function useColumns(
  self: string,
  act: ((what: What, operator: Operator) => void) | undefined,
): Column<Operator>[] {
  const { t } = useTexts();
  const columns: Column<Operator>[] = [
    {
      id: 'name',
      title: t('operators.name'),
      wide: true,
      cell: ({ name }) => (
        <>
          <strong>{name}</strong> {name === self && <Badge tone="info" text={t('operators.you')} />}
        </>
      ),
    },
    {
      id: 'role',
      title: t('operators.role'),
      cell: ({ role, grants }) => (
        <>
          {t(`operators.role_${role}`)}
          {grants.length > 0 && ` (${grants.map((grant) => t(`operators.grant_${grant}`)).join(', ')})`}
        </>
      ),
    },
    {
      id: 'password',
      title: t('operators.password'),
      cell: ({ hasPassword }) =>
        hasPassword ? (
          <Badge tone="ok" icon="check" text={t('operators.isSet')} />
        ) : (
          <Badge tone="warn" icon="waiting" text={t('operators.notSet')} />
        ),
    },
    {
      id: 'totp',
      title: t('operators.secondFactor'),
      cell: ({ hasTotp }) =>
        hasTotp ? (
          <Badge tone="ok" icon="check" text={t('operators.isOn')} />
        ) : (
          <Badge tone="none" text={t('operators.isOff')} />
        ),
    },
    {
      id: 'lastLogin',
      title: t('operators.lastLogin'),
      narrow: 'titled',
      cell: ({ lastLoginAt }) => <Time at={lastLoginAt} />,
    },
  ];
  if (!act) return columns;
  const actions = (operator: Operator) => (
    <RowMenu
      label={t('operators.actions', { name: operator.name })}
      actions={[
        { text: t('operators.change'), icon: 'settings', onClick: () => act('change', operator) },
        { text: t('operators.link'), icon: 'key', onClick: () => act('link', operator) },
        ...(operator.hasTotp
          ? [
              {
                text: t('operators.totp'),
                icon: 'refresh',
                danger: true,
                onClick: () => act('totp', operator),
              } as const,
            ]
          : []),
        { text: t('shell.delete'), icon: 'trash', danger: true, onClick: () => act('delete', operator) },
      ]}
    />
  );
  return [...columns, { id: 'actions', title: t('accounts.actions'), quiet: true, align: 'end', cell: actions }];
}
