import { httpLimits } from '../../bounds/limits/http.ts';
import { addNumbers, changeSettings, removeEntry, settingsOf } from '../../flows/opt-outs.ts';
import { listOptOuts } from '../../store/optout/opt-outs.ts';
import { bodyLimit } from '../bodies.ts';
import { csvAnswer, Exports, tooManyFiles } from '../export.ts';
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
import type { Serving } from '../serving.ts';
import { customerOperations } from './operation.ts';

const operation = customerOperations('Opt-outs');
const badBody = {
  400: errorResponse('Something is wrong; nothing was changed', {
    numbers: 'error: 400 - numbers: not a valid phone number in E.164 form: "040 123 456"',
  }),
};

/** Recipients who opted out of the messages of the account. All of it is an extension. */
export function optOutOperations(serving: Serving) {
  const exports = new Exports(serving, httpLimits.exportsOfAccount);
  return [
    operation({
      id: 'listOptOuts',
      get: '/v1/opt-outs',
      summary: 'List who has opted out (extension)',
      description: 'Newest first. Messages to them are accepted, and REJECTED at no cost.',
      query: OptOutQuery,
      answer: [OptOutList, 'A page of opt-outs'],
      read: (db, { principal, query }) => readOptOuts(db, principal.accountId, query),
    }),
    operation({
      id: 'downloadOptOuts',
      get: '/v1/opt-outs.csv',
      summary: 'Opt-outs as a CSV file (extension)',
      description: 'All of them, newest first. A connection that breaks off means that the file is not whole.',
      answer: csvAnswer('All opt-outs'),
      noHead: true,
      responses: {
        429: errorResponse('Another file of this account is being written', { running: tooManyFiles }, retryAfter),
      },
      handle: ({ principal: { accountId } }, reply) =>
        exports.sendList(
          reply,
          { owner: accountId, filter: { ...pageOf({}), accountId }, columns: optOutColumns },
          { name: 'opt-outs.csv', read: listOptOuts },
        ),
    }),
    operation({
      id: 'addOptOuts',
      post: '/v1/opt-outs',
      summary: 'Add numbers that want no messages (extension)',
      description: 'Those that are in the list already stay there.',
      bodyLimit,
      body: NewOptOuts,
      answer: [OptOutsAdded, 'They are in the list'],
      responses: badBody,
      write: (db, { principal: { accountId }, body }) => addNumbers(db, { accountId }, entriesOf(body), 'request'),
    }),
    operation({
      id: 'deleteOptOut',
      delete: '/v1/opt-outs/:optOutId',
      summary: 'Take a number out of the list (extension)',
      description: 'Only if it has told you that it wants messages again.',
      answer: 'Removed',
      unknown: 'opt-out',
      write: (db, { principal: { accountId }, params }) => removeEntry(db, { accountId }, params.optOutId),
    }),
    operation({
      id: 'getOptOutSettings',
      get: '/v1/opt-outs/settings',
      summary: 'Which words count, and what is answered (extension)',
      answer: [OptOutSettings, 'The settings of the account'],
      read: (db, { principal }) => settingsOf(db, principal.accountId),
    }),
    operation({
      id: 'changeOptOutSettings',
      patch: '/v1/opt-outs/settings',
      summary: 'Change which words count, and what is answered (extension)',
      description: 'What is left out stays. `answers` and each list of words are replaced as a whole.',
      body: OptOutSettingsChange,
      answer: [OptOutSettings, 'The settings as they are now'],
      responses: badBody,
      write: (db, { principal: { accountId }, body }) => changeSettings(db, { accountId }, merged(body)),
    }),
    operation({
      id: 'importOptOuts',
      post: '/v1/opt-outs/import',
      summary: 'Add the numbers of a CSV file (extension)',
      description:
        'UTF-8, at most 1 MiB: one number a line; or with a header that names the column `number` and, if wanted, `sender`. One wrong ' +
        'line, and nothing is imported; the answer names them all, or the first twenty.',
      bodyLimit,
      csv: optOutsCsv,
      answer: [OptOutsAdded, 'They are in the list'],
      responses: badBody,
      write: (db, call, { imports }) => {
        const { accountId } = call.principal;
        return imports.run(call, accountId, entriesIn(call.body), (entries) =>
          addNumbers(db, { accountId }, entries, 'import'),
        );
      },
    }),
  ];
}
