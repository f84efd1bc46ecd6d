import { PasswordInput, Switch, TextInput } from '@mantine/core';
import type { KeyOf } from '../../texts/catalogue.ts';
import { useTexts } from '../../texts/language.tsx';
import { type CarrierFields, urlOf } from './carrier-url.ts';
import styles from './carriers.module.css';
import { OptionField } from './OptionField.tsx';
import { type Option, rare, usual } from './smpp-options.ts';

type Props = {
  fields: CarrierFields;
  set: (fields: CarrierFields) => void;
  /** A carrier that is changed keeps its password where none is typed. */
  keepsPassword: boolean;
  fault: { option: string; text: string } | undefined;
};

export function CarrierFieldset({ fields, set, keepsPassword, fault }: Props) {
  const { t } = useTexts();
  const choose = (name: string, value: string) => set({ ...fields, options: { ...fields.options, [name]: value } });
  const option = (option: Option) => (
    <OptionField
      key={option.name}
      option={option}
      about={t(`carriers.option_${option.name}` as KeyOf<'carriers'> & 'carriers.option_window')}
      value={fields.options[option.name] ?? option.standard}
      set={(value) => choose(option.name, value)}
      error={fault?.option === option.name ? fault.text : undefined}
    />
  );
  const isRare = ({ name, standard }: Option) => (fields.options[name] ?? standard) !== standard;
  return (
    <>
      <div className={styles.address}>
        <TextInput
          label={t('carriers.host')}
          value={fields.host}
          onChange={(event) => set({ ...fields, host: event.currentTarget.value.trim() })}
          placeholder="smsc.example.com"
          autoComplete="off"
          required
        />
        <TextInput
          label={t('carriers.port')}
          value={fields.port}
          onChange={(event) => set({ ...fields, port: event.currentTarget.value.replaceAll(/\D/g, '') })}
          placeholder={fields.tls ? '3550' : '2775'}
          inputMode="numeric"
          maxLength={5}
        />
        <TextInput
          label="system_id"
          value={fields.systemId}
          onChange={(event) => set({ ...fields, systemId: event.currentTarget.value })}
          autoComplete="off"
          maxLength={15}
        />
        <PasswordInput
          label={t('carriers.password')}
          value={fields.password}
          onChange={(event) => set({ ...fields, password: event.currentTarget.value })}
          placeholder={keepsPassword ? t('carriers.passwordKept') : undefined}
          autoComplete="new-password"
          maxLength={64}
        />
      </div>
      <Switch
        label={t('carriers.tls')}
        checked={fields.tls}
        onChange={(event) => set({ ...fields, tls: event.currentTarget.checked })}
      />
      <div className={styles.grid}>{usual.map(option)}</div>
      <details className={styles.more} open={rare.some(isRare) || rare.some(({ name }) => name === fault?.option)}>
        <summary>{t('carriers.more')}</summary>
        <div className={styles.grid}>{rare.map(option)}</div>
      </details>
      <p className={styles.preview}>
        <code>{urlOf({ ...fields, password: fields.password === '' ? '' : '***' }).replace('%2A%2A%2A', '***')}</code>
      </p>
    </>
  );
}
