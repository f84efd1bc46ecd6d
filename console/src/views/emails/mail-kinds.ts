import { useTexts } from '../../texts/language.tsx';

export const mailKinds = ['sender code', 'email2sms error'] as const;

export function useMailKinds(): Readonly<Record<(typeof mailKinds)[number], string>> {
  const { t } = useTexts();
  return { 'sender code': t('emails.senderCode'), 'email2sms error': t('emails.errorMail') };
}
