import { Button } from '@mantine/core';
import { receiverUrl } from '../../../../../src/domain/webhook/receiver.ts';
import { useMayChange } from '../../../api/session.tsx';
import { CodeBlock } from '../../../parts/CodeBlock.tsx';
import { GuideLink } from '../../../parts/GuideLink.tsx';
import { magicNumbers } from '../../../sending/magic-numbers.ts';
import { useTexts } from '../../../texts/language.tsx';
import { Receiver } from '../../webhooks/Receiver.tsx';
import { FaultText } from './FaultText.tsx';
import styles from './first-steps.module.css';
import { type Origin, useSendOne } from './origin.ts';

const everyMs = 2_000;

/** A message with the built-in receiver as its report URL, and what the receiver got. */
export function Webhook({ origin }: { origin: Origin }) {
  const { t } = useTexts();
  const { send, isBusy, fault } = useSendOne(origin);
  const mayChange = useMayChange();
  const { from } = origin;
  const go = () =>
    send({
      sender: from!,
      destinations: [magicNumbers[0]!.number],
      message: { content: t('firstSteps.textExample') },
      deliveryReportUrl: receiverUrl,
    });
  return (
    <>
      <p className={styles.text}>
        {t('firstSteps.webhookText')} <GuideLink guide="webhooks">{t('firstSteps.webhookGuide')}</GuideLink>
      </p>
      <CodeBlock code={receiverUrl} label={t('webhooks.receiverUrl')} />
      <FaultText fault={fault} />
      <div className={styles.actions}>
        <Button size="sm" loading={isBusy} disabled={!mayChange || !from} onClick={() => void go()}>
          {t('firstSteps.webhookSend')}
        </Button>
      </div>
      <Receiver everyMs={everyMs} />
    </>
  );
}
