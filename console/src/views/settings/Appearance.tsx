import { Group, SegmentedControl, Select, useMantineColorScheme } from '@mantine/core';
import { Panel } from '../../parts/Page.tsx';
import { chooseLanguage, type Language, languages, useTexts } from '../../texts/language.tsx';

/** Colours and language of this browser. */
export function Appearance() {
  const { t, language } = useTexts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Panel title={t('settings.appearance')}>
      <Group align="flex-end" gap="lg">
        <div>
          <div id="settings-theme" style={{ marginBottom: 4, fontSize: 13, fontWeight: 600 }}>
            {t('shell.theme')}
          </div>
          <SegmentedControl
            aria-labelledby="settings-theme"
            value={colorScheme}
            onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
            data={[
              { value: 'auto', label: t('shell.themeAuto') },
              { value: 'light', label: t('shell.themeLight') },
              { value: 'dark', label: t('shell.themeDark') },
            ]}
          />
        </div>
        <Select
          label={t('shell.language')}
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          value={language}
          onChange={(chosen) => chosen && chosen !== language && chooseLanguage(chosen as Language)}
          allowDeselect={false}
        />
      </Group>
    </Panel>
  );
}
