import { ActionIcon, Menu } from '@mantine/core';
import { Icon, type IconName } from '../design/icons.tsx';

export type RowAction = {
  readonly text: string;
  readonly icon: IconName;
  readonly danger?: boolean;
  readonly onClick: () => void;
};

/**
 * What can be done with a row. `label` says with which one. It hangs in the page, not in the row: a table scrolls sideways, and
 * what hangs out of it would be cut off, and move while it is clicked.
 */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  return (
    <Menu position="bottom-end" shadow="md" width={220} withinPortal portalProps={{ target: '#content' }}>
      <Menu.Target>
        <ActionIcon size="md" aria-label={label}>
          <Icon name="more" size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ text, icon, danger, onClick }) => (
          <Menu.Item
            key={text}
            leftSection={<Icon name={icon} />}
            style={danger ? { color: 'var(--bad)' } : undefined}
            onClick={onClick}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
