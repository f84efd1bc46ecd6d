import { disconnectBind, logBind } from '../../../flows/smpp/binds.ts';
import { statusName } from '../../../smpp/protocol/status.ts';
import { type LiveBind, listLiveBinds, listPdus } from '../../../store/smpp/binds.ts';
import { pageOf, searchable } from '../../operation/paging.ts';
import { bodyOf } from '../../operation/row-body.ts';
import { operatorOperations } from '../operation.ts';
import {
  Disconnect,
  LogRequest,
  PduQuery,
  SmppBind,
  SmppBindPage,
  SmppBindQuery,
  SmppPdu,
  SmppPduPage,
} from '../schemas/smpp-binds.ts';

const operation = operatorOperations('SMPP');
const noReason = 'by an operator';

export const smppBindOperations = [
  operation({
    id: 'listSmppBinds',
    get: '/smpp-binds',
    summary: 'List live binds',
    description: 'Returns a page of the binds of all processes, newest first. Counters are up to two seconds old.',
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
    summary: 'List logged PDUs of a bind',
    description:
      'Returns a page of logged PDUs, oldest first, up to a second old. They are kept for a day, also after the bind has ended. ' +
      'Passwords, texts and the middle digits of phone numbers are removed.',
    query: PduQuery,
    answer: [SmppPduPage, 'A page of PDUs'],
    read: async (db, { params, query }) => {
      const { limit } = pageOf({ limit: query.limit });
      const rows = await listPdus(db, params.bindId, Number(query.cursor ?? 0), limit);
      const next = rows.length < limit ? {} : { nextCursor: `${rows.at(-1)!.place}` };
      return { pdus: rows.map((row) => bodyOf(SmppPdu, row, { status: statusName(row.status) })), ...next };
    },
  }),
  operation({
    id: 'disconnectSmppBind',
    post: '/smpp-binds/:bindId/disconnect',
    summary: 'Disconnect a bind',
    description:
      'Unbinds within two seconds, after requests in progress have finished. The customer may bind again; to prevent that, revoke the ' +
      'credential or suspend the account.',
    body: Disconnect,
    status: 202,
    answer: [SmppBind, 'The bind, which is about to be closed'],
    unknown: 'bind',
    shown: toBody,
    write: (db, { actor, params, body }) => disconnectBind(db, actor, params.bindId, body.reason ?? noReason),
  }),
  operation({
    id: 'logSmppBind',
    post: '/smpp-binds/:bindId/log',
    summary: 'Log the PDUs of a bind',
    description: 'Starts logging within two seconds, for a limited time.',
    body: LogRequest,
    status: 202,
    answer: [SmppBind, 'The bind'],
    unknown: 'bind',
    shown: toBody,
    write: (db, { actor, params, body }) => logBind(db, actor, params.bindId, body.seconds),
  }),
];

function toBody(row: LiveBind) {
  return bodyOf(SmppBind, row, { bindId: row.id, version: `${row.version >> 4}.${row.version & 0xf}` });
}
