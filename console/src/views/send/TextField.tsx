import { Button, Checkbox, Textarea } from '@mantine/core';
import { Icon } from '../../design/icons.tsx';
import { useTexts } from '../../texts/language.tsx';
import styles from './send.module.css';
import { checkText, inGsm, MAX_CHARACTERS, type TextCheck } from './text-check.ts';

type Props = {
  value: string;
  onChange: (text: string) => void;
  check: TextCheck;
  isUnicode: boolean;
  setUnicode: (isUnicode: boolean) => void;
};

/** The text, its number of segments, and the characters that increase it. */
export function TextField({ value, onChange, check, isUnicode, setUnicode }: Props) {
  const { t } = useTexts();
  return (
    <div>
      <Textarea
        label={t('send.text')}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autosize
        minRows={4}
        maxRows={14}
        required
        error={check.problem === 'too long' ? t('send.tooLong', { most: MAX_CHARACTERS }) : undefined}
      />
      <div className={styles.tools}>
        <SegmentCount check={check} />
        <Checkbox
          size="xs"
          label={t('send.unicode')}
          checked={isUnicode}
          onChange={(event) => setUnicode(event.currentTarget.checked)}
        />
      </div>
      {check.forcing.length > 0 && (
        <div className={styles.forcing}>
          <p>
            <Icon name="alert" size={14} /> {t('send.forces')}
          </p>
          <p className={styles.marked}>
            <Marked text={check.sent ?? value} forcing={new Set(check.forcing.map(({ character }) => character))} />
          </p>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="refresh" size={14} />}
            onClick={() => {
              setUnicode(false);
              onChange(inGsm(value));
            }}
          >
            {t('send.replace')}
          </Button>
        </div>
      )}
      {check.sent !== undefined && check.forcing.length === 0 && !check.problem && (
        <div className={styles.becomes}>
          <p>{t('send.becomes')}</p>
          <p className={styles.marked}>{check.sent}</p>
        </div>
      )}
    </div>
  );
}

export function SegmentCount({ check }: { check: TextCheck }) {
  const { t } = useTexts();
  return (
    <span role="status" className={styles.count}>
      {check.problem ? (
        t('send.charactersMost', { most: MAX_CHARACTERS })
      ) : (
        <>
          <b>{t('send.segments', { count: check.segments })}</b> · {check.encoding} · {check.used}/{check.room}
        </>
      )}
    </span>
  );
}

/** A text as it is sent, with its number of segments, where it cannot be edited. */
export function ShownText({ label, text, isUnicode = false }: { label: string; text: string; isUnicode?: boolean }) {
  const check = checkText(text, isUnicode);
  return (
    <section className={styles.becomes} aria-label={label}>
      <p>{label}</p>
      <p className={styles.marked}>
        <Marked text={check.sent ?? text} forcing={new Set(check.forcing.map(({ character }) => character))} />
      </p>
      <SegmentCount check={check} />
    </section>
  );
}

/** The text with the characters in it that no GSM alphabet has, each marked where it stands. */
function Marked({ text, forcing }: { text: string; forcing: ReadonlySet<string> }) {
  return [...text].map((sign, place) =>
    forcing.has(sign) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a sign is where it is.
      <mark key={place}>{sign}</mark>
    ) : (
      sign
    ),
  );
}
