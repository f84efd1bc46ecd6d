import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api, ask } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useScope } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { notify, notifyFault } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';
import { timelinePaths } from './timeline.ts';

/** Sends a webhook again, now. */
export function Replay({ deliveryId }: { deliveryId: string }) {
  const { t } = useTexts();
  const isOperator = useScope().kind === 'operator';
  const { mutate, isPending } = useMutation<unknown>({
    mutationFn: () => {
      const params = { params: { path: { deliveryId } } };
      return isOperator
        ? ask(api.POST('/admin/v1/webhooks/deliveries/{deliveryId}/replay', params))
        : ask(api.POST('/v1/webhooks/deliveries/{deliveryId}/replay', params));
    },
    onSuccess: () => {
      notify(t('message.replayed'));
      return refresh(...timelinePaths);
    },
    onError: notifyFault,
  });
  return (
    <Button
      variant="default"
      size="compact-xs"
      loading={isPending}
      leftSection={<Icon name="refresh" size={13} />}
      onClick={() => mutate()}
    >
      {t('message.replay')}
    </Button>
  );
}
