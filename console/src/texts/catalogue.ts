import type { en } from './en/index.ts';

export type Plural = { readonly one: string; readonly two?: string; readonly few?: string; readonly other: string };
type English = typeof en;
type View = keyof English;

/** Every language has the same keys; where English has forms for numbers, each language has its own. */
export type Catalogue = {
  readonly [V in View]: { readonly [K in keyof English[V]]: English[V][K] extends string ? string : Plural };
};

export type Key = { [V in View]: `${V}.${keyof English[V] & string}` }[View];
/** The keys of one view, such as those of a table of words. */
export type KeyOf<V extends View> = `${V}.${keyof English[V] & string}`;

type Leaf<K extends Key> = K extends `${infer V}.${infer N}`
  ? V extends View
    ? N extends keyof English[V]
      ? English[V][N]
      : never
    : never
  : never;
type Sentence<L> = L extends string ? L : L extends { other: infer O } ? O : never;
type Blanks<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Blanks<Rest> : never;
type Names<K extends Key> = Blanks<Sentence<Leaf<K>>> | (Leaf<K> extends string ? never : 'count');

/** What the sentence of a key has to be given: nothing, or a value for each of its blanks. */
export type Values<K extends Key, V> = [Names<K>] extends [never] ? [] : [values: { readonly [N in Names<K>]: V }];

/** The keys of texts without blanks, for tables of texts. */
export type PlainKey = { [K in Key]: [Names<K>] extends [never] ? K : never }[Key];
