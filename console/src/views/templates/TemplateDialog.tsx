import { Button, Group, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { templateLimits } from '../../../../src/domain/text/template/template.ts';
import { type Variable, variableTypes } from '../../../../src/domain/text/template/variable.ts';
import { Icon } from '../../design/icons.tsx';
import { type FieldFault, FormDialog } from '../../parts/FormDialog.tsx';
import { useLanguageName } from '../../parts/language-name.ts';
import { notify } from '../../parts/notify.ts';
import { fillText, samplesOf, type TemplateContent, variablesIn } from '../../sending/template-text.ts';
import { saveTemplate, type Template } from '../../sending/templates.ts';
import { useTexts } from '../../texts/language.tsx';
import { ShownText } from '../send/TextField.tsx';
import styles from './templates.module.css';

type Props = { template: Template | undefined; opened: boolean; onClose: () => void };

/** A new template, or a new version of one. */
export function TemplateDialog({ template, opened, onClose }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={template ? t('templates.editTitle', { name: template.name }) : t('templates.add')}
      action={t('shell.save')}
      fields={['name', 'texts', 'variables', 'defaultLanguage']}
      submit={async (value) => {
        const content = JSON.parse(value('content')) as TemplateContent;
        await saveTemplate(template, { ...content, name: value('name') });
        notify(t('shell.saved'));
      }}
    >
      {(fault) => <Fields template={template} fault={fault} />}
    </FormDialog>
  );
}

function Fields({ template, fault }: { template: Template | undefined; fault: FieldFault }) {
  const { t, language: own } = useTexts();
  const [texts, setTexts] = useState<Record<string, string>>(template?.texts ?? { [own]: '' });
  const [declared, setDeclared] = useState<Variable[]>(template?.variables ?? []);
  const [chosen, setChosen] = useState(template?.defaultLanguage ?? own);
  const nameOf = useLanguageName();
  const languages = Object.keys(texts);
  const defaultLanguage = languages.includes(chosen) ? chosen : languages[0]!;
  const variables = variablesIn(Object.values(texts), declared);
  const content: TemplateContent = { texts, variables, defaultLanguage };
  const change = (variable: Variable) =>
    setDeclared([...declared.filter(({ name }) => name !== variable.name), variable]);
  const complaint = fault('texts') ?? fault('variables') ?? fault('defaultLanguage');
  return (
    <>
      <TextInput
        name="name"
        label={t('templates.name')}
        defaultValue={template?.name ?? ''}
        error={fault('name')}
        maxLength={64}
        required
        data-autofocus
      />
      <input type="hidden" name="content" value={JSON.stringify(content)} />
      {languages.map((language) => (
        <div key={language}>
          <Textarea
            label={t('templates.textIn', { language: nameOf(language) })}
            description={t('templates.textHint', { placeholder: '{{name}}' })}
            value={texts[language]}
            onChange={(event) => setTexts({ ...texts, [language]: event.currentTarget.value })}
            autosize
            minRows={2}
            required
          />
          {texts[language] && (
            <ShownText label={t('templates.example')} text={fillText(content, language, samplesOf(variables)).text} />
          )}
          {languages.length > 1 && (
            <Button
              variant="subtle"
              size="compact-xs"
              color="red"
              onClick={() => setTexts(Object.fromEntries(Object.entries(texts).filter(([tag]) => tag !== language)))}
            >
              {t('templates.removeText', { language: nameOf(language) })}
            </Button>
          )}
        </div>
      ))}
      {languages.length < templateLimits.languages && (
        <AddLanguage known={languages} add={(language) => setTexts({ ...texts, [language]: '' })} />
      )}
      {languages.length > 1 && (
        <Select
          label={t('templates.defaultLanguage')}
          description={t('templates.defaultLanguageHint')}
          data={languages.map((value) => ({ value, label: nameOf(value) }))}
          value={defaultLanguage}
          onChange={(value) => setChosen(value ?? defaultLanguage)}
          allowDeselect={false}
        />
      )}
      {variables.map((variable) => (
        <VariableFields key={variable.name} variable={variable} onChange={change} />
      ))}
      {complaint && (
        <p role="alert" className={styles.fault}>
          {complaint}
        </p>
      )}
    </>
  );
}

function AddLanguage({ known, add }: { known: readonly string[]; add: (language: string) => void }) {
  const { t } = useTexts();
  const [tag, setTag] = useState('');
  const isRight = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(tag) && !known.includes(tag);
  return (
    <Group align="end" gap="xs">
      <TextInput
        label={t('templates.language')}
        description={t('templates.languageHint')}
        value={tag}
        onChange={(event) => setTag(event.currentTarget.value.trim())}
        maxLength={35}
      />
      <Button
        variant="default"
        disabled={!isRight}
        leftSection={<Icon name="plus" />}
        onClick={() => {
          add(tag);
          setTag('');
        }}
      >
        {t('templates.addLanguage')}
      </Button>
    </Group>
  );
}

/** How the values of a variable have to look. */
function VariableFields({ variable, onChange }: { variable: Variable; onChange: (variable: Variable) => void }) {
  const { t } = useTexts();
  const { name, type, default: value, maxLength } = variable;
  const number = (text: string) =>
    type === 'number' && text.trim() !== '' && !Number.isNaN(Number(text)) ? Number(text) : text;
  const set = (change: { type?: Variable['type']; default?: string; maxLength?: number | undefined }) => {
    const { default: given = value, ...others } = change;
    const next = { name, type, maxLength, ...others };
    onChange({ ...next, default: given === undefined || given === '' ? undefined : number(String(given)) });
  };
  return (
    <fieldset className={styles.variable}>
      <legend>
        <code>{name}</code>
      </legend>
      <Select
        label={t('templates.type')}
        data={variableTypes.map((each) => ({ value: each, label: t(`templates.type_${each}`) }))}
        value={type}
        onChange={(chosen) => set({ type: (chosen ?? type) as Variable['type'], default: '' })}
        allowDeselect={false}
      />
      <TextInput
        label={t('templates.default')}
        value={value ?? ''}
        onChange={(event) => set({ default: event.currentTarget.value })}
      />
      <NumberInput
        label={t('templates.maxLength')}
        value={maxLength ?? ''}
        onChange={(most) => set({ maxLength: typeof most === 'number' ? most : undefined })}
        min={1}
        max={640}
        allowDecimal={false}
      />
    </fieldset>
  );
}
