import { passwordFault } from '../../domain/access/password.ts';
import { issueAccountLink, issueOperatorLink, issueTokenLink } from '../../flows/console/links.ts';
import { addOperator, changeOperator, removeOperator } from '../../flows/console/operators.ts';
import { listOperators, type OperatorRow } from '../../store/console/operators.ts';
import { linkBody } from '../console/link-url.ts';
import { HttpError } from '../errors.ts';
import { bodyOf } from '../operation/row-body.ts';
import { ConsoleLink, LinkBody } from '../schemas/console.ts';
import { operatorOperations } from './operation.ts';
import { NewOperator, OperatorChange, OperatorCreated, OperatorDetails, OperatorList } from './schemas/operators.ts';

const operation = operatorOperations('Operators', { taken: [409, 'An operator has this name already'] });

/** Who may log in to the console as an operator, and links that open the console for ten minutes and once. */
export const operatorAccessOperations = [
  operation({
    id: 'listOperators',
    get: '/operators',
    summary: 'List operators',
    answer: [OperatorList, 'All of them, by name'],
    read: async (db) => ({ operators: (await listOperators(db)).map(toBody) }),
  }),
  operation({
    id: 'createOperator',
    post: '/operators',
    summary: 'Create an operator',
    description: 'Without a password, the answer has a link to log in once and set one.',
    body: NewOperator,
    status: 201,
    answer: [OperatorCreated, 'The operator'],
    problems: { taken: 'The name is taken' },
    noStore: true,
    write: async (db, call) => {
      const { actor, body } = call;
      checkPassword(body.password);
      const created = await addOperator(db, actor, body);
      if (created === undefined) return 'taken';
      const link = body.password === undefined ? await issueOperatorLink(db, actor, created.id) : undefined;
      return { ...toBody(created), ...(link && { link: linkBody(call, link) }) };
    },
  }),
  operation({
    id: 'changeOperator',
    patch: '/operators/:operatorId',
    summary: 'Change an operator',
    description: 'What is left out stays. A new password, or none, and a reset second factor end all sessions.',
    body: OperatorChange,
    answer: [OperatorDetails, 'As it is now'],
    unknown: 'operator',
    shown: toBody,
    write: (db, { actor, params, body }) => {
      checkPassword(body.password ?? undefined);
      return changeOperator(db, actor, params.operatorId, body);
    },
  }),
  operation({
    id: 'deleteOperator',
    delete: '/operators/:operatorId',
    summary: 'Delete an operator',
    description: 'All its sessions end.',
    answer: 'Deleted',
    unknown: 'operator',
    write: (db, { actor, params }) => removeOperator(db, actor, params.operatorId),
  }),
  operation({
    id: 'createOperatorLink',
    post: '/operators/:operatorId/links',
    summary: 'A link to log in as an operator, once',
    description: 'It asks for neither password nor code: give it to nobody else.',
    status: 201,
    answer: [ConsoleLink, 'The link'],
    unknown: 'operator',
    noStore: true,
    write: async (db, call) => {
      const link = await issueOperatorLink(db, call.actor, call.params.operatorId);
      return link && linkBody(call, link);
    },
  }),
  operation({
    id: 'createConsoleLink',
    post: '/console-links',
    summary: 'A link to open the console as yourself, once',
    description: 'As the operator who is logged in, or as the one who has the token.',
    status: 201,
    answer: [ConsoleLink, 'The link'],
    noStore: true,
    write: async (db, call) => {
      const { actor, session } = call;
      const operatorId = session?.kind === 'operator' ? session.operatorId : undefined;
      const issuing = operatorId === undefined ? issueTokenLink(db, actor) : issueOperatorLink(db, actor, operatorId);
      const link = await issuing;
      return link === undefined ? 'no operator' : linkBody(call, link);
    },
  }),
  operation({
    id: 'createAccountLink',
    post: '/accounts/:accountId/console-links',
    summary: 'A link for a customer to log in, once',
    description: 'The session sees what the account may see.',
    tag: 'Accounts',
    body: LinkBody,
    optionalBody: true,
    status: 201,
    answer: [ConsoleLink, 'The link'],
    unknown: 'account',
    noStore: true,
    write: async (db, call) => {
      const wanted = { ...call.params, keyId: null, name: call.body.name };
      const link = await issueAccountLink(db, call.actor, wanted);
      return link && linkBody(call, link);
    },
  }),
];

function checkPassword(password: string | undefined): void {
  const fault = password === undefined ? undefined : passwordFault(password);
  if (fault !== undefined) throw new HttpError(400, `password ${fault}`);
}

function toBody(row: OperatorRow) {
  return bodyOf(OperatorDetails, row, { operatorId: row.id });
}
