import { Type } from '../../../base/type.ts';
import { patterns } from '../../operation/patterns.ts';
import { closed, count, named, nextCursor, paging, time, uuid } from '../../schemas/fields.ts';

export const SmppBind = named('SmppBind', {
  bindId: uuid(),
  accountId: uuid(),
  accountName: Type.String(),
  credentialId: uuid(),
  systemId: Type.String({ examples: ['shop1'] }),
  mode: Type.Enum(['transmitter', 'receiver', 'transceiver']),
  version: Type.String({ description: 'SMPP version requested by the customer', examples: ['3.4'] }),
  address: Type.String({ description: 'IP address of the customer', examples: ['203.0.113.7'] }),
  process: Type.Optional(Type.String({ description: 'Process of the bind: host and process id' })),
  boundAt: time('Time of the bind'),
  lastActivityAt: Type.Optional(time('Time of the last request of the customer')),
  submits: count('Messages submitted since the bind'),
  delivers: count('Receipts and inbound messages delivered since the bind'),
  errors: count('Requests of either side without a response or with an error response'),
  submitsPerSecond: Type.Number({ description: 'Submits per second, over the last seconds' }),
  deliversPerSecond: Type.Number({ description: 'Delivers per second, over the last seconds' }),
  unanswered: count('Requests of both sides currently without a response'),
  window: count('Maximum number of requests without a response, per side'),
  ending: Type.Optional(Type.String({ description: 'Reason why the bind is about to be closed' })),
  logUntil: Type.Optional(time('End of PDU logging')),
});

export const SmppBindPage = named('SmppBindPage', { binds: Type.Array(Type.Ref('SmppBind')), nextCursor });

export const SmppBindQuery = Type.Object({
  ...paging,
  accountId: Type.Optional(uuid('Only binds of this account')),
  systemId: Type.Optional(Type.String({ maxLength: 15, description: 'Only binds with this system_id' })),
});

export const Disconnect = closed({
  reason: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: patterns.filledText,
      description: 'Reason, for the log and the audit log',
    }),
  ),
});

export const LogRequest = closed({
  seconds: Type.Integer({
    minimum: 0,
    maximum: 3_600,
    description: 'Duration in seconds from now; 0 stops logging. At most 10000 PDUs per bind are logged',
  }),
});

export const SmppPdu = named('SmppPdu', {
  place: Type.Integer({ description: 'Position in the order of the wire' }),
  at: time('Time of the PDU'),
  direction: Type.Enum(['in', 'out'], { description: 'in: from the customer; out: to the customer' }),
  command: Type.String({ examples: ['submit_sm'] }),
  sequence: Type.Integer(),
  status: Type.String({ description: 'command_status', examples: ['ESME_ROK'] }),
  fields: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'Fields of the PDU, without passwords, texts and the middle digits of phone numbers',
  }),
});

export const SmppPduPage = named('SmppPduPage', { pdus: Type.Array(Type.Ref('SmppPdu')), nextCursor });

export const PduQuery = Type.Object({
  limit: paging.limit,
  cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$', description: 'nextCursor of the previous page' })),
});

export const smppBindSchemas = [SmppBind, SmppBindPage, SmppPdu, SmppPduPage];
