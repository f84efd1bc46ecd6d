import type { Texts } from '../texts/language.tsx';
import { reasons } from '../texts/sl/reasons.ts';

/** A reason in the language of the page. A text that the operator has set for a code has only the one that it was written in. */
export function reasonIn(text: string, { language }: Pick<Texts, 'language'>): string {
  return (language === 'sl' ? reasons[text] : undefined) ?? text;
}
