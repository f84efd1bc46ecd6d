import { Type } from '../../../base/type.ts';
import { patterns } from '../../operation/patterns.ts';
import { named, time, uuid } from '../../schemas/fields.ts';

const scope = Type.String({
  description: 'Blocked country (SI), or the first digits of a range of 10,000 numbers',
  examples: ['+3864012'],
});

export const VerifyBlock = named('VerifyBlock', {
  blockId: uuid(),
  accountId: uuid(),
  account: Type.String({ description: 'Name of the account' }),
  scope,
  since: time('Start of the block'),
  until: time('End of the block'),
  started: Type.Integer({ description: 'Codes sent before the block began' }),
  confirmed: Type.Integer({ description: 'Confirmed codes among them' }),
});

export const VerifyBlockList = named('VerifyBlockList', {
  blocks: Type.Array(Type.Ref('VerifyBlock'), { description: 'Active blocks, newest first, at most 1000' }),
});

export const VerifyConversion = named('VerifyConversion', {
  accountId: uuid(),
  account: Type.String({ description: 'Name of the account' }),
  country: Type.String({ description: 'ISO 3166 code' }),
  prefix: Type.Optional(Type.String({ description: 'First digits of a range of 10,000 numbers; only with by=prefix' })),
  started: Type.Integer({ description: 'Codes sent' }),
  confirmed: Type.Integer({ description: 'Codes confirmed' }),
  fresh: Type.Boolean({ description: 'Whether no code was confirmed in that time' }),
  blockedUntil: Type.Optional(time('End of the block, if blocked')),
});

export const VerifyConversionList = named('VerifyConversionList', {
  conversions: Type.Array(Type.Ref('VerifyConversion'), {
    description: 'Groups with the most unconfirmed codes first, at most 200',
  }),
});

export const ConversionQuery = Type.Object({
  by: Type.Optional(Type.Enum(['country', 'prefix'], { default: 'country' })),
  accountId: Type.Optional(uuid('Only this account')),
  country: Type.Optional(
    Type.String({ pattern: patterns.country, description: 'Only this country', examples: ['SI'] }),
  ),
  hours: Type.Optional(Type.String({ default: '24', description: 'Length of the range in hours, from 1 to 168' })),
});

const count = (description: string) => Type.Integer({ minimum: 1, maximum: 1_000_000, description });
const inForce = {
  perNumber: count('Codes per number and hour; four times as many per day'),
  perPrefix: count('Codes per range of 10,000 numbers and hour'),
  freshPrefix: count('Codes per range and hour while no code of the range was confirmed'),
  perAccount: count('Codes per account and hour'),
  conversion: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'Minimum percentage of confirmed codes; below it, a range or country is blocked. 0: never',
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
  description: 'Omitted limits follow the settings',
});

export const VerifyLimits = named('VerifyLimits', {
  own: Type.Object(limits, { description: 'Limits set for this account' }),
  inForce: Type.Object(
    { ...inForce, windowHours: Type.Integer() },
    { description: 'Limits in force: those of the account, otherwise those of the settings' },
  ),
});

export const BlockQuery = Type.Object({ accountId: Type.Optional(uuid('Only this account')) });

export const verifySchemas = [VerifyBlock, VerifyBlockList, VerifyConversion, VerifyConversionList, VerifyLimits];
