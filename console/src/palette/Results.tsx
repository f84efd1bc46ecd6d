import {
  type MouseEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useMemo,
  useState,
} from 'react';
import { isUuid } from '../../../src/domain/uuid.ts';
import { useMayChange, useMayRead, useScope, useSession } from '../api/session.tsx';
import { Icon } from '../design/icons.tsx';
import { isForBrowser, useGo } from '../parts/Target.tsx';
import { useTexts } from '../texts/language.tsx';
import { directEntries, searchEntries } from './direct.ts';
import { addressOf, type Entry, type Group, groups } from './entry.ts';
import { useFixedEntries } from './fixed.ts';
import { useFound } from './found.ts';
import { matching } from './match.ts';
import styles from './Palette.module.css';

/** `here`: Enter; `tab`: the same in a new tab. */
export type Entered = 'no' | 'here' | 'tab';
export type ResultsHandle = { readonly move: (key: string) => void };

type Props = {
  ref: Ref<ResultsHandle>;
  listId: string;
  text: string;
  entered: Entered;
  onActive: (optionId: string | undefined) => void;
  onClose: () => void;
  help: () => void;
};

/** At most as many entries of a group; all pages and actions are shown while nothing is typed. */
const mostOfGroup = 6;
const mostUntyped = 40;
const page = 8;
/** Names are found by any part; of titles, which are many, words are found by their beginning. */
const named: ReadonlySet<Group> = new Set(['saved', 'accounts', 'objects']);

/** What fits the text, in groups. The first entry is marked until another one is chosen. */
export default function Results({ ref, listId, text, entered, onActive, onClose, help }: Props) {
  const { t } = useTexts();
  const go = useGo();
  const { shown, isPending } = useShown(text, help);
  const entries = shown.flatMap(({ entries: all }) => all);
  const [chosen, setChosen] = useState<{ text: string; id: string }>();
  const place = Math.max(0, chosen?.text === text ? entries.findIndex(({ id }) => id === chosen.id) : 0);
  const active = entries[place];
  const prefix = useId();
  const optionId = active && `${prefix}${active.id}`;
  const choose = (to: number) => {
    const next = entries[to];
    if (next) setChosen({ text, id: next.id });
  };
  useImperativeHandle(ref, () => ({
    move: (key) => choose(placeAfter(key, place, entries.length)),
  }));
  useEffect(() => onActive(optionId), [optionId, onActive]);
  useEffect(() => {
    if (optionId) document.getElementById(optionId)?.scrollIntoView({ block: 'nearest' });
  }, [optionId]);
  const open = (entry: Entry, isNewTab: boolean) => {
    onClose();
    const { leads } = entry;
    const address = addressOf(entry);
    if (address !== undefined && (isNewTab || ('href' in leads && leads.isNewTab)))
      window.open(address, '_blank', 'noreferrer');
    else if ('target' in leads) go(leads.target);
    else if ('href' in leads) location.assign(leads.href);
    else leads.run();
  };
  // What is found by an id or a name only comes with the answer.
  const isGuess = active !== undefined && (active.group === 'search' || active.id.startsWith('message '));
  const isReady = active !== undefined && !(isPending && isGuess);
  const isNothing = active === undefined && !isPending;
  const take = useEffectEvent(() => {
    if (active) open(active, entered === 'tab');
  });
  useEffect(() => {
    if (entered !== 'no' && isReady) take();
  }, [entered, isReady]);
  return (
    <>
      <div id={listId} role="listbox" aria-label={t('palette.results')} aria-busy={isPending} className={styles.list}>
        {shown.map(({ group, entries: all }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a list of options.
          <div key={group} role="group" aria-labelledby={`${prefix}${group}`} className={styles.group}>
            <div id={`${prefix}${group}`} className={styles.title} role="presentation">
              {t(titles[group])}
            </div>
            {all.map((entry) => (
              <Option
                key={entry.id}
                id={`${prefix}${entry.id}`}
                entry={entry}
                isActive={entry === active}
                onOpen={() => open(entry, false)}
                onPoint={() => setChosen({ text, id: entry.id })}
                onLeave={onClose}
              />
            ))}
          </div>
        ))}
      </div>
      {isNothing && <p className={styles.none}>{t('palette.none')}</p>}
      <p role="status" className="visually-hidden">
        {isPending ? '' : t('palette.count', { count: entries.length })}
      </p>
    </>
  );
}

const titles = {
  direct: 'palette.direct',
  pages: 'palette.pages',
  actions: 'palette.actions',
  saved: 'saved.title',
  accounts: 'accounts.title',
  objects: 'palette.objects',
  documents: 'shell.guides',
  search: 'messages.title',
} as const satisfies Record<Group, string>;

/** Lists wrap around at their ends. */
function placeAfter(key: string, place: number, count: number): number {
  switch (key) {
    case 'ArrowDown':
      return place + 1 < count ? place + 1 : 0;
    case 'ArrowUp':
      return place > 0 ? place - 1 : count - 1;
    case 'PageDown':
      return Math.min(count - 1, place + page);
    default:
      return Math.max(0, place - page);
  }
}

function useShown(text: string, help: () => void) {
  const texts = useTexts();
  const scope = useScope();
  const { service } = useSession();
  const mayChange = useMayChange();
  const mayReadText = useMayRead('text');
  const fixed = useFixedEntries(help);
  const isOperator = scope.kind === 'operator';
  const hasSimulator = service.simulator;
  const typed = useMemo(() => {
    const person = { isOperator, mayChange, mayReadText, hasSimulator };
    return { direct: directEntries(text, person, texts), search: searchEntries(text, person, texts) };
  }, [text, isOperator, mayChange, mayReadText, hasSimulator, texts]);
  // A number, or a search of messages, is not the name of something.
  const { entries: found, isPending } = useFound(typed.direct.length > 0 && !isUuid(text.trim()) ? '' : text);
  const isEmpty = text.trim() === '';
  const byId = found.filter(({ group }) => group === 'direct');
  const direct = byId.length > 0 ? byId : typed.direct;
  const all = [...fixed, ...found.filter(({ group }) => group !== 'direct')];
  const byGroup = Map.groupBy(all, ({ group }) => group);
  // Pages and actions would push saved searches out of sight.
  const order = isEmpty ? (['saved', ...groups.filter((group) => group !== 'saved')] as const) : groups;
  const shown = order.flatMap((group) => {
    const entries =
      group === 'direct'
        ? direct
        : group === 'search'
          ? typed.search
          : isEmpty && group === 'documents'
            ? []
            : matching(
                byGroup.get(group) ?? [],
                text,
                isEmpty ? mostUntyped : mostOfGroup,
                named.has(group) ? 'anywhere' : 'word',
              );
    return entries.length === 0 ? [] : [{ group, entries }];
  });
  return { shown, isPending };
}

type OptionProps = {
  id: string;
  entry: Entry;
  isActive: boolean;
  onOpen: () => void;
  onPoint: () => void;
  onLeave: () => void;
};

function Option({ id, entry, isActive, onOpen, onPoint, onLeave }: OptionProps) {
  const { icon, title, note } = entry;
  const onClick = (event: MouseEvent) => {
    if (isForBrowser(event)) return onLeave();
    event.preventDefault();
    onOpen();
  };
  return (
    <a
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      href={addressOf(entry) ?? '#'}
      className={styles.option}
      onClick={onClick}
      onMouseMove={onPoint}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Icon name={icon} />
      <span className={styles.name} dir="auto">
        {title}
      </span>
      {note && <span className={styles.note}>{note}</span>}
    </a>
  );
}
