import { Modal, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../design/icons.tsx';
import { useGo } from '../parts/Target.tsx';
import { useTexts } from '../texts/language.tsx';
import styles from './Palette.module.css';
import type Results from './Results.tsx';
import type { Entered, ResultsHandle } from './Results.tsx';

type Props = { opened: boolean; onClose: () => void; help: () => void };

/** The field is there immediately, so that nothing that is typed is lost; what it finds is loaded when it is first opened. */
export function PaletteDialog({ opened, onClose, help }: Props) {
  const { t } = useTexts();
  return (
    <Modal.Root opened={opened} onClose={onClose} size={640} yOffset="8vh" transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content aria-label={t('palette.title')} data-palette>
        <Palette onClose={onClose} help={help} />
      </Modal.Content>
    </Modal.Root>
  );
}

const moves: readonly string[] = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp'];

function Palette({ onClose, help }: Omit<Props, 'opened'>) {
  const { t } = useTexts();
  const listId = useId();
  const go = useGo();
  const list = useRef<ResultsHandle>(null);
  const [text, setText] = useState('');
  const [entered, setEntered] = useState<Entered>('no');
  const [active, setActive] = useState<string>();
  const { Loaded, hasFailed } = useResults();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (moves.includes(event.key)) list.current?.move(event.key);
    else if (event.key === 'Enter') setEntered(event.ctrlKey || event.metaKey ? 'tab' : 'here');
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    if (entered === 'no' || !hasFailed) return;
    onClose();
    go({ to: '/messages', search: { q: text.trim() } });
  }, [entered, hasFailed, text, onClose, go]);
  return (
    <div className={styles.dialog}>
      <div className={styles.head}>
        <Icon name="search" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog is opened to type in it.
          autoFocus
          data-autofocus
          className={styles.field}
          role="combobox"
          aria-label={t('palette.title')}
          aria-expanded={Loaded !== undefined}
          aria-controls={Loaded && listId}
          aria-activedescendant={active}
          aria-autocomplete="list"
          placeholder={t('palette.hint')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setEntered('no');
          }}
          onKeyDown={onKeyDown}
          maxLength={500}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <button type="button" className={styles.close} onClick={onClose}>
          <VisuallyHidden>{t('shell.close')}</VisuallyHidden> <kbd>Esc</kbd>
        </button>
      </div>
      {Loaded && (
        <Loaded
          ref={list}
          listId={listId}
          text={text}
          entered={entered}
          onActive={setActive}
          onClose={onClose}
          help={help}
        />
      )}
      {hasFailed && <p className={styles.none}>{t('palette.failed')}</p>}
    </div>
  );
}

type ResultsView = typeof Results;
let loaded: ResultsView | undefined;

/** A failure is tried again when the palette is opened again. */
function useResults(): { Loaded: ResultsView | undefined; hasFailed: boolean } {
  const [Loaded, setLoaded] = useState<ResultsView | undefined>(() => loaded);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (loaded) return;
    import('./Results.tsx').then(
      (module) => {
        loaded = module.default;
        setLoaded(() => module.default);
      },
      () => setFailed(true),
    );
  }, []);
  return { Loaded, hasFailed };
}
