import type { FastifyInstance } from 'fastify';
import { disconnectBind, logBind } from '../../flows/smpp/live-binds.ts';
import { statusName } from '../../smpp/protocol/status.ts';
import { type LiveBind, listLiveBinds } from '../../store/smpp/live-binds.ts';
import { listPdus, type PduRow } from '../../store/smpp/pdu-log.ts';
import { pageOf, pageOfRows, searchable } from '../paging.ts';
import { answer } from '../schemas/messages.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { noSuch, notFound, operatorErrors } from './errors.ts';
import {
  Disconnect,
  type DisconnectValues,
  LogRequest,
  type LogRequestValues,
  PduQuery,
  type PduQueryValues,
  type SmppBindBody,
  SmppBindPath,
  type SmppBindPathValues,
  SmppBindQuery,
  type SmppBindQueryValues,
  type SmppPduBody,
} from './schemas/smpp-binds.ts';

const tags = ['SMPP'];
const noReason = 'by an operator';

export function smppBindRoutes(app: FastifyInstance, runtime: Serving): void {
  lists(app, runtime);
  changes(app, runtime);
}

function lists(app: FastifyInstance, { reads }: Serving): void {
  app.get<{ Querystring: SmppBindQueryValues }>('/smpp-binds', {
    schema: {
      operationId: 'listSmppBinds',
      summary: 'List live binds',
      description: 'Those of all processes, newest first. Numbers are up to two seconds behind.',
      tags,
      querystring: SmppBindQuery,
      response: { 200: answer('SmppBindPage', 'A page of binds'), ...operatorErrors },
    },
    handler: ({ query }) =>
      reads.run(operatorShare, async (db) => {
        const page = pageOf(query);
        const systemId = searchable('systemId', query.systemId);
        const rows = await listLiveBinds(db, { ...page, accountId: query.accountId?.toLowerCase(), systemId });
        return { binds: rows.map(toBody), ...pageOfRows(rows, page) };
      }),
  });

  app.get<{ Params: SmppBindPathValues; Querystring: PduQueryValues }>('/smpp-binds/:bindId/log', {
    schema: {
      operationId: 'listSmppPdus',
      summary: 'Read the PDUs of a bind',
      description:
        'Those that were written down, oldest first, some of them a second behind. They are kept for a day, also when the bind has ended. ' +
        'Passwords and texts are left out, and the middle of phone numbers.',
      tags,
      params: SmppBindPath,
      querystring: PduQuery,
      response: { 200: answer('SmppPduPage', 'A page of PDUs'), ...operatorErrors },
    },
    handler: ({ params, query }) =>
      reads.run(operatorShare, async (db) => {
        const { limit } = pageOf({ limit: query.limit });
        const rows = await listPdus(db, params.bindId, Number(query.cursor ?? 0), limit);
        const next = rows.length < limit ? {} : { nextCursor: `${rows.at(-1)!.place}` };
        return { pdus: rows.map(toPdu), ...next };
      }),
  });
}

function changes(app: FastifyInstance, { db }: Serving): void {
  app.post<{ Params: SmppBindPathValues; Body: DisconnectValues }>('/smpp-binds/:bindId/disconnect', {
    schema: {
      operationId: 'disconnectSmppBind',
      summary: 'End a bind',
      description:
        'The process that has it says goodbye within two seconds, and what is under way is finished. The customer may bind again: to keep ' +
        'it out, revoke its credential or suspend its account.',
      tags,
      params: SmppBindPath,
      body: Disconnect,
      response: { 202: answer('SmppBind', 'The bind, which is about to end'), ...notFound('bind'), ...operatorErrors },
    },
    handler: async ({ actor, params, body }, reply) =>
      reply.code(202).send(found(await disconnectBind(db, actor, params.bindId, body.reason ?? noReason))),
  });

  app.post<{ Params: SmppBindPathValues; Body: LogRequestValues }>('/smpp-binds/:bindId/log', {
    schema: {
      operationId: 'logSmppBind',
      summary: 'Write down the PDUs of a bind',
      description: 'From within two seconds on and for a bounded time; it ends by itself.',
      tags,
      params: SmppBindPath,
      body: LogRequest,
      response: { 202: answer('SmppBind', 'The bind'), ...notFound('bind'), ...operatorErrors },
    },
    handler: async ({ actor, params, body }, reply) =>
      reply.code(202).send(found(await logBind(db, actor, params.bindId, body.seconds))),
  });
}

function found(bind: LiveBind | undefined): SmppBindBody {
  if (bind === undefined) throw noSuch('bind');
  return toBody(bind);
}

function toBody(row: LiveBind): SmppBindBody {
  return {
    bindId: row.id,
    accountId: row.account_id,
    accountName: row.account_name,
    credentialId: row.credential_id,
    systemId: row.system_id,
    mode: row.mode,
    version: `${row.version >> 4}.${row.version & 0xf}`,
    address: row.address,
    ...(row.process === null ? {} : { process: row.process }),
    boundAt: row.bound_at.toISOString(),
    ...(row.active_at === null ? {} : { lastActivityAt: row.active_at.toISOString() }),
    submits: Number(row.submits),
    delivers: Number(row.delivers),
    errors: Number(row.errors),
    submitsPerSecond: rounded(row.submit_rate),
    deliversPerSecond: rounded(row.deliver_rate),
    unanswered: row.unanswered,
    window: row.send_window,
    ...(row.ending === null ? {} : { ending: row.ending }),
    ...(row.log_until === null ? {} : { logUntil: row.log_until.toISOString() }),
  };
}

const rounded = (rate: number): number => Math.round(rate * 10) / 10;

function toPdu({ place, at, direction, command, sequence, status, fields }: PduRow): SmppPduBody {
  return {
    place,
    at: at.toISOString(),
    direction,
    command,
    sequence: Number(sequence),
    status: statusName(Number(status)),
    fields,
  };
}
