import { Button, Menu } from '@mantine/core';
import { Icon } from '../../design/icons.tsx';
import { useTexts } from '../../texts/language.tsx';

type Props = {
  columns: readonly { readonly id: string; readonly title: string; readonly quiet?: boolean }[];
  shown: readonly { readonly id: string }[];
  choose: (ids: readonly string[]) => void;
  reset: () => void;
};

/** Which columns a table shows. The first one names the row and stays. */
export function ColumnMenu({ columns, shown, choose, reset }: Props) {
  const { t } = useTexts();
  return (
    <Menu position="bottom-end" shadow="md" width={220} closeOnItemClick={false}>
      <Menu.Target>
        <Button size="compact-sm" variant="subtle" leftSection={<Icon name="columns" />}>
          {t('shell.columns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxGroup value={shown.map(({ id }) => id)} onChange={choose}>
          {columns
            .filter(({ quiet }) => !quiet)
            .map(({ id, title }, place) => (
              <Menu.CheckboxItem key={id} value={id} disabled={place === 0}>
                {title}
              </Menu.CheckboxItem>
            ))}
        </Menu.CheckboxGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="refresh" />} onClick={reset}>
          {t('shell.columnsReset')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
