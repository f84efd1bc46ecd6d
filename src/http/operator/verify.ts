import type { FastifyInstance } from 'fastify';
import { changeLimits, liftBlock, readLimits } from '../../flows/verify-settings.ts';
import { type BlockRow, listBlocks } from '../../store/verify/blocks.ts';
import { type ConversionRow, listConversions } from '../../store/verify/counts.ts';
import { HttpError } from '../errors.ts';
import { answer } from '../schemas/messages.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { noSuch, notFound, operatorErrors } from './errors.ts';
import { AccountPath, type AccountPathValues } from './schemas/accounts.ts';
import {
  BlockPath,
  type BlockPathValues,
  BlockQuery,
  type BlockQueryValues,
  ConversionQuery,
  type ConversionQueryValues,
  type VerifyBlockBody,
  type VerifyConversionBody,
  type VerifyLimitsBody,
  VerifyLimitsChange,
} from './schemas/verify.ts';

const tags = ['Verification'];
const mostConversions = 200;
const mostHours = 168;

export function verifyRoutes(app: FastifyInstance, { db, reads, config, log }: Serving): void {
  app.get<{ Querystring: BlockQueryValues }>('/verify/blocks', {
    schema: {
      operationId: 'listVerifyBlocks',
      summary: 'List where verification codes are blocked',
      description:
        'Countries and ranges of numbers to which an account sends none for now, because hardly any was confirmed.',
      tags,
      querystring: BlockQuery,
      response: { 200: answer('VerifyBlockList', 'Those that hold now'), ...operatorErrors },
    },
    handler: ({ query: { accountId } }) =>
      reads.run(operatorShare, async (db) => ({ blocks: (await listBlocks(db, accountId)).map(blockBody) })),
  });

  app.delete<{ Params: BlockPathValues }>('/verify/blocks/:blockId', {
    schema: {
      operationId: 'liftVerifyBlock',
      summary: 'Lift a block of verification codes',
      description: 'What led to it counts no more; codes that are not confirmed from now on may lead to another.',
      tags,
      params: BlockPath,
      response: { 204: { description: 'Lifted', type: 'null' }, ...notFound('block'), ...operatorErrors },
    },
    handler: async ({ params: { blockId }, actor }, reply) => {
      if ((await liftBlock(db, log, actor, blockId)) === undefined) throw noSuch('block');
      return reply.code(204).send();
    },
  });

  app.get<{ Querystring: ConversionQueryValues }>('/verify/conversions', {
    schema: {
      operationId: 'listVerifyConversions',
      summary: 'See how many verification codes are confirmed',
      description: 'By country, or by range of 10,000 numbers, in the last hours.',
      tags,
      querystring: ConversionQuery,
      response: { 200: answer('VerifyConversionList', 'What was sent and confirmed'), ...operatorErrors },
    },
    handler: ({ query: { by = 'country', accountId, country, hours = '24' } }) => {
      const filter = { by, accountId, country, hours: hoursIn(hours), limit: mostConversions };
      return reads.run(operatorShare, async (db) => ({
        conversions: (await listConversions(db, filter)).map(conversionBody),
      }));
    },
  });

  app.get<{ Params: AccountPathValues }>('/accounts/:accountId/verify-limits', {
    schema: {
      operationId: 'getVerifyLimits',
      summary: 'See the limits of verification codes of an account',
      tags,
      params: AccountPath,
      response: { 200: answer('VerifyLimits', 'Its own, and what counts'), ...notFound('account'), ...operatorErrors },
    },
    handler: ({ params: { accountId } }) =>
      reads.run(operatorShare, async (db) => {
        const found = await readLimits(db, config, accountId);
        if (found === undefined) throw noSuch('account');
        return found;
      }),
  });

  app.put<{ Params: AccountPathValues; Body: VerifyLimitsBody }>('/accounts/:accountId/verify-limits', {
    schema: {
      operationId: 'setVerifyLimits',
      summary: 'Set the limits of verification codes of an account',
      description: 'In place of those before.',
      tags,
      params: AccountPath,
      body: VerifyLimitsChange,
      response: { 200: answer('VerifyLimits', 'Its own, and what counts'), ...notFound('account'), ...operatorErrors },
    },
    handler: async ({ params: { accountId }, body, actor }) => {
      const changed = await changeLimits(db, config, actor, accountId, body);
      if (changed === undefined) throw noSuch('account');
      return changed;
    },
  });
}

function hoursIn(text: string): number {
  const hours = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
  if (hours < 1 || hours > mostHours) throw new HttpError(400, `hours must be a whole number from 1 to ${mostHours}`);
  return hours;
}

function blockBody(row: BlockRow): VerifyBlockBody {
  const { id: blockId, account_id: accountId, account, scope, since, until, started, confirmed } = row;
  return {
    blockId,
    accountId,
    account,
    scope,
    since: since.toISOString(),
    until: until.toISOString(),
    started,
    confirmed,
  };
}

function conversionBody(row: ConversionRow): VerifyConversionBody {
  const { account_id: accountId, account, country, prefix, started, confirmed, fresh, blocked_until } = row;
  return {
    accountId,
    account,
    country,
    ...(prefix !== null && { prefix }),
    started,
    confirmed,
    fresh,
    ...(blocked_until !== null && { blockedUntil: blocked_until.toISOString() }),
  };
}
