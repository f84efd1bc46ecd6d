import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Icon } from '../design/icons.tsx';
import { useAsked } from '../shell/useSearch.ts';
import { useTexts } from '../texts/language.tsx';
import { Confirm } from './Confirm.tsx';
import { notify } from './notify.ts';
import { setPaused } from './pausing.ts';

/** Holds everything back, or lets it go; both are asked about first, since they concern every customer. */
export function PauseAll({ isPaused, onDone }: { isPaused: boolean; onDone?: () => Promise<unknown> }) {
  const { t } = useTexts();
  const [isOpen, dialog] = useDisclosure(false);
  useAsked(isPaused ? 'resume' : 'pause', dialog.open);
  const action = t(isPaused ? 'pauses.resumeAll' : 'pauses.pauseAll');
  return (
    <>
      <Button
        variant="default"
        size={isPaused ? 'xs' : 'sm'}
        leftSection={<Icon name={isPaused ? 'play' : 'pause'} />}
        onClick={dialog.open}
      >
        {action}
      </Button>
      <Confirm
        opened={isOpen}
        onClose={dialog.close}
        title={t(isPaused ? 'pauses.resumeAllTitle' : 'pauses.pauseAllTitle')}
        action={action}
        danger={!isPaused}
        onConfirm={async () => {
          await setPaused({ kind: 'all' }, !isPaused);
          notify(t(isPaused ? 'pauses.allResumed' : 'pauses.allPaused'));
          await onDone?.();
        }}
      >
        <p>{t(isPaused ? 'pauses.resumeAllText' : 'pauses.pauseAllText')}</p>
      </Confirm>
    </>
  );
}
