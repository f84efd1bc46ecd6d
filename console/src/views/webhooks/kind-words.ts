import { useTexts } from '../../texts/language.tsx';
import type { kinds } from './reading.ts';

/** What a webhook tells of, in words. */
export function useKindWords(): Readonly<Record<(typeof kinds)[number], string>> {
  const { t } = useTexts();
  return {
    'delivery report': t('webhooks.deliveryReport'),
    'inbound message': t('webhooks.inboundMessage'),
    'sender status': t('webhooks.senderStatus'),
  };
}
