import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../base/ids.ts';
import { exitCodes } from '../../base/problem.ts';
import { templateVariables } from '../customers/templates.ts';
import type { CommandSession } from '../terminal/access.ts';
import type { ApiClient, Row } from '../terminal/client.ts';
import { countField, moment, required } from '../terminal/field.ts';
import { readInput } from '../terminal/input.ts';
import { columns } from '../terminal/layout.ts';
import { printNote } from '../terminal/output.ts';
import type { Verb, VerbInput } from '../terminal/verb.ts';
import { isOver } from './tail.ts';

const pollMs = 500;

export const send: Verb = {
  role: 'customer',
  summary: 'send an SMS with the key of an account (- reads the text from standard input; none with --template)',
  example: 'hermod send --from Hermod --to +38640123456 --wait "Hello from Hermod"',
  fields: {
    '--from <sender>': { ...required('sender name or number of the account'), field: 'sender' },
    '--to <numbers>': {
      ...required('recipients, with commas or repeated'),
      field: 'destinations',
      separator: /,/,
      read: (number) => number.trim(),
    },
    '--at <time>': {
      help: 'when: a time, or 2h from now (default: now)',
      field: 'scheduledTime',
      read: (text) => Math.ceil(moment(text, 'ahead', Date.now()).getTime() / 1_000),
    },
    '--validity <seconds>': {
      ...countField('not sent later than this long after that time'),
      field: 'validitySeconds',
    },
    '--fallback <seconds>': {
      ...countField('also sent over another carrier if there is no receipt after this time; may arrive twice'),
      field: 'fallbackSeconds',
    },
    '--reference <text>': 'your own text, returned in delivery reports and lists',
    '--template <name>': 'name of a template of the account, in place of the text',
    '--language <language>': 'language of the template (default: its default language)',
    '--variables <json>': templateVariables,
    '--unicode': 'send as Unicode, without replacing characters',
    '--delivery-report-url <url>': 'where delivery reports go',
    '--price-report': 'with the price in delivery reports',
    '--idempotency-key <text>': { help: 'the same key twice sends once (default: a new one)', orElse: newId },
    '--preview': 'show text, segments and prices, and send nothing',
    '--wait': 'wait until every message has its final state; exits with 5 if one was not delivered',
    '--timeout <seconds>': { ...countField('how long --wait waits'), usual: '60' },
  },
  act: sendMessage,
};

async function sendMessage({ api, out }: CommandSession, { fields }: VerbInput): Promise<void> {
  const {
    text,
    unicode,
    template: name,
    language,
    variables,
    idempotencyKey: key,
    preview,
    wait,
    timeout,
    ...others
  } = fields;
  const content = text === '-' ? (await readInput('-')).replace(/\r?\n$/, '') : text;
  const body = {
    ...others,
    ...(name === undefined ? {} : { template: { name, language, variables } }),
    message: { content, ...(unicode ? { isUnicode: true } : {}) },
  };
  if (preview) return out.one(await api.call('POST', '/sms/messages/preview', { body }));
  const sent = await api.call('POST', '/sms/messages', {
    body,
    headers: { 'idempotency-key': key as string },
    again: `repeat it with --idempotency-key ${String(key)}`,
  });
  if (!wait) return out.one(sent);
  const messages = await outcomes(api, sent['messages'] as Row[], (timeout as number) * 1_000);
  await out.list(columns('messageId destination status reason~'), messages);
  if (messages.some(({ status }) => status !== 'DELIVERED')) process.exitCode = exitCodes.notDelivered;
}

async function outcomes(api: ApiClient, sent: readonly Row[], patienceMs: number): Promise<Row[]> {
  const end = Date.now() + patienceMs;
  const messages = [...sent];
  for (;;) {
    for (const [index, { messageId, status }] of messages.entries()) {
      if (!isOver(status)) messages[index] = await api.call('GET', `/sms/messages/${messageId as string}`);
    }
    if (messages.every(({ status }) => isOver(status))) return messages;
    if (Date.now() >= end) {
      printNote(`${messages.filter(({ status }) => !isOver(status)).length} messages have no final state yet`);
      return messages;
    }
    await sleep(pollMs);
  }
}
