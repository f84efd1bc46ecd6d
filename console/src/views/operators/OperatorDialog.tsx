import { Checkbox, PasswordInput, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { newOperatorRole } from '../../../../src/domain/access/role.ts';
import { api, ask, type Operator as Named } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { FormDialog, type Values } from '../../parts/FormDialog.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';

type Operator = Named['OperatorDetails'];
type Role = Operator['role'];
type Grant = Operator['grants'][number];
type Props = {
  operator: Operator | undefined;
  opened: boolean;
  onClose: () => void;
  /** Told the link by which a new one logs in and sets a password, where none was given. */
  linked: (link: { url: string; expiresAt: string }) => void;
};

const grants: readonly Grant[] = ['text', 'keys'];

/** A new operator, or what one may do. */
export function OperatorDialog({ operator, opened, onClose, linked }: Props) {
  const { t } = useTexts();
  const save = async (value: Values) => {
    const role = value('role') as Role;
    const given = role === 'support' ? grants.filter((grant) => value(`grant_${grant}`) === 'on') : [];
    const password = value('password');
    const body = { role, grants: given, ...(password && { password }) };
    if (operator) {
      const params = { path: { operatorId: operator.operatorId } };
      await ask(api.PATCH('/admin/v1/operators/{operatorId}', { params, body }));
      notify(t('shell.saved'));
    } else {
      const created = await ask(api.POST('/admin/v1/operators', { body: { ...body, name: value('name') } }));
      notify(t('operators.added', { name: created.name }));
      if (created.link) linked(created.link);
    }
    void refresh('/admin/v1/operators');
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={operator ? t('operators.changeTitle', { name: operator.name }) : t('operators.add')}
      action={t(operator ? 'shell.save' : 'operators.add')}
      fields={['name', 'role', 'grants', 'password']}
      submit={save}
    >
      {(fault) => (
        <>
          {!operator && (
            <TextInput
              name="name"
              label={t('operators.name')}
              description={t('operators.nameHint')}
              error={fault('name')}
              autoComplete="off"
              maxLength={100}
              required
              data-autofocus
            />
          )}
          <RoleFields operator={operator} />
          <PasswordInput
            name="password"
            label={t(operator ? 'operators.newPassword' : 'operators.password')}
            description={t(operator ? 'operators.newPasswordHint' : 'operators.passwordHint')}
            error={fault('password')}
            autoComplete="new-password"
            maxLength={200}
            // Spaces around it would be cut off here, but not when logging in.
            pattern="\S(.*\S)?"
          />
        </>
      )}
    </FormDialog>
  );
}

function RoleFields({ operator }: { operator: Operator | undefined }) {
  const { t } = useTexts();
  const [role, setRole] = useState<string>(operator?.role ?? newOperatorRole);
  return (
    <>
      <Radio.Group name="role" label={t('operators.role')} value={role} onChange={setRole}>
        <Stack gap="xs" mt={4}>
          {(['support', 'admin'] as const).map((name) => (
            <Radio
              key={name}
              value={name}
              label={t(`operators.role_${name}`)}
              description={t(`operators.role_${name}Hint`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {role === 'support' && (
        <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
          <legend className="visually-hidden">{t('operators.grants')}</legend>
          <Stack gap="xs">
            {grants.map((grant) => (
              <Checkbox
                key={grant}
                name={`grant_${grant}`}
                value="on"
                label={t(`operators.grant_${grant}Label`)}
                defaultChecked={operator?.grants.includes(grant)}
              />
            ))}
          </Stack>
        </fieldset>
      )}
    </>
  );
}
