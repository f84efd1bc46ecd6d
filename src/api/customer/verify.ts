import type { Static } from '../../base/type.ts';
import { triesPerCode } from '../../domain/verify/limits.ts';
import { builtInTexts, templateFault, usualLanguage } from '../../domain/verify/texts.ts';
import type { Sending } from '../../flows/sending/send.ts';
import { checkVerification, startVerification } from '../../flows/verify/verify.ts';
import { VerifyRefused, type VerifyRequest } from '../../flows/verify/verify-reserve.ts';
import { deleteTemplate, findVerifySettings, storeTemplate } from '../../store/verify/settings.ts';
import { checkErrors, idempotencyErrors, missingTemplate, startErrors, templateErrors } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';
import {
  checkRules,
  LanguagePath,
  lengths,
  lifetimes,
  startRules,
  templateRules,
  VerifyApproved,
  VerifyCheck,
  VerifyStart,
  VerifyTemplate,
  VerifyTemplateChange,
  VerifyTemplateList,
} from '../schemas/verify.ts';
import { HttpError } from '../server/errors.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { customerOperations } from './operation.ts';
import { idempotencyHeader, replayedHeader } from './send.ts';

const operation = customerOperations('Verification', {
  denied: [422, 'The code is not right, or does not count any more'],
  'built-in': [404, 'The account has no text of its own in this language'],
});

export const verifyOperations = (sending: Sending) => [
  operation({
    id: 'startVerification',
    post: '/v1/verify',
    summary: 'Send a verification code (extension)',
    description:
      'Sends a code by SMS at the normal price. A new code for the same number replaces the previous one. The number of codes is limited ' +
      'per number, per range of numbers and per account. Where few codes are confirmed, sending is blocked for some time to prevent ' +
      'SMS pumping fraud.',
    config: { codes: true },
    headers: idempotencyHeader,
    body: VerifyStart,
    rules: startRules,
    status: 202,
    answer: answer('VerifyStarted', 'Accepted and stored durably', replayedHeader),
    responses: { ...startErrors, ...idempotencyErrors },
    isWrite: true,
    handle: async (call, reply, serving) => {
      const options = { key: idempotencyKey(call), requestId: call.id };
      const request = requestIn(call.body);
      const started = await startVerification(serving, sending, call.principal, request, options).catch(refuse);
      const { id, to, expiresAt, messageId, replayed } = started;
      if (replayed) void reply.header('idempotent-replayed', 'true');
      return reply.code(202).send({ id, to, status: 'pending', expiresAt, messageId });
    },
  }),
  operation({
    id: 'checkVerification',
    post: '/v1/verify/check',
    summary: 'Check a verification code (extension)',
    description:
      `A code is approved once and allows ${triesPerCode} attempts. Every other case returns the same 422: a wrong, expired, used or ` +
      'replaced code, no attempts left, or an unknown id or number.',
    body: VerifyCheck,
    rules: checkRules,
    answer: [VerifyApproved, 'The code is correct'],
    responses: checkErrors,
    write: async (_db, { principal: { accountId }, body: { id, to: number, code } }, serving) => {
      if ((id === undefined) === (number === undefined)) throw new HttpError(400, 'Give either id or to');
      const approved = await checkVerification(serving, { accountId, id, number }, code);
      return approved === undefined ? 'denied' : { id: approved, status: 'approved' as const };
    },
  }),
  operation({
    id: 'listVerifyTemplates',
    get: '/v1/verify/templates',
    summary: 'List verification templates (extension)',
    description: "Returns one template per language. The account's own templates replace the built-in ones.",
    answer: [VerifyTemplateList, 'The templates'],
    read: async (db, { principal }) => {
      const own = (await findVerifySettings(db, principal.accountId))?.templates ?? new Map<string, string>();
      const languages = [...new Set([...Object.keys(builtInTexts), ...own.keys()])].sort();
      return { templates: languages.map((language) => toTemplate(language, own.get(language))) };
    },
  }),
  operation({
    id: 'setVerifyTemplate',
    put: '/v1/verify/templates/:language',
    params: LanguagePath,
    summary: 'Set a verification template (extension)',
    description: 'Sets the text of verification codes in one language.',
    body: VerifyTemplateChange,
    rules: templateRules,
    answer: [VerifyTemplate, 'The template'],
    responses: templateErrors,
    write: async (db, { principal, params, body: { template } }) => {
      const language = languageIn(params);
      const fault = templateFault(template) ?? controlFault(template);
      if (fault !== undefined) throw new HttpError(400, `template ${fault}`);
      await storeTemplate(db, principal.accountId, language, template);
      return toTemplate(language, template);
    },
  }),
  operation({
    id: 'deleteVerifyTemplate',
    delete: '/v1/verify/templates/:language',
    params: LanguagePath,
    summary: 'Delete a verification template (extension)',
    description: "Deletes the account's own text of a language; the built-in text applies again, if there is one.",
    answer: 'Deleted',
    responses: missingTemplate,
    write: async (db, { principal, params }) =>
      (await deleteTemplate(db, principal.accountId, languageIn(params))) || 'built-in',
  }),
];

function requestIn(body: Static<typeof VerifyStart>): VerifyRequest {
  const { to, sender, language = usualLanguage, service, appHash, domain } = body;
  if (appHash !== undefined && domain !== undefined) throw new HttpError(400, 'Give appHash or domain, not both');
  const { length = lengths.usual, lifetimeSeconds = lifetimes.usual } = body;
  return { to, sender, language, service, length, lifetimeSeconds, appHash, domain };
}

function refuse(error: unknown): never {
  if (!(error instanceof VerifyRefused)) throw error;
  const { kind, seconds } = error;
  const later = { 'retry-after': `${seconds}` };
  switch (kind) {
    case 'no text':
      throw new HttpError(400, 'There is no text in this language; set one with PUT /v1/verify/templates/{language}');
    case 'too many':
      throw new HttpError(429, `Too many codes were sent; try again in ${seconds} s`, later);
    case 'blocked':
      throw new HttpError(429, `No codes are sent to such numbers for now; try again in ${seconds} s`, later);
  }
}

function toTemplate(language: string, own: string | undefined) {
  return { language, template: own ?? builtInTexts[language]!, own: own !== undefined };
}

/** Two or three letters: there are a few hundred languages, which limits what an account can store. */
function languageIn({ language }: { language: string }): string {
  if (/^[a-z]{2,3}$/.test(language)) return language;
  throw new HttpError(400, 'The language must be two or three small letters such as sl');
}

/** NUL cannot be stored and an unpaired surrogate cannot be sent; line breaks are allowed. */
function controlFault(template: string): string | undefined {
  return /[^\P{Cc}\n]|\p{Cs}/u.test(template) ? 'must have no control characters' : undefined;
}
