import { isUuid } from '../../../src/domain/uuid.ts';
import { messagesWith } from '../parts/message-search.ts';
import type { Texts } from '../texts/language.tsx';
import { parse } from '../views/messages/query.ts';
import type { Entry } from './entry.ts';

export type Person = {
  readonly isOperator: boolean;
  readonly mayChange: boolean;
  readonly mayReadText: boolean;
  readonly hasSimulator: boolean;
};

const most = 60;
const cut = (text: string) => (text.length > most ? `${text.slice(0, most)}…` : text);

/** What is typed as a search of messages: of a number, an id, or in the words of the search field. */
export function directEntries(typed: string, person: Person, { t }: Texts): Entry[] {
  const text = typed.trim();
  if (text === '') return [];
  const { query, problems } = parse(text, new Date());
  if (problems.length > 0) return [];
  if (query.id !== undefined && Object.keys(query).length === 1) return [messageEntry(query.id, t('palette.message'))];
  const number = Object.keys(query).length === 1 ? query.destination : undefined;
  return number === undefined ? [searchEntry(text, 'direct', t('messages.search'))] : numberEntries(number, person, t);
}

export function messageEntry(id: string, note: string): Entry {
  return {
    id: `message ${id}`,
    group: 'direct',
    icon: 'messages',
    title: id,
    note,
    leads: { target: { to: `/messages/${id}` } },
  };
}

function numberEntries(number: string, { isOperator, mayChange, hasSimulator }: Person, t: Texts['t']): Entry[] {
  const entry = (
    id: string,
    icon: Entry['icon'],
    note: string,
    target: { to: string; search: Record<string, string> },
  ): Entry => ({
    ...{ id: `number ${id}`, group: 'direct', icon, title: number, note },
    leads: { target },
  });
  return [
    entry('messages', 'messages', t('palette.messagesTo'), { to: '/messages', search: { q: `to:${number}` } }),
    ...(mayChange ? [entry('send', 'send', t('messages.sendOne'), { to: '/send', search: { to: number } })] : []),
    ...(isOperator
      ? [entry('route', 'carriers', t('carriers.explain'), { to: '/carriers', search: { to: number } })]
      : []),
    ...(isOperator && hasSimulator
      ? [entry('phone', 'phone', t('phone.title'), { to: '/phone', search: { number } })]
      : []),
  ];
}

function searchEntry(text: string, group: 'direct' | 'search', note: string): Entry {
  return {
    id: 'search',
    group,
    icon: 'search',
    title: cut(text),
    note,
    leads: { target: { to: '/messages', search: { q: text } } },
  };
}

/** Shown last: messages with this text, or from this sender; a search that has a mistake is explained on its page. */
export function searchEntries(typed: string, { mayReadText }: Person, { t }: Texts): Entry[] {
  const text = typed.trim().replaceAll('"', '');
  if (text.length < 2 || isUuid(text)) return [];
  const { problems } = parse(text, new Date());
  if (problems.length === 0) return [];
  if (text.includes(':')) return [searchEntry(text, 'search', t('messages.search'))];
  const entry = (id: string, icon: Entry['icon'], note: string, target: Entry['leads']): Entry => ({
    ...{ id: `search ${id}`, group: 'search', icon, title: cut(text), note, leads: target },
  });
  return [
    ...(mayReadText && text.length <= 160
      ? [entry('text', 'search', t('palette.withText'), { target: messagesWith({ text }) })]
      : []),
    ...(text.length <= 20
      ? [entry('from', 'senders', t('palette.from'), { target: messagesWith({ from: text }) })]
      : []),
  ];
}
