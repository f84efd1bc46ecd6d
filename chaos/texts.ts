/** Texts by which a message is known outside the service: every part of it names its request and its fate. */
import type { Fate } from './journal.ts';

/** Of one length, so that a token that was cut by the end of a part is not mistaken for another. */
const pattern = /\b([0-9a-z]{4}-\d{7})([DFR])\b/;
const longText = 200;

export const tokenOf = (run: string, number: number): string => `${run}-${String(number).padStart(7, '0')}`;

/** Named once, or over and over in a text of two parts. */
export function textOf(token: string, fate: Fate, parts: number): string {
  const word = `${token}${fate}`;
  return parts === 1 ? word : Array.from({ length: Math.ceil(longText / (word.length + 1)) }, () => word).join(' ');
}

export function readText(text: string): { token: string; fate: Fate } | undefined {
  const [, token, fate] = pattern.exec(text) ?? [];
  return token === undefined ? undefined : { token, fate: fate as Fate };
}
