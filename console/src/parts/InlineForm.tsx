import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Fault } from '../api/fault.ts';
import { useFaultText } from './ErrorState.tsx';
import type { FieldFault, Values } from './FormDialog.tsx';
import { complaintOf, fieldOf } from './field-fault.ts';

type Props = {
  /** The word on the button: what will happen. */
  action: string;
  danger?: boolean;
  /** For those who may look but not change. */
  disabled?: boolean;
  /** Names of the fields, as the service names them in its complaints. */
  fields: readonly string[];
  children: (fault: FieldFault) => ReactNode;
  submit: (values: Values, form: HTMLFormElement) => Promise<unknown>;
};

/** A form that stands in the page itself: what the service complains about stands at its field. */
export function InlineForm({ action, danger = false, disabled = false, fields, children, submit }: Props) {
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const text = useFaultText(error);
  const field = error instanceof Fault && error.status === 400 ? fieldOf(text, fields) : undefined;
  const go = async (form: HTMLFormElement) => {
    const entered = new FormData(form);
    setBusy(true);
    setError(undefined);
    try {
      await submit((name) => (entered.get(name) as string | null)?.trim() ?? '', form);
    } catch (fault) {
      setError(fault);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void go(event.currentTarget);
      }}
    >
      <fieldset disabled={disabled} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
        {children((name) => (error !== undefined && name === field ? complaintOf(text, field) : undefined))}
        {error !== undefined && !field && (
          <p role="alert" style={{ color: 'var(--bad)' }}>
            {text}
          </p>
        )}
        {!disabled && (
          <Group mt="md">
            <Button type="submit" color={danger ? 'red' : 'fjord'} loading={isBusy}>
              {action}
            </Button>
          </Group>
        )}
      </fieldset>
    </form>
  );
}
