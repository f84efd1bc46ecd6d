import { Type } from '../../base/type.ts';
import { triesPerCode } from '../../domain/verify/limits.ts';
import { longestService, longestTemplate, usualLanguage } from '../../domain/verify/texts.ts';
import { patterns } from '../operation/patterns.ts';
import { named, time } from './fields.ts';

const uuid = (description: string) => Type.String({ format: 'uuid', description });

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
