import { Checkbox, PasswordInput, Textarea } from '@mantine/core';
import { Fault } from '../../api/fault.ts';
import { GuideLink } from '../../parts/GuideLink.tsx';
import type { Texts } from '../../texts/language.tsx';
import { useTexts } from '../../texts/language.tsx';
import { isGeneric, isHttp } from './http-url.ts';

/** What belongs to a carrier over HTTP besides its address. */
export type Besides = { readonly description: string; readonly secret: string; readonly dropsSecret: boolean };

type Props = {
  url: string;
  value: Besides;
  set: (value: Besides) => void;
  hasSecret: boolean;
  /** What the service, or the reader of the JSON, has against the description. */
  fault: string | undefined;
};

export function HttpSecrets({ url, value, set, hasSecret, fault }: Props) {
  const { t, rich } = useTexts();
  if (!isHttp(url)) return null;
  return (
    <>
      {isGeneric(url) && (
        <Textarea
          label={t('carriers.description')}
          description={rich('carriers.descriptionHint', {
            guide: <GuideLink guide="http-carriers">{t('carriers.descriptionGuide')}</GuideLink>,
          })}
          placeholder={example}
          value={value.description}
          onChange={(event) => set({ ...value, description: event.currentTarget.value })}
          error={fault}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          rows={12}
          spellCheck={false}
          required
        />
      )}
      <PasswordInput
        label={t('carriers.signingSecret')}
        description={t('carriers.signingSecretHint')}
        value={value.secret}
        onChange={(event) => set({ ...value, secret: event.currentTarget.value })}
        placeholder={hasSecret ? t('carriers.passwordKept') : undefined}
        disabled={value.dropsSecret}
        autoComplete="new-password"
        maxLength={4_000}
      />
      {hasSecret && (
        <Checkbox
          label={t('carriers.signingSecretDrop')}
          checked={value.dropsSecret}
          onChange={(event) => set({ ...value, secret: '', dropsSecret: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

/** As a request of the API has it. What is left empty stays as it was. */
export function bodyOf(url: string, { description, secret, dropsSecret }: Besides, t: Texts['t']) {
  if (!isHttp(url)) return {};
  return {
    ...(isGeneric(url) && description.trim() !== '' && { description: parsed(description, t) }),
    ...(secret !== '' && { signingSecret: secret }),
    ...(dropsSecret && { signingSecret: null }),
  };
}

function parsed(text: string, t: Texts['t']): Record<string, never> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, never>;
  } catch (error) {
    throw new Fault(400, t('carriers.descriptionWrong', { reason: (error as Error).message }));
  }
  throw new Fault(400, t('carriers.descriptionWrong', { reason: '{ … }' }));
}

/** What a complaint says of the description, which the service names inside of one about the address; undefined: nothing. */
export function ofDescription(text: string): string | undefined {
  const found = /^(?:url: [^:]*)?description\b[^:]*: (.*?)(?:\. Correct it;.*)?$/is.exec(text)?.[1];
  return found && found[0]!.toUpperCase() + found.slice(1);
}

const example = `{
  "method": "POST",
  "path": "/send",
  "headers": { "authorization": "Bearer {password}" },
  "json": { "to": "{destination}", "from": "{sender}", "text": "{text}" },
  "answer": { "reference": { "json": "message.id" } }
}`;
