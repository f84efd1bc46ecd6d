import { Problem } from '../../base/problem.ts';
import {
  ahead,
  type CommandField,
  type CommandFields,
  countField,
  milliseconds,
  nullable,
  typedTime,
  wholeNumber,
} from '../terminal/field.ts';
import { columns } from '../terminal/layout.ts';
import type { Noun } from '../terminal/verb.ts';

const keepKey = 'keep the key now: it is not shown again';

const overlap = (help: string): CommandFields => ({
  '--overlap <time>': { help: `${help}: 0, 30m, 2h, 1d`, usual: '1d', field: 'overlapSeconds', read: seconds },
});

function seconds(text: string): number {
  const found = text === '0' ? 0 : milliseconds(text);
  if (found !== undefined) return found / 1_000;
  throw new Problem(`--overlap ${JSON.stringify(text)} is not a duration`, 'Give 0, or one such as 30m, 2h or 1d');
}

const allowedEmails: CommandField = {
  help: 'e-mail addresses that may use it for Email2SMS; none: any',
  separator: /[,\s]+/,
  field: 'allowedEmails',
};

export const keys: Noun = {
  summary: 'API keys; a key is shown once',
  verbs: {
    'issue <account>': {
      summary: 'issue a key',
      example: '--label web --expires 90d',
      fields: {
        '--label <text>': 'what it is for',
        '--allow <addresses>': allowedEmails,
        '--expires <time>': { ...ahead('when it expires: a time, or 90d from now'), field: 'expiresAt' },
      },
      call: 'POST /accounts/{account}/keys',
      note: keepKey,
    },
    'list [account]': {
      summary: 'list keys',
      example: '"Corner Shop"',
      fields: { '--prefix <text>': 'how the key begins, over all accounts' },
      act: async ({ api, out }, { typed: { account }, fields, path }) => {
        const { prefix } = fields;
        if (account === undefined && prefix === undefined)
          throw new Problem('no account is given', 'Give an account or --prefix');
        const query = account === undefined ? { prefix } : {};
        const rows = api.rows(path('[/accounts/{account}]/keys'), 'keys', query, Number.POSITIVE_INFINITY);
        await out.list(keyColumns, rows);
      },
    },
    'rotate <key>': {
      summary: 'replace a key; the old one expires after an overlap',
      example: '--overlap 2h',
      fields: overlap('how long the old key still works'),
      call: 'POST /keys/{key}/rotate',
      confirm: ({ overlapSeconds }) =>
        overlapSeconds === 0 ? 'Replace {key}? The old key stops working immediately.' : undefined,
      note: keepKey,
    },
    'revoke <key>': {
      summary: 'revoke a key immediately',
      call: 'POST /keys/{key}/revoke',
      body: {},
      confirm: 'Revoke {key}? Programs that use it can no longer send.',
      done: 'the key {key} is revoked',
    },
    'allow <key> [addresses...]': {
      summary: 'set the e-mail addresses that may use a key for Email2SMS',
      example: 'anna@example.com orders@example.com',
      fields: { '--any': 'any address, as with a new key' },
      act: async ({ api, out }, { typed, path }) => {
        const addresses = typed['addresses'] as string[];
        if ((addresses.length === 0) !== (typed['any'] === true))
          throw new Problem('either addresses or --any are required', 'Give addresses, or --any');
        await out.one(await api.call('PATCH', path('/keys/{key}'), { body: { allowedEmails: addresses } }));
      },
    },
    'expire <key>': {
      summary: 'set when a key expires',
      example: '--at 30d',
      fields: {
        '--at <time>': { ...ahead('a time, or 30d from now'), field: 'expiresAt' },
        '--never': { help: 'valid until it is revoked', field: 'expiresAt', value: null },
      },
      call: 'PATCH /keys/{key}',
      check: ({ typed }) => {
        if ((typed['at'] === undefined) !== (typed['never'] === true))
          throw new Problem('either --at or --never is required', 'Give --at or --never');
      },
    },
  },
};

const keyColumns = columns(
  'keyId prefix status label~ allowedEmails~',
  'lastUsedAt? expiresAt? revokedAt? createdAt? accountId?',
);

const bindFields: CommandFields = {
  '--label <text>': 'what it is for',
  '--allow <ranges>': {
    help: 'addresses and ranges that may bind; none: any',
    separator: /[,\s]+/,
    field: 'allowedRanges',
    read: (range) => (range === 'none' ? undefined : range),
  },
  '--max-binds <count>': countField('binds at the same time'),
  '--window <count>': countField('unanswered requests per bind'),
  '--rate <count>': {
    help: 'requests per second over all binds; none: no own limit',
    read: (text, flag) => (text === 'none' ? null : wholeNumber(flag, text)),
  },
  '--alphabet <name>': 'what data_coding 0 means: auto, gsm, packed or latin1',
  '--long-inbound <manner>': 'how long inbound messages are delivered: parts or payload',
  '--receipt-binds <which>': 'where its receipts go: own, or account (any bind of the account if it has none)',
  '--country <code>': nullable('country of national numbers, such as SI; none: they are refused', 'none'),
  '--expires <time>': {
    help: 'when it expires: a time, 90d from now, or never',
    field: 'expiresAt',
    read: (text) => (text === 'never' ? null : typedTime(text, 'ahead')),
  },
};
const keepPassword = 'keep the password now: it is not shown again';

export const smpp: Noun = {
  summary: 'SMPP credentials of customers; a password is shown once',
  verbs: {
    'issue <account>': {
      summary: 'issue a credential',
      example: '--system-id corner --allow 192.0.2.0/24 --max-binds 4',
      fields: { '--system-id <name>': 'name to bind with (default: a generated one)', ...bindFields },
      call: 'POST /accounts/{account}/smpp-credentials',
      note: keepPassword,
    },
    'change <system_id>': {
      summary: 'change a credential',
      example: '--window 100 --rate 50',
      fields: bindFields,
      call: 'PATCH /smpp-credentials/{system_id}',
      check: ({ fields }) => {
        if (Object.keys(fields).length === 0)
          throw new Problem('there is nothing to change', 'Give a flag such as --rate 50');
      },
    },
    'rotate <system_id>': {
      summary: 'replace the password; the old one expires after an overlap',
      example: '--overlap 2h',
      fields: overlap('how long the old password still works'),
      call: 'POST /smpp-credentials/{system_id}/rotate',
      confirm: ({ overlapSeconds }) =>
        overlapSeconds === 0 ? 'Replace the password of {system_id}? Its binds are closed.' : undefined,
      note: keepPassword,
    },
    'revoke <system_id>': {
      summary: 'revoke a credential immediately',
      call: 'POST /smpp-credentials/{system_id}/revoke',
      body: {},
      confirm: 'Revoke {system_id}? Its binds are closed.',
      done: 'the credential {system_id} is revoked',
    },
    'list [account]': {
      summary: 'list credentials',
      example: '"Corner Shop"',
      call: 'GET [/accounts/{account}]/smpp-credentials',
      rows: 'smppCredentials',
      pages: 'all',
      columns: columns(
        'systemId status #maxBinds #window #rate label~ allowedRanges~',
        'lastUsedAt? expiresAt? revokedAt? createdAt? credentialId? accountId?',
      ),
    },
  },
};
