import { account, countField } from '../terminal/field.ts';
import { columns } from '../terminal/layout.ts';
import type { Noun } from '../terminal/verb.ts';

export const binds: Noun = {
  summary: 'live SMPP binds of customers',
  verbs: {
    list: {
      summary: 'list live binds',
      example: '--account "Corner Shop"',
      fields: { ...account, '--system-id <name>': 'with this system_id only' },
      call: 'GET /smpp-binds',
      rows: 'binds',
      pages: 'limited',
      columns: columns(
        'bindId systemId mode accountName~ address~',
        '#submitsPerSecond #deliversPerSecond #unanswered #window #errors',
        'boundAt? lastActivityAt? version? process? submits? delivers? logUntil? ending? accountId?',
      ),
    },
    'disconnect <bind-id>': {
      summary: 'disconnect a bind of any process',
      example: '--reason "maintenance"',
      fields: { '--reason <text>': 'for the log and the audit trail' },
      call: 'POST /smpp-binds/{bind-id}/disconnect',
      done: 'the bind of {systemId} is about to end',
    },
    'watch <bind-id>': {
      summary: 'record the PDUs of a bind for a while, without texts and passwords',
      example: '--seconds 300',
      fields: {
        '--seconds <count>': { ...countField('duration in seconds, up to 3600; 0 stops recording', 0), usual: '300' },
      },
      call: 'POST /smpp-binds/{bind-id}/log',
      done: ({ seconds }) => (seconds === 0 ? 'PDUs are no longer recorded' : 'PDUs are recorded for {seconds} s'),
    },
    'log <bind-id>': {
      summary: 'show the recorded PDUs of a bind',
      example: '--all',
      call: 'GET /smpp-binds/{bind-id}/log',
      rows: 'pdus',
      pages: 'limited',
      columns: columns('at direction command #sequence status fields~'),
    },
  },
};
