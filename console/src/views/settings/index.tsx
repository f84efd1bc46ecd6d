import { useSession } from '../../api/session.tsx';
import { Page } from '../../parts/Page.tsx';
import { useTexts } from '../../texts/language.tsx';
import { Appearance } from './Appearance.tsx';
import { Password } from './Password.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { Sessions } from './Sessions.tsx';

/** What belongs to the person who looks: sessions, password, codes, colours and language. */
export default function SettingsView() {
  const { t } = useTexts();
  const session = useSession();
  // Only an operator with a name has these; the admin token and customers have no password of their own.
  const isNamed = session.kind === 'operator' && session.hasPassword !== undefined;
  return (
    <Page title={t('settings.title')} aside={session.name}>
      <Appearance />
      {isNamed && <Password hasPassword={session.hasPassword ?? false} />}
      {isNamed && <SecondFactor hasPassword={session.hasPassword ?? false} isOn={session.hasTotp ?? false} />}
      <Sessions />
    </Page>
  );
}
