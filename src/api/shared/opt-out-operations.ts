import type { FastifyRequest } from 'fastify';
import { httpLimits } from '../../bounds/limits/http.ts';
import { addNumbers, type Changer, changeSettings, removeEntry, settingsOf } from '../../flows/accounts/opt-outs.ts';
import { listOptOuts } from '../../store/optout/opt-outs.ts';
import { customerOperations } from '../customer/operation.ts';
import { csvAnswer, Exports, tooManyFiles } from '../operation/export.ts';
import { checkAccount } from '../operation/handler.ts';
import { pageOf } from '../operation/paging.ts';
import { operatorOperations } from '../operator/operation.ts';
import { errorResponse, retryAfter } from '../schemas/errors.ts';
import {
  NewOptOuts,
  OptOutList,
  OptOutQuery,
  OptOutSettings,
  OptOutSettingsChange,
  OptOutsAdded,
} from '../schemas/opt-outs.ts';
import { bodyLimit } from '../server/bodies.ts';
import { operatorShare, type Serving } from '../server/serving.ts';
import { entriesIn, entriesOf, merged, optOutColumns, optOutsCsv, readOptOuts } from './opt-outs.ts';

const badBody = {
  400: errorResponse('The request is invalid; nothing was changed', {
    numbers: 'error: 400 - numbers: not a valid phone number in E.164 form: "040 123 456"',
  }),
};

export function optOutOperations(serving: Serving, audience: 'customer' | 'operator') {
  const isOperator = audience === 'operator';
  const operation = (isOperator ? operatorOperations : customerOperations)('Opt-outs');
  const path = isOperator ? '/accounts/:accountId/opt-outs' : '/v1/opt-outs';
  const exports = new Exports(serving, isOperator ? httpLimits.optOutExportsOfOperators : httpLimits.exportsOfAccount);
  const say = (toCustomers: string, toOperators: string) => (isOperator ? toOperators : toCustomers);
  const changerOf = ({ principal, params, actor }: FastifyRequest): Changer =>
    isOperator ? { ...(params as { accountId: string }), actor } : { accountId: principal.accountId };
  const ofAccount = { ofAccount: isOperator };
  const change = isOperator ? { unknown: 'account' } : { responses: badBody };
  return [
    operation({
      id: 'listOptOuts',
      get: path,
      summary: say('List opt-outs (extension)', 'List opt-outs of an account'),
      description: say(
        'Returns a page of recipients who opted out, newest first. Messages to them are accepted, become REJECTED and cost nothing.',
        'Returns a page of recipients who opted out, newest first.',
      ),
      query: OptOutQuery,
      answer: [OptOutList, 'A page of opt-outs'],
      ...ofAccount,
      read: (db, call) => readOptOuts(db, changerOf(call).accountId, call.query),
    }),
    operation({
      id: 'downloadOptOuts',
      get: `${path}.csv`,
      summary: say('Download opt-outs as CSV (extension)', 'Download opt-outs of an account as CSV'),
      description: 'Returns all opt-outs, newest first. If the connection breaks, the file is incomplete.',
      answer: csvAnswer('All opt-outs'),
      noHead: true,
      ...ofAccount,
      responses: {
        429: errorResponse(
          say('Another download of this account is running', 'Too many downloads are running'),
          { running: tooManyFiles },
          retryAfter,
        ),
      },
      handle: async (call, reply, { reads }) => {
        if (isOperator) await reads.run(operatorShare, (db) => checkAccount(db, call));
        const { accountId } = changerOf(call);
        return exports.sendList(
          reply,
          {
            owner: isOperator ? operatorShare : accountId,
            filter: { ...pageOf({}), accountId },
            columns: optOutColumns,
          },
          { name: 'opt-outs.csv', read: listOptOuts },
        );
      },
    }),
    operation({
      id: 'addOptOuts',
      post: path,
      summary: say('Add opt-outs (extension)', 'Add opt-outs to an account'),
      description: 'Returns how many numbers were added. Numbers that are already in the list are not changed.',
      bodyLimit,
      body: NewOptOuts,
      answer: [OptOutsAdded, 'The numbers are in the list'],
      ...change,
      write: (db, call) => addNumbers(db, changerOf(call), entriesOf(call.body), isOperator ? 'operator' : 'request'),
    }),
    operation({
      id: 'deleteOptOut',
      delete: `${path}/:optOutId` as const,
      summary: say('Remove an opt-out (extension)', 'Remove an opt-out'),
      description: say('Remove a number only if the recipient asked to receive messages again.', ''),
      answer: 'Removed',
      unknown: 'opt-out',
      write: (db, call) => removeEntry(db, changerOf(call), call.params.optOutId),
    }),
    operation({
      id: 'getOptOutSettings',
      get: `${path}/settings`,
      summary: say('Retrieve opt-out settings (extension)', 'Retrieve opt-out settings of an account'),
      description: 'Returns the keywords and the replies to them.',
      answer: [OptOutSettings, 'The settings of the account'],
      ...ofAccount,
      read: (db, call) => settingsOf(db, changerOf(call).accountId),
    }),
    operation({
      id: 'changeOptOutSettings',
      patch: `${path}/settings`,
      summary: say('Update opt-out settings (extension)', 'Update opt-out settings of an account'),
      description: 'Omitted fields are not changed. `answers` and each list of `words` are replaced as a whole.',
      body: OptOutSettingsChange,
      answer: [OptOutSettings, 'The updated settings'],
      ...change,
      write: (db, call) => changeSettings(db, changerOf(call), merged(call.body)),
    }),
    operation({
      id: 'importOptOuts',
      post: `${path}/import`,
      summary: say('Import opt-outs from CSV (extension)', 'Import opt-outs from CSV'),
      description:
        'The file is UTF-8 and at most 1 MiB: one number per line, or a header line with the column `number` and optionally `sender`. If ' +
        `a line is invalid, nothing is imported${say('; the error lists the first 20 invalid lines', '')}.`,
      bodyLimit,
      csv: optOutsCsv,
      answer: [OptOutsAdded, 'The numbers are in the list'],
      ...change,
      write: (db, call, { imports }) => {
        const changer = changerOf(call);
        const owner = isOperator ? operatorShare : changer.accountId;
        return imports.run(call, owner, entriesIn(call.body), (entries) => addNumbers(db, changer, entries, 'import'));
      },
    }),
  ];
}
