import { httpLimits } from '../../bounds/limits/http.ts';
import { addNumbers, changeSettings, removeEntry, settingsOf } from '../../flows/accounts/opt-outs.ts';
import { listOptOuts } from '../../store/optout/opt-outs.ts';
import { csvAnswer, Exports, tooManyFiles } from '../operation/export.ts';
import { pageOf } from '../operation/paging.ts';
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
import type { Serving } from '../server/serving.ts';
import { entriesIn, entriesOf, merged, optOutColumns, optOutsCsv, readOptOuts } from '../shared/opt-outs.ts';
import { customerOperations } from './operation.ts';

const operation = customerOperations('Opt-outs');
const badBody = {
  400: errorResponse('The request is invalid; nothing was changed', {
    numbers: 'error: 400 - numbers: not a valid phone number in E.164 form: "040 123 456"',
  }),
};

export function optOutOperations(serving: Serving) {
  const exports = new Exports(serving, httpLimits.exportsOfAccount);
  return [
    operation({
      id: 'listOptOuts',
      get: '/v1/opt-outs',
      summary: 'List opt-outs (extension)',
      description:
        'Returns a page of recipients who opted out, newest first. Messages to them are accepted, become REJECTED and cost nothing.',
      query: OptOutQuery,
      answer: [OptOutList, 'A page of opt-outs'],
      read: (db, { principal, query }) => readOptOuts(db, principal.accountId, query),
    }),
    operation({
      id: 'downloadOptOuts',
      get: '/v1/opt-outs.csv',
      summary: 'Download opt-outs as CSV (extension)',
      description: 'Returns all opt-outs, newest first. If the connection breaks, the file is incomplete.',
      answer: csvAnswer('All opt-outs'),
      noHead: true,
      responses: {
        429: errorResponse('Another download of this account is running', { running: tooManyFiles }, retryAfter),
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
      summary: 'Add opt-outs (extension)',
      description: 'Returns how many numbers were added. Numbers that are already in the list are not changed.',
      bodyLimit,
      body: NewOptOuts,
      answer: [OptOutsAdded, 'The numbers are in the list'],
      responses: badBody,
      write: (db, { principal: { accountId }, body }) => addNumbers(db, { accountId }, entriesOf(body), 'request'),
    }),
    operation({
      id: 'deleteOptOut',
      delete: '/v1/opt-outs/:optOutId',
      summary: 'Remove an opt-out (extension)',
      description: 'Remove a number only if the recipient asked to receive messages again.',
      answer: 'Removed',
      unknown: 'opt-out',
      write: (db, { principal: { accountId }, params }) => removeEntry(db, { accountId }, params.optOutId),
    }),
    operation({
      id: 'getOptOutSettings',
      get: '/v1/opt-outs/settings',
      summary: 'Retrieve opt-out settings (extension)',
      description: 'Returns the keywords and the replies to them.',
      answer: [OptOutSettings, 'The settings of the account'],
      read: (db, { principal }) => settingsOf(db, principal.accountId),
    }),
    operation({
      id: 'changeOptOutSettings',
      patch: '/v1/opt-outs/settings',
      summary: 'Update opt-out settings (extension)',
      description: 'Omitted fields are not changed. `answers` and each list of `words` are replaced as a whole.',
      body: OptOutSettingsChange,
      answer: [OptOutSettings, 'The updated settings'],
      responses: badBody,
      write: (db, { principal: { accountId }, body }) => changeSettings(db, { accountId }, merged(body)),
    }),
    operation({
      id: 'importOptOuts',
      post: '/v1/opt-outs/import',
      summary: 'Import opt-outs from CSV (extension)',
      description:
        'The file is UTF-8 and at most 1 MiB: one number per line, or a header line with the column `number` and optionally `sender`. If ' +
        'a line is invalid, nothing is imported; the error lists the first 20 invalid lines.',
      bodyLimit,
      csv: optOutsCsv,
      answer: [OptOutsAdded, 'The numbers are in the list'],
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
