import { useSession } from '../../../api/session.tsx';
import { useTexts } from '../../../texts/language.tsx';
import type { StepName } from './steps.ts';

export function useTitles(): Readonly<Record<StepName, string>> {
  const { t } = useTexts();
  const { simulator } = useSession().service;
  return {
    deliver: t('firstSteps.deliver'),
    phone: t(simulator ? 'firstSteps.phone' : 'firstSteps.ownPhone'),
    failure: t('firstSteps.failure'),
    webhook: t('firstSteps.webhook'),
    carrier: t('firstSteps.carrier'),
  };
}
