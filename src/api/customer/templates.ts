import type { FastifyRequest } from 'fastify';
import { canonicalLanguage } from '../../domain/text/template/language.ts';
import { previewTemplate } from '../../flows/sending/preview.ts';
import type { Sending } from '../../flows/sending/send.ts';
import { changeTemplate, createTemplate, InvalidTemplate } from '../../flows/templates/templates.ts';
import type * as stored from '../../store/account/templates.ts';
import { deleteTemplate, findTemplate, listTemplates, listVersions } from '../../store/account/templates.ts';
import { bodyOf } from '../operation/row-body.ts';
import { badBody, errorResponse } from '../schemas/errors.ts';
import { Paging } from '../schemas/fields.ts';
import {
  NewTemplate,
  Template,
  TemplateChange,
  TemplateList,
  TemplatePreview,
  TemplatePreviewRequest,
  TemplateSummary,
  TemplateVersion,
  TemplateVersionList,
} from '../schemas/templates.ts';
import { bodyLimit } from '../server/bodies.ts';
import { HttpError } from '../server/errors.ts';
import { customerOperations } from './operation.ts';

const taken = 'The account has another template with this name';
const tooMany = 'The account has 1000 templates, which is the limit; delete one first';
const operation = customerOperations('Templates', { taken: [409, taken], 'too many': [409, tooMany] });

const badContent = {
  ...badBody,
  400: errorResponse('The request is invalid; nothing was changed', {
    place: 'error: 400 - texts.sl must close the {{ at character 8 with }}; two literal braces are written {{{{',
    unknown: 'error: 400 - texts.sl must use declared variables only: {{nme}} at character 8 is not one',
  }),
};
const badVariables = {
  ...badBody,
  400: errorResponse('The template cannot be filled in', {
    missing: 'error: 400 - The template variable name is missing',
  }),
};

type Call = FastifyRequest<{ Params: { templateId: string } }>;
const refOf = ({ principal: { accountId }, params }: Call) => ({ accountId, id: params.templateId });
const toBody = (row: stored.Template) => bodyOf(Template, row, { templateId: row.id });
const toSummary = (row: stored.TemplateSummary) => bodyOf(TemplateSummary, row, { templateId: row.id });

export const templateOperations = (sending: Sending) => [
  operation({
    id: 'listTemplates',
    get: '/v1/templates',
    summary: 'List templates (extension)',
    description: 'Returns a page of the message templates of the account, newest first, without their texts.',
    query: Paging,
    answer: [TemplateList, 'A page of templates'],
    shown: toSummary,
    list: (db, { principal: { accountId } }, page) => listTemplates(db, { accountId, ...page }),
  }),
  operation({
    id: 'createTemplate',
    post: '/v1/templates',
    summary: 'Create a template (extension)',
    description: 'Send it with `template` in POST /v1/sms/messages.',
    bodyLimit,
    body: NewTemplate,
    status: 201,
    answer: [Template, 'The template, in version 1'],
    responses: {
      ...badContent,
      409: errorResponse('The name is taken, or the account has too many templates', {
        taken: `error: 409 - ${taken}`,
        many: `error: 409 - ${tooMany}`,
      }),
    },
    shown: toBody,
    write: (db, { principal, body }) => {
      const texts = byLanguage(body.texts);
      const [only = '', ...others] = Object.keys(texts);
      const defaultLanguage = languageOf(body.defaultLanguage) ?? (others.length === 0 ? only : '');
      const { variables = [] } = body;
      const content = { name: body.name.trim(), defaultLanguage, texts, variables };
      return unlessInvalid(() => createTemplate(db, principal.accountId, content));
    },
  }),
  operation({
    id: 'getTemplate',
    get: '/v1/templates/:templateId',
    summary: 'Retrieve a template (extension)',
    answer: [Template, 'The template, in its newest version'],
    unknown: 'template',
    shown: toBody,
    read: (db, call) => findTemplate(db, refOf(call)),
  }),
  operation({
    id: 'changeTemplate',
    patch: '/v1/templates/:templateId',
    summary: 'Update a template (extension)',
    description:
      'A change of texts, variables or the default language makes a new version; a change of the name does not.',
    bodyLimit,
    body: TemplateChange,
    answer: [Template, 'The updated template'],
    unknown: 'template',
    responses: badContent,
    problems: { taken: 'The name is taken' },
    shown: toBody,
    write: (db, call) => {
      const { name, defaultLanguage, texts, variables } = call.body;
      const change = {
        ...{ name: name?.trim(), variables, defaultLanguage: languageOf(defaultLanguage) },
        texts: texts && byLanguage(texts),
      };
      return unlessInvalid(() => changeTemplate(db, refOf(call), change));
    },
  }),
  operation({
    id: 'deleteTemplate',
    delete: '/v1/templates/:templateId',
    summary: 'Delete a template (extension)',
    description: 'Deletes all versions. Accepted and scheduled messages keep their text.',
    answer: 'Deleted',
    unknown: 'template',
    write: (db, call) => deleteTemplate(db, refOf(call)),
  }),
  operation({
    id: 'listTemplateVersions',
    get: '/v1/templates/:templateId/versions',
    summary: 'List versions of a template (extension)',
    answer: [TemplateVersionList, 'The versions'],
    unknown: 'template',
    read: async (db, call) => {
      const versions = await listVersions(db, refOf(call));
      if (versions.length === 0) return undefined;
      return { versions: versions.map((row) => bodyOf(TemplateVersion, row, {})) };
    },
  }),
  operation({
    id: 'previewTemplate',
    post: '/v1/templates/:templateId/preview',
    summary: 'Preview a template (extension)',
    description: 'Returns the filled-in text, its encoding, segments and price. Nothing is sent or charged.',
    config: { readOnly: true },
    bodyLimit,
    body: TemplatePreviewRequest,
    answer: [TemplatePreview, 'The preview'],
    unknown: 'template',
    responses: badVariables,
    read: (db, call) => {
      const { isUnicode = false, destinations, ...use } = call.body;
      const { accountId, id } = refOf(call);
      return previewTemplate(db, sending, accountId, { choice: { id, ...use }, isUnicode, destinations });
    },
  }),
];

/** Texts by the canonical tags of their languages. */
function byLanguage<Text>(texts: Readonly<Record<string, Text>>): Record<string, Text> {
  const found = new Map<string, Text>();
  for (const [tag, text] of Object.entries(texts)) {
    const language = canonicalLanguage(tag);
    if (language === undefined)
      throw new HttpError(400, `texts: "${tag.slice(0, 35).toWellFormed()}" is not a language such as sl or pt-BR`);
    if (found.has(language)) throw new HttpError(400, `texts: the language ${language} is given twice`);
    found.set(language, text);
  }
  return Object.fromEntries(found);
}

/** The tag as given, if it has no canonical form: then no text is in this language. */
function languageOf(tag: string | undefined): string | undefined {
  return tag === undefined ? undefined : (canonicalLanguage(tag) ?? tag);
}

async function unlessInvalid<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof InvalidTemplate ? new HttpError(400, error.message) : error;
  }
}
