import { prepare } from '../text/text.ts';
import { folded, noWords, type OwnWords, vocabulary } from './keyword.ts';
import { type Keyword, keywords, type Language, languages } from './words.ts';

/** What a STOP stops: messages from the sender that was written to, or from all senders of the account. */
export const scopes = ['account', 'sender'] as const;
export type Scope = (typeof scopes)[number];

export type Answers = Readonly<Partial<Record<Keyword, string>>>;

export type OptOutSettings = {
  /** Whether words of inbound messages change the list. The list itself always counts. */
  readonly enabled: boolean;
  readonly scope: Scope;
  readonly languages: readonly Language[];
  readonly words: OwnWords;
  readonly replaces: boolean;
  /** What is answered; without a text, nothing is. */
  readonly answers: Answers;
};

/** Of an account that has said nothing: whoever writes STOP gets no more messages, and nobody pays for an answer. */
export const defaults: OptOutSettings = {
  enabled: true,
  scope: 'account',
  languages: ['en'],
  words: noWords,
  replaces: false,
  answers: {},
};

export const mostWords = 50;

/** What is wrong with them, in words for the customer; undefined: nothing. */
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
  const empty = words.find((word) => !folded(word));
  if (empty === undefined) return undefined;
  return `words.${keyword}: every word must have a letter or digit, and at most 40 characters`;
}

/** One word cannot mean two things. STOP wins, so a word for it among the others would never count. */
function meaningFault(choice: Parameters<typeof vocabulary>[0]): string | undefined {
  const known = vocabulary(choice);
  for (const keyword of keywords) {
    const other = choice.words[keyword].find((word) => known.get(folded(word)!) !== keyword);
    if (other !== undefined)
      return `words.${keyword}: ${JSON.stringify(other)} means ${known.get(folded(other)!)} already`;
  }
  return undefined;
}

function answerFault(keyword: Keyword, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const prepared = prepare(text, false);
  return prepared.ok ? undefined : `answers.${keyword} must be a text that can be sent; it is ${prepared.refusal}`;
}
