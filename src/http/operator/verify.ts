import { changeLimits, liftBlock, readLimits } from '../../flows/verify-settings.ts';
import { type BlockRow, listBlocks } from '../../store/verify/blocks.ts';
import { type ConversionRow, listConversions } from '../../store/verify/counts.ts';
import { HttpError } from '../errors.ts';
import { bodyOf } from '../operation/row-body.ts';
import { operatorOperations } from './operation.ts';
import {
  BlockQuery,
  ConversionQuery,
  VerifyBlock,
  VerifyBlockList,
  VerifyConversion,
  VerifyConversionList,
  VerifyLimits,
  VerifyLimitsChange,
} from './schemas/verify.ts';

const mostConversions = 200;
const mostHours = 168;
const operation = operatorOperations('Verification');

export const verifyOperations = [
  operation({
    id: 'listVerifyBlocks',
    get: '/verify/blocks',
    summary: 'List where verification codes are blocked',
    description:
      'Countries and ranges of numbers to which an account sends none for now, because hardly any was confirmed.',
    query: BlockQuery,
    answer: [VerifyBlockList, 'Those that hold now'],
    read: async (db, { query }) => ({ blocks: (await listBlocks(db, query.accountId)).map(toBlock) }),
  }),
  operation({
    id: 'liftVerifyBlock',
    delete: '/verify/blocks/:blockId',
    summary: 'Lift a block of verification codes',
    description: 'What led to it counts no more; codes that are not confirmed from now on may lead to another.',
    answer: 'Lifted',
    unknown: 'block',
    write: async (db, { params, actor }, { log }) => (await liftBlock(db, log, actor, params.blockId)) !== undefined,
  }),
  operation({
    id: 'listVerifyConversions',
    get: '/verify/conversions',
    summary: 'See how many verification codes are confirmed',
    description: 'By country, or by range of 10,000 numbers, in the last hours.',
    query: ConversionQuery,
    answer: [VerifyConversionList, 'What was sent and confirmed'],
    read: async (db, { query: { by = 'country', accountId, country, hours = '24' } }) => {
      const filter = { by, accountId, country, hours: hoursIn(hours), limit: mostConversions };
      return { conversions: (await listConversions(db, filter)).map(toConversion) };
    },
  }),
  operation({
    id: 'getVerifyLimits',
    get: '/accounts/:accountId/verify-limits',
    summary: 'See the limits of verification codes of an account',
    answer: [VerifyLimits, 'Its own, and what counts'],
    unknown: 'account',
    read: (db, { params }, { config }) => readLimits(db, config, params.accountId),
  }),
  operation({
    id: 'setVerifyLimits',
    put: '/accounts/:accountId/verify-limits',
    summary: 'Set the limits of verification codes of an account',
    description: 'In place of those before.',
    body: VerifyLimitsChange,
    answer: [VerifyLimits, 'Its own, and what counts'],
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
