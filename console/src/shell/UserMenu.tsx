import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type Session, useSession } from '../api/session.tsx';
import { signOut } from '../api/sign-out.ts';
import { Icon } from '../design/icons.tsx';
import { schemes } from '../design/schemes.ts';
import { chooseLanguage, type Language, languages, useTexts } from '../texts/language.tsx';

export function UserMenu({ help }: { help: () => void }) {
  const { t, language } = useTexts();
  const session = useSession();
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={230} shadow="md">
      <Menu.Target>
        <ActionIcon size="lg" aria-label={`${t('shell.user')}: ${session.name}`}>
          <Icon name="account" size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {session.name} · {t(roleText(session))}
        </Menu.Label>
        <Menu.Item leftSection={<Icon name="settings" />} onClick={() => void navigate({ to: '/settings' })}>
          {t('shell.settings')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="question" />} onClick={help}>
          {t('shell.help')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="info" />} component="a" href="/docs" target="_blank" rel="noreferrer">
          {t('shell.reference')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('shell.theme')}</Menu.Label>
        {schemes.map(({ scheme, text, icon }) => (
          <Menu.Item
            key={scheme}
            leftSection={<Icon name={icon} />}
            rightSection={colorScheme === scheme && <Icon name="check" />}
            aria-current={colorScheme === scheme}
            closeMenuOnClick={false}
            onClick={() => setColorScheme(scheme)}
          >
            {t(text)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('shell.language')}</Menu.Label>
        {(Object.keys(languages) as Language[]).map((name) => (
          <Menu.Item
            key={name}
            lang={name}
            leftSection={<Icon name="language" />}
            rightSection={language === name && <Icon name="check" />}
            aria-current={language === name}
            onClick={() => chooseLanguage(name)}
          >
            {languages[name]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="logout" />} onClick={() => void signOut()}>
          {t('shell.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function roleText({ kind, role }: Session) {
  if (kind === 'account') return 'shell.roleCustomer';
  return role === 'support' ? 'shell.roleSupport' : 'shell.roleAdmin';
}
