import { Refusal } from '../../errors.ts';
import { MAX_CHARACTERS } from '../text.ts';
import { inLanguage } from './language.ts';
import { type Braces, filled, type Piece, piecesOf, placeholdersIn } from './placeholders.ts';
import { isLongerThan, isVariableName, type Variable, variableTypes, written } from './variable.ts';

export const templateLimits = { ofAccount: 1_000, versions: 100, languages: 30, variables: 50 } as const;
export const longestTemplateName = 64;

/** What a version of a template holds. Languages are canonical tags. */
export type TemplateContent = {
  readonly defaultLanguage: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly variables: readonly Variable[];
};

/** `{{name}}` or `{{ name }}`; `{{{{` stands for two opening braces. Closing braces alone are text. */
const braces: Braces = { open: '{{', close: '}}', literal: '{{{{', blanks: true, tokens: /(\{{4}|\{\{|\}\})/ };

export const templatePieces = (text: string): Piece[] => piecesOf(text, braces);

/** What is wrong with the content of a template, beginning with the field; undefined if it is valid. */
export function contentFault({ defaultLanguage, texts, variables }: TemplateContent): string | undefined {
  const languages = Object.keys(texts);
  if (languages.length === 0) return 'texts must hold a text in at least one language';
  if (languages.length > templateLimits.languages)
    return `texts must have at most ${templateLimits.languages} languages`;
  if (!Object.hasOwn(texts, defaultLanguage)) return 'defaultLanguage must be a language of texts';
  const names = new Set(variables.map(({ name }) => name));
  return (
    variablesFault(variables, defaultLanguage) ??
    firstOf(languages, (language) => {
      const fault = textFault(texts[language]!, names);
      return fault && `texts.${language} ${fault}`;
    })
  );
}

function variablesFault(variables: readonly Variable[], language: string): string | undefined {
  if (variables.length > templateLimits.variables)
    return `variables must have at most ${templateLimits.variables} entries`;
  const seen = new Set<string>();
  return firstOf(variables, (variable) => {
    const { name, type, default: value } = variable;
    if (!isVariableName(name))
      return 'variables: a name must begin with a letter and have at most 32 letters, digits and underscores';
    if (seen.has(name)) return `variables: ${name} is declared twice`;
    seen.add(name);
    if (!variableTypes.includes(type))
      return `variables: the type of ${name} must be one of ${variableTypes.join(', ')}`;
    const result = value === undefined ? undefined : written(variable, value, language);
    return result !== undefined && 'fault' in result ? `variables: the default of ${name} ${result.fault}` : undefined;
  });
}

/** What is wrong with a text; undefined if it is valid. */
export function textFault(text: string, names: ReadonlySet<string>): string | undefined {
  if (text.trim() === '') return 'must not be blank';
  if (isLongerThan(MAX_CHARACTERS, text)) return `must have at most ${MAX_CHARACTERS} characters`;
  if (text.includes('\0') || !text.isWellFormed()) return 'must have no NUL character and no half of a surrogate pair';
  return firstOf(placeholdersIn(templatePieces(text)), ({ name, written: shown, at }) => {
    const place = `at character ${[...text.slice(0, at)].length + 1}`;
    if (name === undefined) return `must close the {{ ${place} with }}; two literal braces are written {{{{`;
    if (!isVariableName(name)) return `must hold the name of a variable between {{ and }} ${place}`;
    return names.has(name) ? undefined : `must use declared variables only: ${shown} ${place} is not one`;
  });
}

type Data = Readonly<Record<string, unknown>>;

/** The text in this language or the nearest one of the template. Throws a Refusal that names the first wrong variable. */
export function render(
  { defaultLanguage, texts, variables }: TemplateContent,
  wanted: string | undefined,
  data: Data,
): { readonly language: string; readonly text: string } {
  const known = (tag: string) => (Object.hasOwn(texts, tag) ? tag : undefined);
  const language = (wanted && inLanguage(wanted, known)) ?? defaultLanguage;
  const declared = new Map(variables.map((variable) => [variable.name, variable]));
  const unknown = Object.keys(data).find((name) => !declared.has(name));
  if (unknown !== undefined) throw refuse(unknown.slice(0, 32).toWellFormed(), 'is not declared');
  const values = new Map(variables.map((variable) => [variable.name, textOf(variable, data, language)]));
  return { language, text: filled(templatePieces(texts[language]!), (name) => values.get(name)) };
}

function textOf(variable: Variable, data: Data, language: string): string {
  const { name } = variable;
  // Many clients send null for an absent field.
  const value = (Object.hasOwn(data, name) ? data[name] : undefined) ?? variable.default;
  if (value === undefined) throw refuse(name, 'is missing');
  const result = written(variable, value, language);
  if ('fault' in result) throw refuse(name, result.fault);
  return result.text;
}

const refuse = (name: string, fault: string) => new Refusal(7, `the template variable ${name} ${fault}`);

function firstOf<T>(items: readonly T[], faultOf: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const fault = faultOf(item);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
