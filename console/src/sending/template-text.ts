import { inLanguage } from '../../../src/domain/text/template/language.ts';
import { filled, placeholdersIn } from '../../../src/domain/text/template/placeholders.ts';
import { templatePieces } from '../../../src/domain/text/template/template.ts';
import { isVariableName, type Value, type Variable, written } from '../../../src/domain/text/template/variable.ts';
import type { Customer } from '../api/client.ts';

export type TemplateContent = Pick<Customer['Template'], 'defaultLanguage' | 'texts' | 'variables'>;
/** What was typed for each variable. */
export type Typed = Readonly<Record<string, string>>;

export type FilledText = {
  /** A placeholder without a right value stays. */
  readonly text: string;
  /** Variables whose value is wrong, and those without one. */
  readonly wrong: ReadonlySet<string>;
  readonly missing: ReadonlySet<string>;
};

/** The text of a template by the rules of the service, also while its values are being typed. */
export function fillText(
  { defaultLanguage, texts, variables }: TemplateContent,
  wanted: string,
  typed: Typed,
): FilledText {
  const language = inLanguage(wanted, (tag) => (Object.hasOwn(texts, tag) ? tag : undefined)) ?? defaultLanguage;
  const [wrong, missing] = [new Set<string>(), new Set<string>()];
  const values = new Map<string, string>();
  for (const variable of variables) {
    const { name } = variable;
    const value = typedValue(variable, typed) ?? variable.default;
    const result = value === undefined ? undefined : written(variable, value, language);
    if (result === undefined) missing.add(name);
    else if ('fault' in result) wrong.add(name);
    else values.set(name, result.text);
  }
  return { text: filled(templatePieces(texts[language] ?? ''), (name) => values.get(name)), wrong, missing };
}

/** The values of a request; variables that are left empty keep their default. */
export function valuesOf({ variables }: TemplateContent, typed: Typed): Record<string, Value> {
  const given = variables.map((variable) => [variable.name, typedValue(variable, typed)] as const);
  return Object.fromEntries(given.filter((entry): entry is readonly [string, Value] => entry[1] !== undefined));
}

/** Numbers as people write them: `12,5` is 12.5. */
function typedValue({ name, type }: Variable, typed: Typed): Value | undefined {
  const text = typed[name]?.trim() ?? '';
  if (text === '') return undefined;
  if (type !== 'number') return text;
  const number = Number(text.replace(',', '.'));
  return Number.isNaN(number) ? text : number;
}

/** Examples for a preview before there are values. */
const samples = { text: '', number: '1234.5', date: '2026-12-24', url: 'https://shop.example.com', code: 'A-1042' };

export function samplesOf(variables: readonly Variable[]): Typed {
  return Object.fromEntries(variables.map(({ name, type }) => [name, samples[type] || name]));
}

/** The variables of these texts, in order of appearance; those declared before keep their settings. */
export function variablesIn(texts: readonly string[], declared: readonly Variable[]): Variable[] {
  const names = texts.flatMap((text) =>
    placeholdersIn(templatePieces(text)).flatMap(({ name }) =>
      name !== undefined && isVariableName(name) ? name : [],
    ),
  );
  return [...new Set(names)].map((name) => declared.find((each) => each.name === name) ?? { name, type: 'text' });
}

export type TextChange = {
  readonly language: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
};

/** The texts that differ between two versions. */
export function textChanges(older: TemplateContent | undefined, newer: TemplateContent): TextChange[] {
  const before = older?.texts ?? {};
  return [...new Set([...Object.keys(newer.texts), ...Object.keys(before)])]
    .map((language) => ({ language, before: before[language], after: newer.texts[language] }))
    .filter((change) => change.before !== change.after);
}
