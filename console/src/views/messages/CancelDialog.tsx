import { useScope } from '../../api/session.tsx';
import { Confirm } from '../../parts/Confirm.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';
import { cancelAll } from './bulk-api.ts';
import { usePriceText } from './price-text.ts';
import type { Message } from './search.ts';
import { cancellable, segmentsOf } from './selected.ts';

type Props = { rows: readonly Message[]; opened: boolean; onClose: () => void; onDone: () => void };

/** Says how many of the selected messages can be cancelled and what is refunded; afterwards how many were. */
export function CancelDialog({ rows, opened, onClose, onDone }: Props) {
  const { t } = useTexts();
  const isOperator = useScope().kind === 'operator';
  const meant = cancellable(rows, isOperator);
  const count = meant.length;
  const others = rows.length - count;
  const price = usePriceText(meant);
  const cancel = async () => {
    const cancelled = await cancelAll(
      isOperator,
      meant.map(({ messageId }) => messageId),
    );
    const tooLate = count - cancelled;
    notify(
      [
        t('messages.cancelled', { count: cancelled }),
        ...(tooLate > 0 ? [t('messages.alreadySent', { count: tooLate })] : []),
        ...(others > 0 ? [t('messages.notCancelled', { count: others })] : []),
      ].join(', '),
    );
    onDone();
  };
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={t('messages.cancelTitle')}
      action={t('messages.cancelGo', { count })}
      dismiss={t('messages.keep')}
      danger
      disabled={count === 0}
      onConfirm={cancel}
    >
      <p>
        {t('messages.cancelText', { count, segments: t('messages.segments', { count: segmentsOf(meant) }), price })}
      </p>
      {others > 0 && <p>{t('messages.cancelOthers', { count: others })}</p>}
    </Confirm>
  );
}
