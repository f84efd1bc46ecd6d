import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../texts/language.tsx';
import { useFaultText } from './ErrorState.tsx';

type Props = {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** The word on the button: what will happen. */
  action: string;
  danger?: boolean;
  /** The word on the other button, where “Cancel” could be taken for the action. */
  dismiss?: string;
  /** There is nothing to confirm, or not yet. */
  disabled?: boolean;
  /** Has to be typed first: for what breaks a running connection and cannot be restored. */
  retype?: string | undefined;
  onConfirm: () => Promise<unknown>;
};

/** Asks before something that cannot be taken back; stays open, and says why, when it fails. */
export function Confirm({
  opened,
  onClose,
  title,
  children,
  action,
  dismiss,
  danger = false,
  disabled = false,
  retype,
  onConfirm,
}: Props) {
  const { t } = useTexts();
  const [fault, setFault] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const [typed, setTyped] = useState('');
  const isTyped = retype === undefined || typed.trim() === retype;
  const close = () => {
    setTyped('');
    onClose();
  };
  const faultText = useFaultText(fault);
  const go = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      await onConfirm();
      close();
    } catch (error) {
      setFault(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size="md"
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {children}
      {retype !== undefined && (
        <TextInput
          mt="sm"
          label={t('shell.retype', { text: retype })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      )}
      {fault !== undefined && (
        <p role="alert" style={{ color: 'var(--bad)' }}>
          {faultText}
        </p>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close} data-autofocus={retype === undefined || undefined}>
          {dismiss ?? t('shell.cancel')}
        </Button>
        <Button
          color={danger ? 'red' : 'fjord'}
          loading={isBusy}
          disabled={disabled || !isTyped}
          onClick={() => void go()}
        >
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
