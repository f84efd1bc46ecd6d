import { disconnectBind, logBind } from '../../flows/smpp/live-binds.ts';
import { statusName } from '../../smpp/protocol/status.ts';
import { type LiveBind, listLiveBinds } from '../../store/smpp/live-binds.ts';
import { listPdus, type PduRow } from '../../store/smpp/pdu-log.ts';
import { bodyOf } from '../operation/row-body.ts';
import { pageOf, searchable } from '../paging.ts';
import { operatorOperations } from './operation.ts';
import {
  Disconnect,
  LogRequest,
  PduQuery,
  SmppBind,
  SmppBindPage,
  SmppBindQuery,
  SmppPdu,
  SmppPduPage,
} from './schemas/smpp-binds.ts';

const operation = operatorOperations('SMPP');
const noReason = 'by an operator';

export const smppBindOperations = [
  operation({
    id: 'listSmppBinds',
    get: '/smpp-binds',
    summary: 'List live binds',
    description: 'Those of all processes, newest first. Numbers are up to two seconds behind.',
    query: SmppBindQuery,
    answer: [SmppBindPage, 'A page of binds'],
    shown: toBody,
    list: (db, { query }, page) => {
      const systemId = searchable('systemId', query.systemId);
      return listLiveBinds(db, { ...page, accountId: query.accountId?.toLowerCase(), systemId });
    },
  }),
  operation({
    id: 'listSmppPdus',
    get: '/smpp-binds/:bindId/log',
    summary: 'Read the PDUs of a bind',
    description:
      'Those that were written down, oldest first, some of them a second behind. They are kept for a day, also when the bind has ended. ' +
      'Passwords and texts are left out, and the middle of phone numbers.',
    query: PduQuery,
    answer: [SmppPduPage, 'A page of PDUs'],
    read: async (db, { params, query }) => {
      const { limit } = pageOf({ limit: query.limit });
      const rows = await listPdus(db, params.bindId, Number(query.cursor ?? 0), limit);
      const next = rows.length < limit ? {} : { nextCursor: `${rows.at(-1)!.place}` };
      return { pdus: rows.map(toPdu), ...next };
    },
  }),
  operation({
    id: 'disconnectSmppBind',
    post: '/smpp-binds/:bindId/disconnect',
    summary: 'End a bind',
    description:
      'The process that has it says goodbye within two seconds, and what is under way is finished. The customer may bind again: to keep ' +
      'it out, revoke its credential or suspend its account.',
    body: Disconnect,
    status: 202,
    answer: [SmppBind, 'The bind, which is about to end'],
    unknown: 'bind',
    shown: toBody,
    write: (db, { actor, params, body }) => disconnectBind(db, actor, params.bindId, body.reason ?? noReason),
  }),
  operation({
    id: 'logSmppBind',
    post: '/smpp-binds/:bindId/log',
    summary: 'Write down the PDUs of a bind',
    description: 'From within two seconds on and for a bounded time; it ends by itself.',
    body: LogRequest,
    status: 202,
    answer: [SmppBind, 'The bind'],
    unknown: 'bind',
    shown: toBody,
    write: (db, { actor, params, body }) => logBind(db, actor, params.bindId, body.seconds),
  }),
];

function toBody(row: LiveBind) {
  return bodyOf(SmppBind, row, {
    bindId: row.id,
    version: `${row.version >> 4}.${row.version & 0xf}`,
    lastActivityAt: row.active_at,
    submits: Number(row.submits),
    delivers: Number(row.delivers),
    errors: Number(row.errors),
    submitsPerSecond: rounded(row.submit_rate),
    deliversPerSecond: rounded(row.deliver_rate),
    window: row.send_window,
  });
}

const rounded = (rate: number): number => Math.round(rate * 10) / 10;

function toPdu(row: PduRow) {
  return bodyOf(SmppPdu, row, { sequence: Number(row.sequence), status: statusName(Number(row.status)) });
}
