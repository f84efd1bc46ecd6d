import { Checkbox, MultiSelect, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { keywords, languages } from '../../../../src/domain/optout/words.ts';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';
import { type Owner, type Settings, saveSettings, settingsOf } from './reading.ts';

type Props = { accountId: Owner; opened: boolean; onClose: () => void };

/** Which words count, and what is answered. */
export function SettingsDialog({ accountId, opened, onClose }: Props) {
  const { data } = useQuery({ ...settingsOf(accountId), enabled: opened });
  return data ? <Form accountId={accountId} settings={data} opened={opened} onClose={onClose} /> : null;
}

const wordsIn = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

function Form({ accountId, settings, opened, onClose }: Props & { settings: Settings }) {
  const { t, locale } = useTexts();
  const names = useMemo(() => new Intl.DisplayNames(locale, { type: 'language' }), [locale]);
  const [chosen, setChosen] = useState<string[]>([...settings.languages]);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('optOuts.settingsTitle')}
      action={t('optOuts.save')}
      fields={['enabled', 'scope', 'languages', ...keywords.flatMap((word) => [`words.${word}`, `answers.${word}`])]}
      submit={async (value) => {
        const texts = keywords.flatMap((word) => (value(`answers.${word}`) ? [[word, value(`answers.${word}`)]] : []));
        await saveSettings(accountId, {
          enabled: value('enabled') !== '',
          scope: value('scope') as Settings['scope'],
          languages: chosen as Settings['languages'],
          words: Object.fromEntries(keywords.map((word) => [word, wordsIn(value(`words.${word}`))])),
          answers: Object.fromEntries(texts),
        });
        notify(t('optOuts.saved'));
      }}
    >
      {(fault) => (
        <>
          <Checkbox name="enabled" value="on" label={t('optOuts.enabled')} defaultChecked={settings.enabled} />
          <Select
            name="scope"
            label={t('optOuts.scope')}
            defaultValue={settings.scope}
            allowDeselect={false}
            data={[
              { value: 'account', label: t('optOuts.scopeAccount') },
              { value: 'sender', label: t('optOuts.scopeSender') },
            ]}
          />
          <MultiSelect
            label={t('optOuts.languages')}
            data={languages
              .map((code) => ({ value: code as string, label: names.of(code) ?? code }))
              .sort((one, other) => one.label.localeCompare(other.label, locale))}
            value={chosen}
            onChange={setChosen}
            searchable
            error={fault('languages')}
          />
          {keywords.map((keyword) => (
            <TextInput
              key={keyword}
              name={`words.${keyword}`}
              label={t('optOuts.words', { keyword })}
              defaultValue={(settings.words[keyword] ?? []).join(', ')}
              error={fault(`words.${keyword}`)}
            />
          ))}
          {keywords.map((keyword) => (
            <Textarea
              key={keyword}
              name={`answers.${keyword}`}
              label={t('optOuts.answer', { keyword })}
              defaultValue={settings.answers[keyword] ?? ''}
              rows={2}
              error={fault(`answers.${keyword}`)}
            />
          ))}
          <Text size="sm" c="dimmed">
            {t('optOuts.answerHint')}
          </Text>
        </>
      )}
    </FormDialog>
  );
}
