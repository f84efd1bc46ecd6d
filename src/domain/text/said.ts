/** An English sentence with placeholders (`{0}`, `{1}` …), by which a translation is found, and their values. */
export type Said = { readonly sentence: string; readonly values: readonly Value[] };
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

export type Spoken = Said & { readonly english: string };

/** say`${name} is not connected` */
export function say(pieces: TemplateStringsArray, ...values: readonly (string | number | Phrase)[]): Spoken {
  return {
    sentence: pieces.map((piece, place) => (place === 0 ? piece : `{${place - 1}}${piece}`)).join(''),
    values: values.map((value) => (value instanceof Phrase ? value.value : value)),
    english: pieces.map((piece, place) => (place === 0 ? piece : `${String(values[place - 1])}${piece}`)).join(''),
  };
}

export const spoken = (words: string | Spoken): Spoken =>
  typeof words === 'string' ? { sentence: words, values: [], english: words } : words;
export const saidOf = ({ sentence, values }: Spoken): Said => ({ sentence, values });

/** `many(1, 'route')` is 1 route, `many(2, 'route')` 2 routes. */
export function many(count: number, thing: string): Phrase {
  return new Phrase(count, `${count} ${thing}${count === 1 ? '' : 's'}`);
}

/** The first few of many. */
export function some(names: readonly string[], most = 3): Phrase {
  const [shown, more] = [names.slice(0, most), Math.max(0, names.length - most)];
  return new Phrase({ names: shown, more }, shown.join(', ') + (more > 0 ? ` and ${more} more` : ''));
}
