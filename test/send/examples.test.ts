/** Every example of a request in the two references, sent unchanged except for ids and secrets of this service. */
import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { codeAt } from '../../src/domain/access/totp.ts';
import { demoAccountId } from '../../src/flows/accounts/demo.ts';
import { ensureDefaultCarrier } from '../../src/flows/carriers/carriers.ts';
import { findCredentialsByName } from '../../src/store/console/operators.ts';
import { browser } from '../console/browser.ts';
import { untilState } from '../dispatch/carrier.ts';
import { idsOf } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { type Answer, adminToken, testService } from '../harness/service.ts';
import { codeOf } from '../senders/codes.ts';
import { codeIn } from '../verify/codes.ts';

const service = await testService({ HERMOD_SENDER_APPROVAL: 'manual' });
const { call, db } = service;
await ensureDefaultCarrier(db, undefined);
const admin = operator(service);

type Content = Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }>;
type Operation = { operationId: string; requestBody?: { content: Content } };
type Document = { paths: Record<string, Record<string, Operation>> };
type Example = { operationId: string; method: string; path: string; type: string; value: unknown };

async function examplesOf(path: string): Promise<Example[]> {
  const { paths } = (await call({ path, key: null })).body as Document;
  return Object.entries(paths).flatMap(([place, methods]) =>
    Object.entries(methods)
      .filter(([, { requestBody }]) => requestBody !== undefined)
      .map(([method, { operationId, requestBody }]) => {
        const [type, { example, examples = {} }] = Object.entries(requestBody!.content)[0]!;
        const value = example ?? examples['usual']?.value;
        return { operationId, method: method.toUpperCase(), path: place, type, value };
      }),
  );
}

const customer = await examplesOf('/openapi.json');
const operators = await examplesOf('/admin/openapi.json');

test('every request that has a body has an example', () => {
  expect([...customer, ...operators].length).toBeGreaterThan(30);
  const without = [...customer, ...operators].filter(({ value }) => value === undefined);
  expect(
    without.map(({ operationId }) => operationId),
    'add it to src/api/schemas/request-examples.ts or src/api/operator/schemas/request-examples.ts',
  ).toEqual([]);
});

/** Ids in the path, by the name of the parameter. */
type Known = Record<string, string>;

async function sent(
  examples: readonly Example[],
  operationId: string,
  ask: (request: { method: string; path: string; raw: string; headers: Record<string, string> }) => Promise<Answer>,
  { at = {}, own = {} }: { at?: Known; own?: Record<string, unknown> } = {},
): Promise<Record<string, string>> {
  const { method, path, type, value } = examples.find((example) => example.operationId === operationId)!;
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => at[name] ?? `no ${name}`);
  for (const name of Object.keys(own)) expect(value, operationId).toHaveProperty(name);
  const raw = typeof value === 'string' ? value : JSON.stringify({ ...(value as object), ...own });
  const answer = await ask({ method, path: place, raw, headers: { 'content-type': type } });
  expect([operationId, answer.status, answer.status < 300 ? '' : answer.text]).toEqual([
    operationId,
    answer.status < 300 ? answer.status : 200,
    '',
  ]);
  left.delete(operationId);
  return (answer.body ?? {}) as Record<string, string>;
}

let left = new Set<string>();

async function deliveredId(): Promise<string> {
  const body = { sender: 'Hermod', destinations: ['+38640123458'], message: { content: 'Hello' } };
  const [id] = idsOf(await call({ path: '/v1/sms/messages', body }));
  await untilState(db, id!, 'DELIVERED');
  return id!;
}

