import { Type } from '../../../base/type.ts';
import { changeLimits, liftBlock, readLimits } from '../../../flows/verify/verify.ts';
import { type ConversionRow, listConversions } from '../../../store/verify/counts.ts';
import { type BlockRow, listBlocks } from '../../../store/verify/settings.ts';
import { patterns } from '../../operation/patterns.ts';
import { bodyOf } from '../../operation/row-body.ts';
import { named, optional, time, uuid } from '../../schemas/fields.ts';
import { HttpError } from '../../server/errors.ts';
import { operatorOperations } from '../operation.ts';

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
const limits = optional(inForce);

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

const mostConversions = 200;
const mostHours = 168;
const operation = operatorOperations('Verification');

export const verifyOperations = [
  operation({
    id: 'listVerifyBlocks',
    get: '/verify/blocks',
    summary: 'List blocked destinations of verification codes',
    description:
      'Returns the countries and ranges of numbers to which an account currently cannot send codes, because few were confirmed (SMS pumping fraud).',
    query: BlockQuery,
    answer: [VerifyBlockList, 'The active blocks'],
    read: async (db, { query }) => ({ blocks: (await listBlocks(db, query.accountId)).map(toBlock) }),
  }),
  operation({
    id: 'liftVerifyBlock',
    delete: '/verify/blocks/:blockId',
    summary: 'Lift a block of verification codes',
    description:
      'Resets the counts that led to the block. Codes that are not confirmed afterwards may lead to a new block.',
    answer: 'Lifted',
    unknown: 'block',
    write: async (db, { params, actor }, { log }) => (await liftBlock(db, log, actor, params.blockId)) !== undefined,
  }),
  operation({
    id: 'listVerifyConversions',
    get: '/verify/conversions',
    summary: 'List conversion of verification codes',
    description: 'Returns sent and confirmed codes by country, or by range of 10,000 numbers, over the last hours.',
    query: ConversionQuery,
    answer: [VerifyConversionList, 'Sent and confirmed codes'],
    read: async (db, { query: { by = 'country', accountId, country, hours = '24' } }) => {
      const filter = { by, accountId, country, hours: hoursIn(hours), limit: mostConversions };
      return { conversions: (await listConversions(db, filter)).map(toConversion) };
    },
  }),
  operation({
    id: 'getVerifyLimits',
    get: '/accounts/:accountId/verify-limits',
    summary: 'Retrieve the verification limits of an account',
    answer: [VerifyLimits, 'The limits of the account, and those in force'],
    unknown: 'account',
    read: (db, { params }, { config }) => readLimits(db, config, params.accountId),
  }),
  operation({
    id: 'setVerifyLimits',
    put: '/accounts/:accountId/verify-limits',
    summary: 'Set the verification limits of an account',
    description: 'Replaces all limits of the account; omitted ones follow the settings.',
    body: VerifyLimitsChange,
    answer: [VerifyLimits, 'The limits of the account, and those in force'],
    unknown: 'account',
    write: (db, { params, body, actor }, { config }) => changeLimits(db, config, actor, params.accountId, body),
  }),
];

function hoursIn(text: string): number {
  const hours = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
  if (hours < 1 || hours > mostHours) throw new HttpError(400, `hours must be a whole number from 1 to ${mostHours}`);
  return hours;
}

const toBlock = (row: BlockRow) => bodyOf(VerifyBlock, row, { blockId: row.id });
const toConversion = (row: ConversionRow) => bodyOf(VerifyConversion, row, {});
