import { Type } from '../../base/type.ts';
import { longestTemplateName, templateLimits } from '../../domain/text/template/template.ts';
import { type Value, variableTypes } from '../../domain/text/template/variable.ts';
import { MAX_CHARACTERS } from '../../domain/text/text.ts';
import { patterns } from '../operation/patterns.ts';
import { closed, named, nextCursor, optional, time, uuid } from './fields.ts';

const language = (description: string) =>
  Type.String({ pattern: patterns.language, maxLength: 35, description, examples: ['sl'] });
const version = Type.Integer({
  description: 'Number of the version, from 1; each change of the content makes a new one',
});

const variable = closed({
  name: Type.String({ description: 'Letter, then letters, digits and underscores; at most 32', examples: ['name'] }),
  type: Type.Enum([...variableTypes], {
    description:
      'date: YYYY-MM-DD; code: letters, digits and hyphens. Numbers and dates follow the language of the text',
  }),
  default: Type.Optional(
    Type.Unsafe<Value>({ type: ['string', 'number'], description: 'Value of a request without one' }),
  ),
  maxLength: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_CHARACTERS, description: 'Most characters of the value in the text' }),
  ),
});

const content = {
  defaultLanguage: language('Language of requests in a language without a text'),
  texts: Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: `Texts by language, at most ${templateLimits.languages}. {{name}} stands for the variable name, {{{{ for two braces`,
    examples: [{ en: 'Hi {{name}}', sl: 'Zdravo {{name}}' }],
  }),
  variables: Type.Array(variable, { maxItems: templateLimits.variables, description: 'Variables of all texts' }),
};

const name = Type.String({
  minLength: 1,
  maxLength: longestTemplateName,
  pattern: patterns.filledText,
  description: 'Unique in the account; case is ignored',
  examples: ['order shipped'],
});

const head = { templateId: uuid(), name, version };
const times = { createdAt: time('Time of creation'), updatedAt: time('Time of the last change') };

export const Template = named('Template', { ...head, ...content, ...times });
export const TemplateSummary = named('TemplateSummary', {
  ...head,
  defaultLanguage: content.defaultLanguage,
  languages: Type.Array(Type.String(), { description: 'Languages of the texts' }),
  ...times,
});
export const TemplateList = named('TemplateList', { templates: Type.Array(Type.Ref('TemplateSummary')), nextCursor });
export const TemplateVersion = named('TemplateVersion', { version, ...content, createdAt: times.createdAt });
export const TemplateVersionList = named('TemplateVersionList', {
  versions: Type.Array(Type.Ref('TemplateVersion'), {
    description: `The newest ${templateLimits.versions} versions, newest first`,
  }),
});

export const NewTemplate = closed({
  name,
  defaultLanguage: Type.Optional(language('Default: the only language of texts')),
  texts: content.texts,
  variables: Type.Optional(content.variables),
});
export const TemplateChange = closed(
  {
    ...optional({ name, defaultLanguage: content.defaultLanguage, variables: content.variables }),
    texts: Type.Optional(
      Type.Unsafe<Record<string, string | null>>({
        type: 'object',
        additionalProperties: { type: ['string', 'null'] },
        description: 'Texts by language; null removes a text, other languages are not changed',
      }),
    ),
  },
  { description: 'Omitted fields are not changed' },
);

/** What a request says about the template beside its id or name. */
const use = {
  language: { type: 'string', pattern: patterns.language, maxLength: 35 },
  version: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
  variables: {
    type: 'object',
    maxProperties: templateLimits.variables,
    additionalProperties: { type: ['string', 'number', 'null'] },
  },
};
const descriptions = {
  language: 'Language of the text; without its region if the template has no text in it, else the default language',
  version: 'Version of the template. Default: the newest',
  variables: 'Values by the name of the variable',
};
type Variables = Record<string, Value | null>;

export const TemplatePreviewRequest = closed({
  language: Type.Optional(Type.Unsafe<string>({ ...use.language, description: descriptions.language })),
  version: Type.Optional(Type.Unsafe<number>({ ...use.version, description: descriptions.version })),
  variables: Type.Optional(Type.Unsafe<Variables>({ ...use.variables, description: descriptions.variables })),
  isUnicode: Type.Optional(Type.Boolean({ default: false, description: 'As in a send request' })),
  destinations: Type.Optional(
    Type.Array(Type.String(), {
      minItems: 1,
      maxItems: 1_000,
      description: 'Default: all countries of the price list',
    }),
  ),
});
export const TemplatePreview = named('TemplatePreview', {
  language: Type.String({ description: 'Language of the text' }),
  version,
  content: Type.String({ description: 'Text after replacement' }),
  encoding: Type.String(),
  segmentCount: Type.Integer(),
  forcesUnicode: Type.Array(Type.Object({ character: Type.String(), positions: Type.Array(Type.Integer()) }), {
    description: 'Characters outside the GSM character set, and their positions in the text (in characters, from 0)',
  }),
  price: Type.Optional(
    Type.Object(
      { from: Type.Number(), to: Type.Number() },
      { description: 'Price of one message; absent if the account has no price' },
    ),
  ),
  currency: Type.String(),
});

const nullable = (type: string, schema: object, description: string) => ({
  ...schema,
  type: [type, 'null'],
  description,
});

/** The template of a send request. null for an optional field counts as omitted. */
export const templateChoice = Type.Unsafe<object | null>({
  type: ['object', 'null'],
  additionalProperties: false,
  properties: {
    id: nullable('string', { format: 'uuid' }, 'Id of the template; or its name'),
    name: nullable('string', { maxLength: 100 }, 'Name of the template; or its id'),
    language: nullable('string', use.language, descriptions.language),
    version: nullable('integer', use.version, descriptions.version),
    variables: nullable('object', use.variables, descriptions.variables),
  },
  description: 'Extension. Template that the text comes from, instead of message.content',
  examples: [{ name: 'order shipped', language: 'sl', variables: { name: 'Ana' } }],
});

export const templateSchemas = [
  Template,
  TemplateSummary,
  TemplateList,
  TemplateVersion,
  TemplateVersionList,
  TemplatePreview,
];
