import { countSeptets, isGsm } from '../../../../src/domain/text/gsm.ts';
import {
  type Forcing,
  forcesUnicode,
  MAX_CHARACTERS,
  prepare,
  replaceWithGsm,
} from '../../../../src/domain/text/text.ts';

export { MAX_CHARACTERS };

export type TextCheck = {
  readonly characters: number;
  readonly segments: number;
  readonly encoding: 'GSM-7' | 'UCS-2';
  /** What still fits into the last segment, and how much one holds. */
  readonly used: number;
  readonly room: number;
  readonly forcing: readonly Forcing[];
  /** What is sent, where that is not what was typed. */
  readonly sent: string | undefined;
  readonly problem: 'too long' | 'empty' | 'not text' | undefined;
};

const sizes = { 'GSM-7': [160, 153], 'UCS-2': [70, 67] } as const;

/** By the very rules that the service counts and replaces by. */
export function checkText(text: string, isUnicode: boolean): TextCheck {
  const prepared = prepare(text, isUnicode);
  const sent = prepared.ok ? prepared.text : text;
  const encoding = prepared.ok ? prepared.encoding : 'GSM-7';
  const segments = prepared.ok ? prepared.segments : 0;
  const [alone, inSeries] = sizes[encoding];
  const room = segments <= 1 ? alone : inSeries * segments;
  return {
    characters: [...sent].length,
    segments,
    encoding,
    used: sizeOf(sent, encoding),
    room,
    forcing: forcesUnicode(sent),
    sent: sent === text ? undefined : sent,
    problem: prepared.ok ? undefined : prepared.refusal,
  };
}

function sizeOf(text: string, encoding: TextCheck['encoding']): number {
  return encoding === 'UCS-2' ? text.length : (countSeptets(text) ?? text.length);
}

/** The text in the GSM alphabet: matching signs where there are some, and without those that have none. */
export function inGsm(text: string): string {
  return [...replaceWithGsm(text)]
    .filter((sign) => isGsm(sign))
    .join('')
    .replaceAll(/ {2,}/g, ' ');
}
