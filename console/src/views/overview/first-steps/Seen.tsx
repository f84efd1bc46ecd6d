import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../texts/language.tsx';
import styles from './first-steps.module.css';
import type { Done, StepName } from './steps.ts';

/** What ticked a step. */
export function Seen({ name, done }: { name: StepName; done: Done }) {
  return (
    <p className={styles.seen}>
      <Text name={name} done={done} />
    </p>
  );
}

function Text({ name, done: { delivered, failed, webhook, carrier } }: { name: StepName; done: Done }) {
  const { t, rich } = useTexts();
  switch (name) {
    case 'deliver':
      return delivered.messageId
        ? rich('firstSteps.seenDelivered', {
            number: <Link to={`/messages/${delivered.messageId}`}>{delivered.destination}</Link>,
          })
        : t('firstSteps.seenSomeDelivered');
    case 'phone':
      return t('firstSteps.seenPhone');
    case 'failure':
      return failed.messageId
        ? rich('firstSteps.seenFailed', {
            number: <Link to={`/messages/${failed.messageId}`}>{failed.destination}</Link>,
            reason: failed.reason ?? t('overview.noReason'),
          })
        : t('firstSteps.seenSomeFailed');
    case 'webhook':
      return rich('firstSteps.seenWebhook', {
        url: <Link to={`/webhooks/${webhook.deliveryId}`}>{webhook.url}</Link>,
      });
    case 'carrier':
      return t('firstSteps.seenCarrier', { name: carrier?.name ?? '' });
  }
}
