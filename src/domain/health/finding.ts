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

/** An English sentence with placeholders (`{0}`, `{1}` …), by which a translation is found, and their values. */
type Said = { readonly sentence: string; readonly values: readonly Value[] };
type Value = string | number | { readonly names: readonly string[]; readonly more: number };

/** A value whose text depends on the language. */
export class Phrase {
  readonly value: Value;
  readonly #english: string;

  constructor(value: Value, english: string) {
    this.value = value;
    this.#english = english;
  }

  toString(): string {
    return this.#english;
  }
}

type Spoken = Said & { readonly english: string };

/** say`${name} is not connected` */
export function say(pieces: TemplateStringsArray, ...values: readonly (string | number | Phrase)[]): Spoken {
  return {
    sentence: pieces.map((piece, place) => (place === 0 ? piece : `{${place - 1}}${piece}`)).join(''),
    values: values.map((value) => (value instanceof Phrase ? value.value : value)),
    english: pieces.map((piece, place) => (place === 0 ? piece : `${String(values[place - 1])}${piece}`)).join(''),
  };
}

export type FindingText = string | Spoken;
const spoken = (words: FindingText): Spoken =>
  typeof words === 'string' ? { sentence: words, values: [], english: words } : words;
const saidOf = ({ sentence, values }: Spoken): Said => ({ sentence, values });

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

/** `many(1, 'route')` is 1 route, `many(2, 'route')` 2 routes. */
export function many(count: number, thing: string): Phrase {
  return new Phrase(count, `${count} ${thing}${count === 1 ? '' : 's'}`);
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

/** The first few of many. */
export function some(names: readonly string[], most = 3): Phrase {
  const [shown, more] = [names.slice(0, most), Math.max(0, names.length - most)];
  return new Phrase({ names: shown, more }, shown.join(', ') + (more > 0 ? ` and ${more} more` : ''));
}
