import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMayChange, useSession } from '../../../api/session.tsx';
import { magicNumbers } from '../../../sending/magic-numbers.ts';
import { useTexts } from '../../../texts/language.tsx';
import { FaultText } from './FaultText.tsx';
import styles from './first-steps.module.css';
import { type Origin, useSendOne } from './origin.ts';
import type { FirstDay } from './steps.ts';

const { number } = magicNumbers.find(({ text }) => text === 'send.magicFailed')!;

/** A message that fails, and the page that says why. */
export function Failure({ day: { done }, origin }: { day: FirstDay; origin: Origin }) {
  const { t } = useTexts();
  const { service } = useSession();
  const { send, isBusy, fault } = useSendOne(origin);
  const mayChange = useMayChange();
  const { from } = origin;
  const { messageId } = done.failed;
  const go = () => send({ sender: from!, destinations: [number], message: { content: t('firstSteps.textExample') } });
  return (
    <>
      <p className={styles.text}>
        {service.simulator ? t('firstSteps.failureText', { number }) : t('firstSteps.failureTextReal')}
      </p>
      <FaultText fault={fault} />
      <div className={styles.actions}>
        {service.simulator && (
          <Button size="sm" loading={isBusy} disabled={!mayChange || !from} onClick={() => void go()}>
            {t('firstSteps.sendTo', { number })}
          </Button>
        )}
        {done.failed.done && (
          <Button
            component={Link}
            to={messageId === undefined ? '/messages' : `/messages/${messageId}`}
            search={(messageId === undefined ? { q: 'status:FAILED' } : {}) as never}
            size="sm"
            variant={service.simulator ? 'light' : 'filled'}
          >
            {t('firstSteps.readWhy')}
          </Button>
        )}
      </div>
    </>
  );
}
