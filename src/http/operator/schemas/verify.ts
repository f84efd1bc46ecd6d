import { Type } from '../../../base/type.ts';
import { patterns } from '../../patterns.ts';
import { named, time, uuid } from '../../schemas/fields.ts';

const scope = Type.String({
  description: 'A country (SI), or a range of 10,000 numbers by its first digits',
  examples: ['+3864012'],
});

export const VerifyBlock = named('VerifyBlock', {
  blockId: uuid(),
  accountId: uuid(),
  account: Type.String({ description: 'Name of the account' }),
  scope,
  since: time('Since when'),
  until: time('When it ends by itself'),
  started: Type.Integer({ description: 'Codes that were sent there before it began' }),
  confirmed: Type.Integer({ description: 'Those of them that were confirmed' }),
});

export const VerifyBlockList = named('VerifyBlockList', {
  blocks: Type.Array(Type.Ref('VerifyBlock'), { description: 'The latest first, at most 1000' }),
});

export const VerifyConversion = named('VerifyConversion', {
  accountId: uuid(),
  account: Type.String({ description: 'Name of the account' }),
  country: Type.String({ description: 'ISO 3166 code' }),
  prefix: Type.Optional(Type.String({ description: 'Of a range of 10,000 numbers, where they were asked for' })),
  started: Type.Integer({ description: 'Codes that were sent' }),
  confirmed: Type.Integer({ description: 'Those of them that were confirmed' }),
  fresh: Type.Boolean({ description: 'No code was confirmed in that time' }),
  blockedUntil: Type.Optional(time('If it is blocked')),
});

export const VerifyConversionList = named('VerifyConversionList', {
  conversions: Type.Array(Type.Ref('VerifyConversion'), {
    description: 'Those with the most unconfirmed codes first, at most 200',
  }),
});

export const ConversionQuery = Type.Object({
  by: Type.Optional(Type.Enum(['country', 'prefix'], { default: 'country' })),
  accountId: Type.Optional(uuid('Of one account only')),
  country: Type.Optional(
    Type.String({ pattern: patterns.country, description: 'Of one country only', examples: ['SI'] }),
  ),
  hours: Type.Optional(Type.String({ default: '24', description: 'A whole number from 1 to 168' })),
});

const count = (description: string) => Type.Integer({ minimum: 1, maximum: 1_000_000, description });
const inForce = {
  perNumber: count('Codes to one number in an hour; four times as many in a day'),
  perPrefix: count('Codes to a range of 10,000 numbers in an hour'),
  freshPrefix: count('The same for a range in which no code was confirmed yet'),
  perAccount: count('Codes in an hour'),
  conversion: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'Percent of the codes that have to be confirmed, or a range or country is blocked; 0: nothing is',
  }),
};
const limits = {
  perNumber: Type.Optional(inForce.perNumber),
  perPrefix: Type.Optional(inForce.perPrefix),
  freshPrefix: Type.Optional(inForce.freshPrefix),
  perAccount: Type.Optional(inForce.perAccount),
  conversion: Type.Optional(inForce.conversion),
};

export const VerifyLimitsChange = Type.Object(limits, {
  additionalProperties: false,
  description: 'What is left out is as the settings say',
});

export const VerifyLimits = named('VerifyLimits', {
  own: Type.Object(limits, { description: 'Set for this account' }),
  inForce: Type.Object(
    { ...inForce, windowHours: Type.Integer() },
    { description: 'What counts: those, and the settings' },
  ),
});

export const BlockQuery = Type.Object({ accountId: Type.Optional(uuid('Of one account only')) });

export const verifySchemas = [VerifyBlock, VerifyBlockList, VerifyConversion, VerifyConversionList, VerifyLimits];
