import type { FastifyInstance } from 'fastify';
import { builtInTexts, templateFault } from '../../domain/verify/texts.ts';
import { deleteTemplate, findVerifySettings, storeTemplate } from '../../store/verify/settings.ts';
import type { Authentication } from '../auth.ts';
import { checkBody } from '../body.ts';
import { refuseEncoded } from '../encoding.ts';
import { HttpError } from '../errors.ts';
import { commonErrors, missingTemplate, templateErrors } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';
import { LanguagePath, templateRules } from '../schemas/verify.ts';
import type { Serving } from '../serving.ts';

const tags = ['Verification'];

export function verifyTemplateRoutes(app: FastifyInstance, { db, reads }: Serving, auth: Authentication): void {
  app.get('/v1/verify/templates', {
    onRequest: auth.looks,
    schema: {
      operationId: 'listVerifyTemplates',
      summary: 'List the texts of verification codes (extension)',
      description: "By language; the account's own stand in place of the built-in ones.",
      tags,
      response: { 200: answer('VerifyTemplateList', 'The texts'), ...commonErrors },
    },
    handler: ({ principal: { accountId } }) =>
      reads.run(accountId, async (db) => {
        const own = (await findVerifySettings(db, accountId))?.templates ?? new Map<string, string>();
        const languages = [...new Set([...Object.keys(builtInTexts), ...own.keys()])].sort();
        return { templates: languages.map((language) => toBody(language, own)) };
      }),
  });

  app.put<{ Params: { language: string }; Body: { template: string } }>('/v1/verify/templates/:language', {
    onRequest: [auth.changes, refuseEncoded],
    attachValidation: true,
    schema: {
      operationId: 'setVerifyTemplate',
      summary: 'Set the text of verification codes in a language (extension)',
      tags,
      params: LanguagePath,
      body: { $ref: 'VerifyTemplateChange#' },
      response: {
        200: answer('VerifyTemplate', 'The text that counts from now on'),
        ...templateErrors,
        ...commonErrors,
      },
    },
    handler: async (request) => {
      checkBody(request, templateRules);
      const language = languageIn(request.params);
      const { template } = request.body;
      const fault = templateFault(template) ?? controlFault(template);
      if (fault !== undefined) throw new HttpError(400, `template ${fault}`);
      await storeTemplate(db, request.principal.accountId, language, template);
      return { language, template, own: true };
    },
  });

  app.delete<{ Params: { language: string } }>('/v1/verify/templates/:language', {
    onRequest: auth.changes,
    attachValidation: true,
    schema: {
      operationId: 'deleteVerifyTemplate',
      summary: 'Go back to the built-in text in a language (extension)',
      tags,
      params: LanguagePath,
      response: { 204: { description: 'Deleted', type: 'null' }, ...missingTemplate, ...commonErrors },
    },
    handler: async (request, reply) => {
      const language = languageIn(request.params);
      if (!(await deleteTemplate(db, request.principal.accountId, language)))
        throw new HttpError(404, 'The account has no text of its own in this language');
      return reply.code(204).send();
    },
  });
}

function toBody(language: string, own: ReadonlyMap<string, string>) {
  const template = own.get(language);
  return { language, template: template ?? builtInTexts[language]!, own: template !== undefined };
}

/** Two or three letters: there are no more than some hundred, which bounds what an account can store. */
function languageIn({ language }: { language: string }): string {
  if (/^[a-z]{2,3}$/.test(language)) return language;
  throw new HttpError(400, 'The language must be two or three small letters such as sl');
}

/** A NUL cannot be stored, half a pair cannot be sent; a line break is as good as any sign. */
function controlFault(template: string): string | undefined {
  return /[^\P{Cc}\n]|\p{Cs}/u.test(template) ? 'must have no control characters' : undefined;
}
