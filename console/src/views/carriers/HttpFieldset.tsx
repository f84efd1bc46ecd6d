import { PasswordInput, Select, Switch, TextInput } from '@mantine/core';
import type { KeyOf } from '../../texts/catalogue.ts';
import { useTexts } from '../../texts/language.tsx';
import styles from './carriers.module.css';
import { callback, providers, rare, usual } from './http-options.ts';
import { type HttpFields, httpUrlOf, withProvider } from './http-url.ts';
import { OptionField } from './OptionField.tsx';
import type { Option } from './smpp-options.ts';

type Props = {
  fields: HttpFields;
  set: (fields: HttpFields) => void;
  /** A carrier that is changed keeps its password where none is typed. */
  keepsPassword: boolean;
  fault: { option: string; text: string } | undefined;
};

/** The address of a carrier over HTTP: a provider that the service knows, or one that is described. */
export function HttpFieldset({ fields, set, keepsPassword, fault }: Props) {
  const { t } = useTexts();
  const provider = providers[fields.provider];
  const own = provider?.own ?? [];
  const option = (option: Option) => (
    <OptionField
      key={option.name}
      option={option}
      about={t(`carriers.http_${option.name}` as KeyOf<'carriers'> & 'carriers.http_rate')}
      value={fields.options[option.name] ?? option.standard}
      set={(value) => set({ ...fields, options: { ...fields.options, [option.name]: value } })}
      error={fault?.option === option.name ? fault.text : undefined}
    />
  );
  const isRare = ({ name, standard }: Option) =>
    (fields.options[name] ?? standard) !== standard || name === fault?.option;
  return (
    <>
      <div className={styles.address}>
        <Select
          label={t('carriers.provider')}
          data={Object.entries(providers).map(([value, { label }]) => ({
            value,
            label: label || t('carriers.providerGeneric'),
          }))}
          value={fields.provider}
          onChange={(chosen) => set(withProvider(fields, chosen ?? fields.provider))}
          allowDeselect={false}
        />
        <TextInput
          label={t('carriers.host')}
          value={fields.host}
          onChange={(event) => set({ ...fields, host: event.currentTarget.value.trim() })}
          placeholder="gateway.example.com"
          autoComplete="off"
          required
        />
        {provider?.user !== undefined && (
          <TextInput
            label={provider.user || t('carriers.user')}
            value={fields.user}
            onChange={(event) => set({ ...fields, user: event.currentTarget.value })}
            autoComplete="off"
            maxLength={512}
          />
        )}
        <PasswordInput
          label={provider?.password || t('carriers.password')}
          value={fields.password}
          onChange={(event) => set({ ...fields, password: event.currentTarget.value })}
          placeholder={keepsPassword ? t('carriers.passwordKept') : undefined}
          autoComplete="new-password"
          maxLength={512}
        />
      </div>
      <OptionField
        option={callback}
        about={t('carriers.http_callback')}
        value={fields.options['callback'] ?? ''}
        set={(value) => set({ ...fields, options: { ...fields.options, callback: value.trim() } })}
        error={fault?.option === 'callback' ? fault.text : undefined}
      />
      <Switch
        label={t('carriers.tls')}
        checked={fields.tls}
        onChange={(event) => set({ ...fields, tls: event.currentTarget.checked })}
      />
      <div className={styles.grid}>{usual.map(option)}</div>
      <details className={styles.more} open={[...rare, ...own].some(isRare)}>
        <summary>{t('carriers.more')}</summary>
        <div className={styles.grid}>{[...own, ...rare].map(option)}</div>
      </details>
      <p className={styles.preview}>
        <code>
          {httpUrlOf({ ...fields, password: fields.password === '' ? '' : '***' }).replace('%2A%2A%2A', '***')}
        </code>
      </p>
    </>
  );
}