test('those of customers are accepted from the demo account', async () => {
  left = new Set(customer.map(({ operationId }) => operationId));
  const send = (operationId: string, known = {}) => sent(customer, operationId, (request) => call(request), known);
  for (const operationId of ['sendMessages', 'previewMessages', 'replayDeliveries', 'sendSampleEvent']) {
    await send(operationId);
  }
  const messageIds = [await deliveredId()];
  for (const operationId of ['cancelMessages', 'previewResend', 'resendMessages'])
    await send(operationId, { own: { messageIds } });
  const { endpointId = '' } = await send('createWebhookEndpoint');
  for (const operationId of ['testWebhookEndpoint', 'replayWebhookEndpoint', 'changeWebhookEndpoint'])
    await send(operationId, { at: { endpointId } });
  const { url = '' } = await send('createConsoleLink');
  const signedIn = browser(service);
  await signedIn.logIn({ link: url.split('#')[1] });
  const manage = (operationId: string, known = {}) =>
    sent(customer, operationId, (request) => signedIn.call(request), known);
  const { keyId = '' } = await manage('issueKey');
  for (const operationId of ['changeKey', 'rotateKey']) await manage(operationId, { at: { keyId } });
  const { id: senderId } = (await send('registerSender')) as { id: string };
  expect((await admin({ method: 'POST', path: `/senders/${senderId}/approve` })).status).toBe(200);
  await send('confirmSender', { own: { id: senderId, confirmationCode: await codeOf(db, senderId) } });
  await send('updateSender', { at: { senderId } });
  const { id = '', messageId = '' } = await send('startVerification');
  await send('checkVerification', { own: { id, code: await codeIn(db, messageId) } });
  await send('setVerifyTemplate', { at: { language: 'sl' } });
  const { templateId = '' } = await send('createTemplate');
  for (const operationId of ['changeTemplate', 'previewTemplate']) await send(operationId, { at: { templateId } });
  await send('tryEmail');
  for (const operationId of ['addOptOuts', 'importOptOuts', 'changeOptOutSettings']) await send(operationId);

  const visitor = browser(service);
  const person = (operationId: string, known = {}) =>
    sent(customer, operationId, (request) => visitor.call(request), known);
  await person('logIn', { own: { token: adminToken } });
  // A password and codes belong to a named operator, who signs in with a link first.
  const created = await admin({ path: '/operators', body: { name: 'Berta', role: 'admin' } });
  const { link } = created.body as { link: { url: string } };
  expect((await visitor.logIn({ link: link.url.split('#')[1] })).status).toBe(200);
  await person('changePassword');
  await visitor.call({ method: 'POST', path: '/console/v1/totp' });
  await person('turnTotpOn', { own: { code: await currentCode('Berta') } });
  await person('turnTotpOff');
  expect([...left]).toEqual([]);
});

async function currentCode(name: string): Promise<string> {
  const { totp_new_secret: secret, now } = (await findCredentialsByName(db, name))!;
  return codeAt(secret!, Math.floor(now / 30));
}

/** As if a customer had just bound to another process. */
async function boundWith(credentialId: string): Promise<string> {
  const id = newId();
  await db.query(
    `INSERT INTO smpp_binds (id, worker_id, credential_id, account_id, system_id, mode, version, address)
     SELECT $1, $1, id, account_id, system_id, 'transceiver', 52, '192.0.2.1' FROM smpp_credentials WHERE id = $2`,
    [id, credentialId],
  );
  return id;
}

test('those of operators are accepted with the ids that the service assigned', async () => {
  left = new Set(operators.map(({ operationId }) => operationId));
  const call = (request: { path: string }) => admin({ ...request, path: request.path.replace('/admin/v1', '') });
  const send = (operationId: string, known = {}) => sent(operators, operationId, call, known);
  const { accountId = '' } = await send('createAccount');
  await send('changeAccount', { at: { accountId } });
  const { keyId = '' } = await send('issueKey', { at: { accountId } });
  await send('changeKey', { at: { keyId } });
  await send('rotateKey', { at: { keyId } });
  const { credentialId = '' } = await send('issueSmppCredential', { at: { accountId } });
  for (const operationId of ['changeSmppCredential', 'rotateSmppCredential'])
    await send(operationId, { at: { credentialId } });
  const bindId = await boundWith(credentialId);
  for (const operationId of ['logSmppBind', 'disconnectSmppBind']) await send(operationId, { at: { bindId } });
  const { priceListId = '' } = await send('createPriceList');
  for (const operationId of ['changePriceList', 'replacePrices', 'importPrices']) {
    await send(operationId, { at: { priceListId } });
  }
  const ofOptOuts = ['addOptOuts', 'importOptOuts', 'changeOptOutSettings'];
  for (const operationId of ['topUp', 'correctBalance', 'createAccountLink', 'setVerifyLimits', ...ofOptOuts])
    await send(operationId, { at: { accountId } });
  const sender = await service.call({ path: '/v1/senders', body: { value: 'Not ours', type: 0, channel: 'SMS' } });
  await send('rejectSender', { at: { senderId: (sender.body as { id: string }).id } });
  await send('testCarrier');
  const { carrierId = '' } = await send('createCarrier');
  await send('changeCarrier', { at: { carrierId } });
  const { routeId = '' } = await send('createRoute', { own: { carrierId } });
  await send('changeRoute', { at: { routeId } });
  await send('replaceCarrierCosts', { at: { carrierId } });
  await send('replaceRoutingPolicies');
  await send('cancelWaitingMessages', { own: { accountId: demoAccountId } });
  await send('replayDeliveries', { own: { accountId: demoAccountId } });
  const messageIds = [await deliveredId()];
  for (const operationId of ['previewResend', 'resendMessages'])
    await send(operationId, { own: { accountId: demoAccountId, messageIds } });
  for (const operationId of ['simulateInbound', 'eraseNumber', 'tryEmail']) await send(operationId);
  const { operatorId = '' } = await send('createOperator');
  await send('changeOperator', { at: { operatorId } });
  expect([...left]).toEqual([]);
});
