import { httpLimits } from '../../bounds/limits/http.ts';
import { addNumbers, changeSettings, removeEntry, settingsOf } from '../../flows/opt-outs.ts';
import { listOptOuts } from '../../store/optout/opt-outs.ts';
import { csvAnswer, Exports, tooManyFiles } from '../export.ts';
import { checkAccount } from '../operation/handler.ts';
import { entriesIn, entriesOf, merged, optOutColumns, optOutsCsv, readOptOuts } from '../opt-outs.ts';
import { pageOf } from '../paging.ts';
import { errorResponse, retryAfter } from '../schemas/errors.ts';
import {
  NewOptOuts,
  OptOutList,
  OptOutQuery,
  OptOutSettings,
  OptOutSettingsChange,
  OptOutsAdded,
} from '../schemas/opt-outs.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { operatorOperations } from './operation.ts';

const operation = operatorOperations('Opt-outs');
const path = '/accounts/:accountId/opt-outs';

/** The lists of customers, as they have them in their own API. */
export function optOutOperations(serving: Serving) {
  const exports = new Exports(serving, httpLimits.optOutExportsOfOperators);
  return [
    operation({
      id: 'listOptOuts',
      get: path,
      summary: 'List who has opted out of the messages of an account',
      description: 'Newest first.',
      query: OptOutQuery,
      answer: [OptOutList, 'A page of opt-outs'],
      ofAccount: true,
      read: (db, { params, query }) => readOptOuts(db, params.accountId, query),
    }),
    operation({
      id: 'downloadOptOuts',
      get: `${path}.csv`,
      summary: 'Opt-outs of an account as a CSV file',
      description: 'A connection that breaks off means that the file is not whole.',
      answer: csvAnswer('All opt-outs'),
      noHead: true,
      ofAccount: true,
      responses: { 429: errorResponse('Too many files are being written', { running: tooManyFiles }, retryAfter) },
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
      summary: 'Add numbers that want no messages of an account',
      body: NewOptOuts,
      answer: [OptOutsAdded, 'They are in the list'],
      unknown: 'account',
      write: (db, { actor, params, body }) => addNumbers(db, { ...params, actor }, entriesOf(body), 'operator'),
    }),
    operation({
      id: 'deleteOptOut',
      delete: `${path}/:optOutId`,
      summary: 'Take a number out of the list',
      answer: 'Removed',
      unknown: 'opt-out',
      write: (db, { actor, params: { accountId, optOutId } }) => removeEntry(db, { accountId, actor }, optOutId),
    }),
    operation({
      id: 'getOptOutSettings',
      get: `${path}/settings`,
      summary: 'Which words count for an account, and what is answered',
      answer: [OptOutSettings, 'Its settings'],
      ofAccount: true,
      read: (db, { params }) => settingsOf(db, params.accountId),
    }),
    operation({
      id: 'changeOptOutSettings',
      patch: `${path}/settings`,
      summary: 'Change which words count for an account, and what is answered',
      description: 'What is left out stays. `answers` and each list of words are replaced as a whole.',
      body: OptOutSettingsChange,
      answer: [OptOutSettings, 'As they are now'],
      unknown: 'account',
      write: (db, { actor, params, body }) => changeSettings(db, { ...params, actor }, merged(body)),
    }),
    operation({
      id: 'importOptOuts',
      post: `${path}/import`,
      summary: 'Add the numbers of a CSV file',
      description:
        'UTF-8, at most 1 MiB: one number a line; or with a header that names the column `number` and, if wanted, `sender`. One wrong ' +
        'line, and nothing is imported.',
      csv: optOutsCsv,
      answer: [OptOutsAdded, 'They are in the list'],
      unknown: 'account',
      write: (db, call, { imports }) =>
        imports.run(call, operatorShare, entriesIn(call.body), (entries) =>
          addNumbers(db, { ...call.params, actor: call.actor }, entries, 'import'),
        ),
    }),
  ];
}
