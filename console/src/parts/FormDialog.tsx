import { Button, Group, Modal, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Fault } from '../api/fault.ts';
import { useTexts } from '../texts/language.tsx';
import { useFaultText } from './ErrorState.tsx';
import { complaintOf, fieldOf } from './field-fault.ts';

export type Values = (name: string) => string;
/** What is wrong with a field, for its `error`. */
export type FieldFault = (name: string) => string | undefined;

type Props = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** The word on the button: what will happen. */
  action: string;
  danger?: boolean;
  /** Names of the fields, as the service names them in its complaints. */
  fields: readonly string[];
  children: (fault: FieldFault) => ReactNode;
  submit: (values: Values) => Promise<unknown>;
  /** Stays open after it was done: for what shows a result. */
  stays?: boolean;
};

/** A form in a dialogue: what the service complains about stands at its field, and nothing that was typed is lost. */
export function FormDialog({ opened, onClose, title, ...form }: Props) {
  const { t } = useTexts();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size="md"
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Form {...form} onClose={onClose} />
    </Modal>
  );
}

function Form({
  action,
  danger = false,
  fields,
  children,
  submit,
  stays = false,
  onClose,
}: Omit<Props, 'opened' | 'title'>) {
  const { t } = useTexts();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const text = useFaultText(error);
  const field = error instanceof Fault && error.status === 400 ? fieldOf(text, fields) : undefined;
  useEffect(() => {
    if (error !== undefined && field) form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  }, [error, field]);
  const go = async (entered: FormData) => {
    setBusy(true);
    setError(undefined);
    try {
      await submit((name) => (entered.get(name) as string | null)?.trim() ?? '');
      if (!stays) onClose();
    } catch (fault) {
      setError(fault);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void go(new FormData(event.currentTarget));
      }}
    >
      <Stack gap="sm">
        {children((name) => (error !== undefined && name === field ? complaintOf(text, field) : undefined))}
      </Stack>
      {error !== undefined && !field && (
        <p role="alert" style={{ color: 'var(--bad)' }}>
          {text}
        </p>
      )}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button type="submit" color={danger ? 'red' : 'fjord'} loading={isBusy}>
          {action}
        </Button>
      </Group>
    </form>
  );
}
