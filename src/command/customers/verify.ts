import type { Row } from '../terminal/client.ts';
import { account, countField } from '../terminal/field.ts';
import { columns } from '../terminal/layout.ts';
import type { Noun } from '../terminal/verb.ts';

export const verify: Noun = {
  summary: 'verification codes: conversions, blocks and limits',
  verbs: {
    conversions: {
      summary: 'show how many codes are confirmed',
      example: '--prefix --hours 1',
      fields: {
        ...account,
        '--country <code>': 'of one country only',
        '--prefix': {
          help: 'by range of 10,000 numbers; otherwise by country',
          field: 'by',
          value: 'prefix',
          orElse: () => 'country',
        },
        '--hours <count>': { help: 'in the last hours', usual: '24' },
      },
      call: 'GET /verify/conversions',
      rows: 'conversions',
      columns: columns('country prefix #started #confirmed account~ fresh? blockedUntil?'),
    },
    blocks: {
      summary: 'list blocked destinations',
      fields: account,
      call: 'GET /verify/blocks',
      rows: 'blocks',
      columns: columns('blockId scope #started #confirmed until account~'),
    },
    'lift <block-id>': {
      summary: 'lift a block; the codes before it no longer count',
      call: 'DELETE /verify/blocks/{block-id}',
      done: 'the block is lifted',
    },
    'limits <account>': {
      summary: 'show the limits in force for an account',
      call: 'GET /accounts/{account}/verify-limits',
      show: (out, { inForce }) => out.one(inForce as Row),
    },
    'set-limits <account>': {
      summary: 'set the limits of an account; those not given follow the settings',
      example: '--per-account 5000 --conversion 5',
      fields: {
        '--per-number <count>': countField('codes to one number in an hour', 0),
        '--per-prefix <count>': countField('codes to a range of 10,000 numbers in an hour', 0),
        '--fresh-prefix <count>': countField('the same, for ranges without a confirmed code', 0),
        '--per-account <count>': countField('codes in an hour', 0),
        '--conversion <count>': countField('minimum percentage confirmed; 0: nothing is blocked', 0),
      },
      call: 'PUT /accounts/{account}/verify-limits',
      done: 'the limits of {account} are set',
    },
  },
};
