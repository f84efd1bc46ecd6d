import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/language.tsx';
import { CodeBlock } from './CodeBlock.tsx';

type Props = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What it is good for, and for how long. */
  children: ReactNode;
  secret: string;
  /** Says what the secret is to those who do not see it. */
  label: string;
  /** The word on the button that closes it. */
  done: string;
};

/** A secret that is shown once: only its own button closes it, so that a click beside it does not lose it. */
export function ShownOnce({ opened, onClose, title, children, secret, label, done }: Props) {
  const { t } = useTexts();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {children}
      <CodeBlock code={secret} label={label} wrap />
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose} data-autofocus>
          {done}
        </Button>
      </Group>
    </Modal>
  );
}
