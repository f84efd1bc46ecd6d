import { Select, TextInput } from '@mantine/core';
import type { Option } from './smpp-options.ts';

type Props = {
  option: Option;
  about: string;
  value: string;
  set: (value: string) => void;
  error: string | undefined;
};

/** What may follow the ? of an address, under the name that it has there. */
export function OptionField({ option, about, value, set, error }: Props) {
  if (option.kind === 'choice') {
    return (
      <Select
        label={option.name}
        description={about}
        data={[...option.choices]}
        value={value}
        onChange={(chosen) => set(chosen ?? option.standard)}
        allowDeselect={false}
        error={error}
      />
    );
  }
  const isNumber = option.kind === 'number';
  return (
    <TextInput
      label={option.name}
      description={about}
      value={value}
      onChange={(event) => set(isNumber ? event.currentTarget.value.replaceAll(/\D/g, '') : event.currentTarget.value)}
      inputMode={isNumber ? 'numeric' : 'text'}
      maxLength={isNumber ? 7 : option.most}
      error={error}
    />
  );
}
