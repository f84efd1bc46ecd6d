import { type Static, Type } from '../../base/type.ts';
import { triesPerCode } from '../../domain/verify/limits.ts';
import {
  builtInTexts,
  longestService,
  longestTemplate,
  templateFault,
  usualLanguage,
} from '../../domain/verify/texts.ts';
import type { Sending } from '../../flows/sending/send.ts';
import { checkVerification, startVerification } from '../../flows/verify/verify.ts';
import { VerifyRefused, type VerifyRequest } from '../../flows/verify/verify-reserve.ts';
import { deleteTemplate, findVerifySettings, storeTemplate } from '../../store/verify/settings.ts';
import { patterns } from '../operation/patterns.ts';
import { checkErrors, idempotencyErrors, missingTemplate, startErrors, templateErrors } from '../schemas/errors.ts';
import { named, time, uuid } from '../schemas/fields.ts';
import { answer } from '../schemas/messages.ts';
import { HttpError } from '../server/errors.ts';
import { customerOperations } from './operation.ts';
import { idempotencyHeader, replayedHeader } from './send.ts';
import { idempotencyKey } from './send-requests.ts';

export const lengths = { least: 4, most: 10, usual: 6 } as const;
/** Seconds. An SMS may take most of a minute; after an hour the person has given up. */
export const lifetimes = { least: 60, most: 3_600, usual: 600 } as const;

export const VerifyStart = named('VerifyStart', {
  to: Type.String({
    maxLength: 64,
    description: 'Phone number in E.164 format with leading +',
    examples: ['+38640123456'],
  }),
  sender: Type.String({ maxLength: 64, description: 'Confirmed sender of the account', examples: ['Hermod'] }),
  channel: Type.Optional(Type.Enum(['SMS'], { default: 'SMS' })),
  language: Type.Optional(
    Type.String({
      pattern: patterns.language,
      maxLength: 35,
      default: usualLanguage,
      description: 'Language of the text: of a template of the account or a built-in one',
      examples: ['sl'],
    }),
  ),
  service: Type.Optional(
    Type.String({
      maxLength: longestService,
      pattern: patterns.filledText,
      description: 'Service name in the text. Default: the name of the account',
    }),
  ),
  length: Type.Optional(
    Type.Integer({
      minimum: lengths.least,
      maximum: lengths.most,
      default: lengths.usual,
      description: 'Number of digits of the code',
    }),
  ),
  lifetimeSeconds: Type.Optional(
    Type.Integer({
      minimum: lifetimes.least,
      maximum: lifetimes.most,
      default: lifetimes.usual,
      description: 'Lifetime of the code and validity of its message, in seconds',
    }),
  ),
  appHash: Type.Optional(
    Type.String({
      pattern: patterns.appHash,
      description:
        'For Android: hash of the app that may read the code (SMS Retriever), 11 characters. Not together with domain',
    }),
  ),
  domain: Type.Optional(
    Type.String({
      maxLength: 100,
      pattern: patterns.domain,
      description: 'For browsers: host of the site that may read the code (WebOTP). Not together with appHash',
      examples: ['shop.example.com'],
    }),
  ),
});

export const startRules = {
  to: 'a phone number in E.164 form such as +38640123456',
  sender: 'the name or number of a sender',
  channel: 'SMS',
  language: 'a language such as sl or pt-BR',
  service: `a name of 1 to ${longestService} characters`,
  length: `a whole number from ${lengths.least} to ${lengths.most}`,
  lifetimeSeconds: `a whole number from ${lifetimes.least} to ${lifetimes.most}`,
  appHash: '11 characters of Base64',
  domain: 'a host name such as shop.example.com',
};

export const VerifyStarted = named('VerifyStarted', {
  id: uuid('Id of the verification, for checking the code'),
  to: Type.String(),
  status: Type.Literal('pending'),
  expiresAt: time('End of validity of the code'),
  messageId: uuid('Message with the code; its text is shown without the digits'),
});

export const VerifyCheck = named(
  'VerifyCheck',
  {
    id: Type.Optional(uuid('Id of the verification; alternative to `to`')),
    to: Type.Optional(
      Type.String({
        pattern: patterns.phoneNumber,
        description: 'Phone number; alternative to `id`',
        examples: ['+38640123456'],
      }),
    ),
    code: Type.String({ pattern: patterns.code, description: 'Code entered by the person', examples: ['123456'] }),
  },
  { description: `Exactly one of id and to. Each code allows ${triesPerCode} attempts` },
);

export const checkRules = {
  code: '4 to 10 digits',
  id: 'a UUID',
  to: 'a phone number in E.164 form such as +38640123456',
};

export const VerifyApproved = named('VerifyApproved', {
  id: uuid('Id of the verification'),
  status: Type.Literal('approved'),
});

const template = Type.String({
  minLength: 1,
  maxLength: longestTemplate,
  description: 'Text with the placeholder {code} and optionally {service}',
  examples: ['{service}: {code} is your code. It is valid for 10 minutes.'],
});

export const VerifyTemplate = named('VerifyTemplate', {
  language: Type.String(),
  template,
  own: Type.Boolean({ description: "true for the account's own template, false for a built-in one" }),
});
export const VerifyTemplateList = named('VerifyTemplateList', { templates: Type.Array(Type.Ref('VerifyTemplate')) });
export const VerifyTemplateChange = named('VerifyTemplateChange', { template });
export const templateRules = { template: `a text of 1 to ${longestTemplate} characters` };

export const LanguagePath = Type.Object({ language: Type.String({ description: 'Language code such as sl' }) });

export const verifySchemas = [
  VerifyStart,
  VerifyStarted,
  VerifyCheck,
  VerifyApproved,
  VerifyTemplate,
  VerifyTemplateList,
  VerifyTemplateChange,
];

const operation = customerOperations('Verification', {
  denied: [422, 'The code is not right, or does not count any more'],
  'built-in': [404, 'The account has no template in this language'],
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
      throw new HttpError(400, 'This language has no text; set one with PUT /v1/verify/templates/{language}');
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
