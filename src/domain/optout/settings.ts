import { prepare } from '../text/text.ts';
import { foldedKeyword, noWords, type OwnWords, vocabulary } from './keyword.ts';
import { type Keyword, type KeywordLanguage, keywords, languages } from './words.ts';

/** What STOP stops: messages from the sender it was written to, or from all senders of the account. */
export const scopes = ['account', 'sender'] as const;
export type OptOutScope = (typeof scopes)[number];

export type Answers = Readonly<Partial<Record<Keyword, string>>>;

export type OptOutSettings = {
  /** Whether keywords in inbound messages change the list. The list itself always applies. */
  readonly enabled: boolean;
  readonly scope: OptOutScope;
  readonly languages: readonly KeywordLanguage[];
  readonly words: OwnWords;
  readonly replaces: boolean;
  /** The replies to keywords; an empty text sends none. */
  readonly answers: Answers;
};

/** The default: STOP opts the recipient out, and no reply is sent or charged. */
export const defaults: OptOutSettings = {
  enabled: true,
  scope: 'account',
  languages: ['en'],
  words: noWords,
  replaces: false,
  answers: {},
};

export const mostWords = 50;

/** What is wrong with the settings, for the customer; undefined if they are valid. */
export function settingsFault({ languages: chosen, words, replaces, answers }: OptOutSettings): string | undefined {
  const unknown = chosen.find((language) => !languages.includes(language));
  if (unknown !== undefined) return `languages: ${unknown} is none of ${languages.join(', ')}`;
  for (const keyword of keywords) {
    const fault = wordsFault(keyword, words[keyword]) ?? answerFault(keyword, answers[keyword]);
    if (fault !== undefined) return fault;
  }
  return meaningFault({ languages: chosen, words, replaces });
}

function wordsFault(keyword: Keyword, words: readonly string[]): string | undefined {
  if (words.length > mostWords) return `words.${keyword} must have at most ${mostWords} words`;
  const empty = words.find((word) => !foldedKeyword(word));
  if (empty === undefined) return undefined;
  return `words.${keyword}: every word must have a letter or digit, and at most 40 characters`;
}

/** A word cannot have two meanings. STOP takes precedence, so the other meaning would never apply. */
function meaningFault(choice: Parameters<typeof vocabulary>[0]): string | undefined {
  const known = vocabulary(choice);
  for (const keyword of keywords) {
    const other = choice.words[keyword].find((word) => known.get(foldedKeyword(word)!) !== keyword);
    if (other !== undefined)
      return `words.${keyword}: ${JSON.stringify(other)} means ${known.get(foldedKeyword(other)!)} already`;
  }
  return undefined;
}

function answerFault(keyword: Keyword, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const prepared = prepare(text, false);
  return prepared.ok ? undefined : `answers.${keyword} must be a text that can be sent; it is ${prepared.refusal}`;
}
