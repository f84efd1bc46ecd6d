import type { FastifyInstance } from 'fastify';
import { passwordFault } from '../../domain/access/password.ts';
import { issueAccountLink, issueOperatorLink, issueTokenLink } from '../../flows/console/links.ts';
import { addOperator, changeOperator, removeOperator } from '../../flows/console/operators.ts';
import { listOperators, type OperatorRow } from '../../store/console/operators.ts';
import { linkBody } from '../console/link-url.ts';
import { HttpError } from '../errors.ts';
import { bodyOrNone } from '../routes/console-link.ts';
import { LinkBody, type LinkValues } from '../schemas/console.ts';
import { answer } from '../schemas/messages.ts';
import { operatorShare, type Serving } from '../serving.ts';
import { conflict, noSuch, notFound, operatorErrors } from './errors.ts';
import { AccountPath, type AccountPathValues } from './schemas/accounts.ts';
import {
  NewOperator,
  type NewOperatorValues,
  type OperatorBody,
  OperatorChange,
  type OperatorChangeValues,
  OperatorPath,
  type OperatorPathValues,
} from './schemas/operators.ts';

const tags = ['Operators'];
const taken = 'An operator has this name already';

/** Who may log in to the console as an operator. */
export function operatorRoutes(app: FastifyInstance, { db, reads }: Serving): void {
  app.get('/operators', {
    schema: {
      operationId: 'listOperators',
      summary: 'List operators',
      tags,
      response: { 200: answer('OperatorList', 'All of them, by name'), ...operatorErrors },
    },
    handler: () => reads.run(operatorShare, async (db) => ({ operators: (await listOperators(db)).map(toBody) })),
  });

  app.post<{ Body: NewOperatorValues }>('/operators', {
    schema: {
      operationId: 'createOperator',
      summary: 'Create an operator',
      description: 'Without a password, the answer has a link to log in once and set one.',
      tags,
      body: NewOperator,
      response: {
        201: answer('OperatorCreated', 'The operator'),
        ...conflict('The name is taken', taken),
        ...operatorErrors,
      },
    },
    handler: async (request, reply) => {
      const { actor, body } = request;
      checkPassword(body.password);
      const created = await addOperator(db, actor, body);
      if (created === undefined) throw new HttpError(409, taken);
      const link = body.password === undefined ? await issueOperatorLink(db, actor, created.id) : undefined;
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ ...toBody(created), ...(link && { link: linkBody(request, link) }) });
    },
  });

  app.patch<{ Params: OperatorPathValues; Body: OperatorChangeValues }>('/operators/:operatorId', {
    schema: {
      operationId: 'changeOperator',
      summary: 'Change an operator',
      description: 'What is left out stays. A new password, or none, and a reset second factor end all sessions.',
      tags,
      params: OperatorPath,
      body: OperatorChange,
      response: { 200: answer('OperatorDetails', 'As it is now'), ...notFound('operator'), ...operatorErrors },
    },
    handler: async ({ actor, params, body }) => {
      checkPassword(body.password ?? undefined);
      const changed = await changeOperator(db, actor, params.operatorId, body);
      if (changed === undefined) throw noSuch('operator');
      return toBody(changed);
    },
  });

  app.delete<{ Params: OperatorPathValues }>('/operators/:operatorId', {
    schema: {
      operationId: 'deleteOperator',
      summary: 'Delete an operator',
      description: 'All its sessions end.',
      tags,
      params: OperatorPath,
      response: { 204: { description: 'Deleted', type: 'null' }, ...notFound('operator'), ...operatorErrors },
    },
    handler: async ({ actor, params }, reply) => {
      if (!(await removeOperator(db, actor, params.operatorId))) throw noSuch('operator');
      return reply.code(204).send();
    },
  });
}

/** Links that open the console, for ten minutes and once. */
export function consoleLinkRoutes(app: FastifyInstance, { db }: Serving): void {
  app.post<{ Params: OperatorPathValues }>('/operators/:operatorId/links', {
    schema: {
      operationId: 'createOperatorLink',
      summary: 'A link to log in as an operator, once',
      description: 'It asks for neither password nor code: give it to nobody else.',
      tags,
      params: OperatorPath,
      response: { 201: answer('ConsoleLink', 'The link'), ...notFound('operator'), ...operatorErrors },
    },
    handler: async (request, reply) => {
      const link = await issueOperatorLink(db, request.actor, request.params.operatorId);
      if (link === undefined) throw noSuch('operator');
      return reply.code(201).header('cache-control', 'no-store').send(linkBody(request, link));
    },
  });

  app.post('/console-links', {
    schema: {
      operationId: 'createConsoleLink',
      summary: 'A link to open the console as yourself, once',
      description: 'As the operator who is logged in, or as the one who has the token.',
      tags,
      response: { 201: answer('ConsoleLink', 'The link'), ...operatorErrors },
    },
    handler: async (request, reply) => {
      const { actor, session } = request;
      const operatorId = session?.kind === 'operator' ? session.operatorId : undefined;
      const link = await (operatorId === undefined
        ? issueTokenLink(db, actor)
        : issueOperatorLink(db, actor, operatorId));
      if (link === undefined) throw noSuch('operator');
      return reply.code(201).header('cache-control', 'no-store').send(linkBody(request, link));
    },
  });

  app.post<{ Params: AccountPathValues; Body: LinkValues }>('/accounts/:accountId/console-links', {
    preValidation: bodyOrNone,
    schema: {
      operationId: 'createAccountLink',
      summary: 'A link for a customer to log in, once',
      description: 'The session sees what the account may see.',
      tags: ['Accounts'],
      params: AccountPath,
      body: LinkBody,
      response: { 201: answer('ConsoleLink', 'The link'), ...notFound('account'), ...operatorErrors },
    },
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      const wanted = { accountId: params.accountId, keyId: null, name: body.name };
      const link = await issueAccountLink(db, actor, wanted);
      if (link === undefined) throw noSuch('account');
      return reply.code(201).header('cache-control', 'no-store').send(linkBody(request, link));
    },
  });
}

function checkPassword(password: string | undefined): void {
  const fault = password === undefined ? undefined : passwordFault(password);
  if (fault !== undefined) throw new HttpError(400, `password ${fault}`);
}

function toBody(row: OperatorRow): OperatorBody {
  return {
    operatorId: row.id,
    name: row.name,
    role: row.role,
    grants: row.grants,
    hasPassword: row.has_password,
    hasTotp: row.has_totp,
    createdAt: row.created_at.toISOString(),
    ...(row.last_login_at === null ? {} : { lastLoginAt: row.last_login_at.toISOString() }),
  };
}
