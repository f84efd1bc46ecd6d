import { newOperatorRole } from '../../domain/access/role.ts';
import type { Row } from '../terminal/client.ts';
import { account, type CommandField, required } from '../terminal/field.ts';
import { columns } from '../terminal/layout.ts';
import type { Output } from '../terminal/output.ts';
import type { Noun, Verb } from '../terminal/verb.ts';

const role: CommandField = { help: 'admin or support', choices: ['admin', 'support'] };
const grant: CommandField = {
  help: 'also let support read texts or keys',
  choices: ['text', 'keys'],
  field: 'grants',
};
const inTime = 'the link needs no password: it signs in once, within ten minutes';

/** The link alone, for a person who copies it. */
async function showLink(out: Output, answer: Row): Promise<void> {
  const { url } = (answer['link'] ?? answer) as Row;
  await (out.json ? out.one(answer) : out.lines([String(url)]));
}

export const operators: Noun = {
  summary: 'people who sign in to the console, and their roles',
  verbs: {
    list: {
      summary: 'list operators',
      call: 'GET /operators',
      rows: 'operators',
      columns: columns('operatorId name~ role grants hasPassword hasTotp lastLoginAt? createdAt?'),
    },
    online: {
      summary: 'list people who are on the console now',
      call: 'GET /operators/online',
      rows: 'people',
      columns: columns('name~ kind role? accountName? since lastSeenAt sessions? addresses?'),
    },
    add: {
      summary: 'create an operator and print a sign-in link',
      example: '--name Anna',
      fields: {
        '--name <name>': required('name of the person'),
        '--role <role>': { ...role, usual: newOperatorRole },
        '--grant <what...>': { ...grant, orElse: () => [] },
      },
      call: 'POST /operators',
      note: inTime,
      show: showLink,
    },
    'change <operator>': {
      summary: 'change an operator',
      example: '--role admin',
      fields: {
        '--role <role>': role,
        '--grant <what...>': grant,
        '--no-grants': { help: 'remove all grants', value: [] },
        '--no-password': { help: 'remove the password; signing in then needs a link', value: null },
        '--reset-totp': 'remove the authenticator app; no codes are asked for',
      },
      call: 'PATCH /operators/{operator}',
    },
    'link <operator>': {
      summary: 'print a link that signs in as an operator, once',
      call: 'POST /operators/{operator}/links',
      note: inTime,
      show: showLink,
    },
    'delete <operator>': {
      summary: 'delete an operator; its sessions end',
      call: 'DELETE /operators/{operator}',
      confirm: 'Delete the operator {operator}?',
      done: 'the operator {operator} is deleted',
    },
  },
};

export const consoleLink: Verb = {
  summary: 'print a link that signs in to the console, once',
  example: '--account "Corner Shop" --name Anna',
  fields: { ...account, '--name <person>': 'who it is for, with --account' },
  call: 'POST [/accounts/{account}]/console-links',
  note: inTime,
  show: showLink,
};
