import { changeLimits, liftBlock, readLimits } from '../../../flows/verify/verify-settings.ts';
import { type BlockRow, listBlocks } from '../../../store/verify/blocks.ts';
import { type ConversionRow, listConversions } from '../../../store/verify/counts.ts';
import { bodyOf } from '../../operation/row-body.ts';
import { HttpError } from '../../server/errors.ts';
import { operatorOperations } from '../operation.ts';
import {
  BlockQuery,
  ConversionQuery,
  VerifyBlock,
  VerifyBlockList,
  VerifyConversion,
  VerifyConversionList,
  VerifyLimits,
  VerifyLimitsChange,
} from '../schemas/verify.ts';

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
