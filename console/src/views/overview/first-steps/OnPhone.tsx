import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../api/session.tsx';
import { Icon } from '../../../design/icons.tsx';
import { useTexts } from '../../../texts/language.tsx';
import styles from './first-steps.module.css';
import type { FirstDay } from './steps.ts';

export function OnPhone({ day: { done, seeOnPhone } }: { day: FirstDay }) {
  const { t } = useTexts();
  const { service } = useSession();
  const { destination } = done.delivered;
  if (!service.simulator) {
    return (
      <>
        <p className={styles.text}>{t('firstSteps.ownPhoneText')}</p>
        <Button size="sm" onClick={seeOnPhone} disabled={!done.delivered.done}>
          {t('firstSteps.ownPhoneSeen')}
        </Button>
      </>
    );
  }
  return (
    <>
      <p className={styles.text}>{t('firstSteps.phoneText')}</p>
      <Button
        component={Link}
        to="/phone"
        search={{ number: destination } as never}
        size="sm"
        leftSection={<Icon name="phone" />}
      >
        {t('firstSteps.phoneOpen')}
      </Button>
    </>
  );
}
