import { Type } from '../../../base/type.ts';
import { patterns } from '../../patterns.ts';
import { closed, named, nextCursor, paging, time, uuid } from '../../schemas/fields.ts';

const count = (description: string) => Type.Integer({ description });

export const SmppBind = named('SmppBind', {
  bindId: uuid(),
  accountId: uuid(),
  accountName: Type.String(),
  credentialId: uuid(),
  systemId: Type.String({ examples: ['shop1'] }),
  mode: Type.Enum(['transmitter', 'receiver', 'transceiver']),
  version: Type.String({ description: 'Of SMPP, as the customer asked for it', examples: ['3.4'] }),
  address: Type.String({ description: 'From where', examples: ['203.0.113.7'] }),
  process: Type.Optional(Type.String({ description: 'Which process has it: host and process id' })),
  boundAt: time('Since when'),
  lastActivityAt: Type.Optional(time('When it last sent a request')),
  submits: count('Since it was bound'),
  delivers: count('Receipts and inbound messages sent over it since it was bound'),
  errors: count('Requests of either side that were not answered, or answered with an error'),
  submitsPerSecond: Type.Number({ description: 'Over the last seconds' }),
  deliversPerSecond: Type.Number({ description: 'Over the last seconds' }),
  unanswered: count('Requests without an answer at the moment, of both sides'),
  window: count('Requests that may be unanswered, of each side'),
  ending: Type.Optional(Type.String({ description: 'It is about to be closed, for this reason' })),
  logUntil: Type.Optional(time('Until when its PDUs are written down')),
});

export const SmppBindPage = named('SmppBindPage', { binds: Type.Array(Type.Ref('SmppBind')), nextCursor });

export const SmppBindQuery = Type.Object({
  ...paging,
  accountId: Type.Optional(uuid('Of one account only')),
  systemId: Type.Optional(Type.String({ maxLength: 15, description: 'With this system_id only' })),
});

export const Disconnect = closed({
  reason: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: patterns.filledText,
      description: 'For the log and the audit trail',
    }),
  ),
});

export const LogRequest = closed({
  seconds: Type.Integer({
    minimum: 0,
    maximum: 3_600,
    description: 'For how long from now; 0 ends it. At most 10000 PDUs of a bind are written down',
  }),
});

export const SmppPdu = named('SmppPdu', {
  place: Type.Integer({ description: 'In the order of the wire' }),
  at: time('When'),
  direction: Type.Enum(['in', 'out'], { description: 'in: from the customer' }),
  command: Type.String({ examples: ['submit_sm'] }),
  sequence: Type.Integer(),
  status: Type.String({ description: 'command_status', examples: ['ESME_ROK'] }),
  fields: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'What it holds. Passwords and texts are left out, and the middle of phone numbers',
  }),
});

export const SmppPduPage = named('SmppPduPage', { pdus: Type.Array(Type.Ref('SmppPdu')), nextCursor });

export const PduQuery = Type.Object({
  limit: paging.limit,
  cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$', description: 'nextCursor of the page before' })),
});

export const smppBindSchemas = [SmppBind, SmppBindPage, SmppPdu, SmppPduPage];
