import { httpLimits } from '../../../bounds/limits/http.ts';
import { addNumbers, changeSettings, removeEntry, settingsOf } from '../../../flows/accounts/opt-outs.ts';
import { listOptOuts } from '../../../store/optout/opt-outs.ts';
import { csvAnswer, Exports, tooManyFiles } from '../../operation/export.ts';
import { checkAccount } from '../../operation/handler.ts';
import { pageOf } from '../../operation/paging.ts';
import { errorResponse, retryAfter } from '../../schemas/errors.ts';
import {
  NewOptOuts,
  OptOutList,
  OptOutQuery,
  OptOutSettings,
  OptOutSettingsChange,
  OptOutsAdded,
} from '../../schemas/opt-outs.ts';
import { operatorShare, type Serving } from '../../server/serving.ts';
import { entriesIn, entriesOf, merged, optOutColumns, optOutsCsv, readOptOuts } from '../../shared/opt-outs.ts';
import { operatorOperations } from '../operation.ts';

const operation = operatorOperations('Opt-outs');
const path = '/accounts/:accountId/opt-outs';

/** The same operations as in the customer API. */
export function optOutOperations(serving: Serving) {
  const exports = new Exports(serving, httpLimits.optOutExportsOfOperators);
  return [
    operation({
      id: 'listOptOuts',
      get: path,
      summary: 'List opt-outs of an account',
      description: 'Returns a page of recipients who opted out, newest first.',
      query: OptOutQuery,
      answer: [OptOutList, 'A page of opt-outs'],
      ofAccount: true,
      read: (db, { params, query }) => readOptOuts(db, params.accountId, query),
    }),
    operation({
      id: 'downloadOptOuts',
      get: `${path}.csv`,
      summary: 'Download opt-outs of an account as CSV',
      description: 'Returns all opt-outs, newest first. If the connection breaks, the file is incomplete.',
      answer: csvAnswer('All opt-outs'),
      noHead: true,
      ofAccount: true,
      responses: { 429: errorResponse('Too many downloads are running', { running: tooManyFiles }, retryAfter) },
      handle: async (call, reply, { reads }) => {
        await reads.run(operatorShare, (db) => checkAccount(db, call));
        const { accountId } = call.params;
        return exports.sendList(
          reply,
          { owner: operatorShare, filter: { ...pageOf({}), accountId }, columns: optOutColumns },
          { name: 'opt-outs.csv', read: listOptOuts },
        );
      },
    }),
    operation({
      id: 'addOptOuts',
      post: path,
      summary: 'Add opt-outs to an account',
      description: 'Returns how many numbers were added. Numbers that are already in the list are not changed.',
      body: NewOptOuts,
      answer: [OptOutsAdded, 'The numbers are in the list'],
      unknown: 'account',
      write: (db, { actor, params, body }) => addNumbers(db, { ...params, actor }, entriesOf(body), 'operator'),
    }),
    operation({
      id: 'deleteOptOut',
      delete: `${path}/:optOutId`,
      summary: 'Remove an opt-out',
      answer: 'Removed',
      unknown: 'opt-out',
      write: (db, { actor, params: { accountId, optOutId } }) => removeEntry(db, { accountId, actor }, optOutId),
    }),
    operation({
      id: 'getOptOutSettings',
      get: `${path}/settings`,
      summary: 'Retrieve opt-out settings of an account',
      description: 'Returns the keywords and the replies to them.',
      answer: [OptOutSettings, 'The settings of the account'],
      ofAccount: true,
      read: (db, { params }) => settingsOf(db, params.accountId),
    }),
    operation({
      id: 'changeOptOutSettings',
      patch: `${path}/settings`,
      summary: 'Update opt-out settings of an account',
      description: 'Omitted fields are not changed. `answers` and each list of `words` are replaced as a whole.',
      body: OptOutSettingsChange,
      answer: [OptOutSettings, 'The updated settings'],
      unknown: 'account',
      write: (db, { actor, params, body }) => changeSettings(db, { ...params, actor }, merged(body)),
    }),
    operation({
      id: 'importOptOuts',
      post: `${path}/import`,
      summary: 'Import opt-outs from CSV',
      description:
        'The file is UTF-8 and at most 1 MiB: one number per line, or a header line with the column `number` and optionally `sender`. If ' +
        'a line is invalid, nothing is imported.',
      csv: optOutsCsv,
      answer: [OptOutsAdded, 'The numbers are in the list'],
      unknown: 'account',
      write: (db, call, { imports }) =>
        imports.run(call, operatorShare, entriesIn(call.body), (entries) =>
          addNumbers(db, { ...call.params, actor: call.actor }, entries, 'import'),
        ),
    }),
  ];
}
