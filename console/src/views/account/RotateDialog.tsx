import { Select, Text } from '@mantine/core';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { useTexts } from '../../texts/language.tsx';

const overlaps = [
  ['0', 'accounts.overlap0'],
  ['3600', 'accounts.overlapHour'],
  ['86400', 'accounts.overlapDay'],
  ['604800', 'accounts.overlapWeek'],
] as const;

type Props = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** The word on the button. */
  action: string;
  /** What stays, and how long the old one remains valid. */
  text: string;
  /** Of the field that says how long the old one still works. */
  label: string;
  rotate: (body: { overlapSeconds: number }) => Promise<unknown>;
};

/** A new secret in place of an old one, which may work on for a while so that programs can be changed one by one. */
export function RotateDialog({ text, label, rotate, ...dialog }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog
      {...dialog}
      fields={['overlapSeconds']}
      submit={(value) => rotate({ overlapSeconds: Number(value('overlapSeconds')) })}
    >
      {(fault) => (
        <>
          <Text size="sm">{text}</Text>
          <Select
            name="overlapSeconds"
            label={label}
            data={overlaps.map(([value, overlap]) => ({ value, label: t(overlap) }))}
            defaultValue="86400"
            allowDeselect={false}
            error={fault('overlapSeconds')}
          />
        </>
      )}
    </FormDialog>
  );
}
