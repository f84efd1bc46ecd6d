import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useMayChange } from '../../../api/session.tsx';
import { Icon } from '../../../design/icons.tsx';
import { GuideLink } from '../../../parts/GuideLink.tsx';
import { useTexts } from '../../../texts/language.tsx';
import styles from './first-steps.module.css';

const CarrierDialog = lazy(async () => ({ default: (await import('../../carriers/CarrierDialog.tsx')).CarrierDialog }));

export function RealCarrier() {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <p className={styles.text}>
        {t('firstSteps.carrierText')} <GuideLink guide="carriers">{t('firstSteps.carrierGuide')}</GuideLink>
      </p>
      <Button size="sm" leftSection={<Icon name="plus" />} disabled={!mayChange} onClick={dialog.open}>
        {t('firstSteps.carrierAdd')}
      </Button>
      {isOpen && (
        <Suspense>
          <CarrierDialog opened onClose={dialog.close} />
        </Suspense>
      )}
    </>
  );
}
