import { Select, TextInput } from '@mantine/core';
import { useLanguageName } from '../../parts/language-name.ts';
import { type FilledText, fillText, type Typed, valuesOf } from '../../sending/template-text.ts';
import { type Template, useTemplate, useTemplates } from '../../sending/templates.ts';
import { useTexts } from '../../texts/language.tsx';
import { ShownText } from './TextField.tsx';

/** A template that was chosen for a message, and what was typed for it. */
export type Chosen = { readonly templateId: string; readonly language?: string; readonly typed: Typed };

/** Chooses a template; nothing is shown to an account without any. */
export function TemplateSelect({ account, value, onChange }: SelectProps) {
  const { t } = useTexts();
  const { data } = useTemplates(account);
  if (!data || data.length === 0) return null;
  return (
    <Select
      label={t('send.template')}
      placeholder={t('send.noTemplate')}
      data={data.map(({ templateId, name }) => ({ value: templateId, label: name }))}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      searchable={data.length > 8}
      clearable
    />
  );
}

type SelectProps = {
  account: string | undefined;
  value: string | undefined;
  onChange: (templateId: string | undefined) => void;
};

/** The template as a send request names it, in the version that is shown here; and its text. */
export function useChosen(account: string | undefined, chosen: Chosen | undefined) {
  const { data: template } = useTemplate(chosen?.templateId, account);
  if (chosen === undefined || template === undefined) return undefined;
  const language = chosen.language ?? template.defaultLanguage;
  const filled = fillText(template, language, chosen.typed);
  const variables = valuesOf(template, chosen.typed);
  const request = { id: template.templateId, version: template.version, language, variables };
  return { template, language, filled, request };
}

type FieldsProps = {
  template: Template;
  language: string;
  filled: FilledText;
  chosen: Chosen;
  isUnicode: boolean;
  onChange: (chosen: Chosen) => void;
};

/** A field for each variable, and the text that they make. */
export function TemplateFields({ template, language, filled, chosen, isUnicode, onChange }: FieldsProps) {
  const { t } = useTexts();
  const nameOf = useLanguageName();
  const languages = Object.keys(template.texts);
  return (
    <>
      {languages.length > 1 && (
        <Select
          label={t('templates.language')}
          data={languages.map((value) => ({ value, label: nameOf(value) }))}
          value={language}
          onChange={(value) => onChange({ ...chosen, language: value ?? language })}
          allowDeselect={false}
        />
      )}
      {template.variables.map(({ name, type, default: usual, maxLength }) => (
        <TextInput
          key={name}
          label={name}
          type={type === 'date' ? 'date' : 'text'}
          inputMode={type === 'number' ? 'decimal' : undefined}
          description={t(`templates.expect_${type}`)}
          placeholder={usual === undefined ? undefined : String(usual)}
          error={filled.wrong.has(name) ? t('templates.wrong', { most: maxLength ?? 640 }) : undefined}
          value={chosen.typed[name] ?? ''}
          onChange={(event) => onChange({ ...chosen, typed: { ...chosen.typed, [name]: event.currentTarget.value } })}
          required={usual === undefined}
        />
      ))}
      <ShownText label={t('send.text')} text={filled.text} isUnicode={isUnicode} />
    </>
  );
}
