import { type Said, type Spoken, saidOf, spoken } from '../text/said.ts';

/** The result of a health check. `note`: worth knowing; `problem`: something does not work, or soon will not. */
export type Finding = {
  readonly check: string;
  readonly verdict: 'ok' | 'note' | 'problem';
  readonly text: string;
  readonly advice?: string;
  /** The check, text and advice with their placeholders, for translations. */
  readonly said?: { readonly check: Said; readonly text: Said; readonly advice?: Said };
  /** For `/health/ready`, which needs no key and so names no files or hosts. `blocks`: requests fail now. */
  readonly ready?: { readonly text: string; readonly blocks: boolean };
};

export type FindingText = string | Spoken;
export const ok = (check: FindingText, text: FindingText): Finding => finding('ok', spoken(check), spoken(text));
export const note = (check: FindingText, text: FindingText, advice: FindingText): Finding =>
  finding('note', spoken(check), spoken(text), spoken(advice));
export const problem = (check: FindingText, text: FindingText, advice: FindingText): Finding =>
  finding('problem', spoken(check), spoken(text), spoken(advice));

function finding(verdict: Finding['verdict'], check: Spoken, text: Spoken, advice?: Spoken): Finding {
  return {
    check: check.english,
    verdict,
    text: text.english,
    ...(advice && { advice: advice.english }),
    said: { check: saidOf(check), text: saidOf(text), ...(advice && { advice: saidOf(advice) }) },
  };
}

/** Roughly, for people: 40 s, 12 min, 3 h, 5 d. */
export function span(seconds: number): string {
  const units: [number, string][] = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'min'],
  ];
  const [size, unit] = units.find(([length]) => seconds >= 2 * length) ?? [1, 's'];
  return `${Math.round(seconds / size)} ${unit}`;
}

/** Without the checks that found nothing. */
export function found(all: readonly (Finding | undefined)[]): Finding[] {
  return all.filter((finding) => finding !== undefined);
}
