/**
 * No endpoint shows one account any data of another. Generated from the API's own document: a new endpoint, path parameter or
 * filter fails here until this file defines how it could be abused.
 */
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { findSecrets } from '../../src/store/webhook/secrets.ts';
import { openStream } from '../console/stream-reader.ts';
import { idsOf, testAccount } from '../harness/accounts.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { type Answer, testService } from '../harness/service.ts';
import { recordStatements } from './statements.ts';
import { essence, type Party, party } from './two-accounts.ts';

const statementsAbout = recordStatements();
const service = await testService({ HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8', HERMOD_SENDER_APPROVAL: 'auto' });
const receiver = await webhookReceiver();
const alder = await party(service, receiver, 'Alder', 1);
const birch = await party(service, receiver, 'Birch', 2);

type Parameter = { name: string; in: string; schema: { enum?: string[] } };
type Operation = { operationId: string; parameters?: Parameter[]; requestBody?: object };
const { paths } = (await service.call({ path: '/openapi.json', key: null })).body as {
  paths: Record<string, Record<string, Operation>>;
};
/** Endpoints of a console session are tested in test/console and in own-keys.test.ts. */
const ofKeys = Object.entries(paths).filter(([path]) => path.startsWith('/v1/') && !path.startsWith('/v1/keys'));
const operations = ofKeys.flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, parameters = [] }]) => {
    const named = (where: string) => parameters.filter((parameter) => parameter.in === where);
    return { operationId, method: method.toUpperCase(), path, inPath: named('path'), inQuery: named('query') };
  }),
);
type Known = (typeof operations)[number];
/** Path parameters that are not an id: their values are the same in all accounts. */
const words = ['language'];
const hasId = ({ inPath }: Known) => inPath.some(({ name }) => !words.includes(name));
const byId = operations.filter(hasId);
const deletable = ['deleteSender', 'deleteWebhookEndpoint', 'deleteTemplate'];
const isDeletion = ({ operationId }: Known) => deletable.includes(operationId);
let deletions: () => Promise<void>[];
/** Aggregates, which contain no data of a single account: their valid requests. */
const figures: Record<string, Record<string, string>> = {
  getOverview: { range: '30d' },
  getStatistics: {},
  getStatisticsBy: { group: 'country' },
  getStatisticsByAsCsv: { group: 'country' },
};
const isFigure = ({ operationId }: Known) => operationId in figures;
const sums = operations.filter(isFigure);
const lists = operations.filter((each) => each.inPath.length === 0 && each.inQuery.length > 0 && !isFigure(each));
const others = operations.filter((each) => !hasId(each) && each.inQuery.length === 0);

function expectNothingOf(other: Party, { text, headers }: Answer, ...asked: string[]): void {
  const said = asked.reduce((left, value) => left.replaceAll(value, ''), text + JSON.stringify(headers));
  for (const secret of other.secrets) expect(said).not.toContain(secret);
}

/** All data that an account can see of itself. */
async function viewOf({ call }: Party): Promise<string[]> {
  const own = [
    '/v1/webhook-endpoints',
    '/v1/inbound',
    '/v1/ledger',
    '/v1/emails',
    '/v1/opt-outs',
    '/v1/opt-outs/settings',
    '/v1/templates',
  ];
  const seen = ['/v1/sms/messages?content=true', '/v1/webhooks/deliveries', '/v1/senders', '/v1/account', ...own];
  const texts = await Promise.all(seen.map(async (path) => (await call({ path })).text));
  // The spend is counted in the background.
  return texts.map((text) => text.replace(/"spentLast7Days":[\d.]+,(?:"daysLeft":\d+,)?/, ''));
}

test('there is an endpoint of every kind, and each is tested below', () => {
  expect([byId.length, lists.length, others.length].every((count) => count > 2)).toBe(true);
  expect(byId.length + lists.length + others.length + sums.length).toBe(operations.length);
  expect(sums).toHaveLength(Object.keys(figures).length);
});

describe('the id of another account is treated as unknown', () => {
  /** The bodies of operations that take one. */
  const bodies: Record<string, object> = {
    updateSender: { inboundUrl: 'https://birch.example/in' },
    changeWebhookEndpoint: { enabled: false },
    testWebhookEndpoint: { kind: 'inbound message' },
    replayWebhookEndpoint: { since: '2020-01-01T00:00:00Z' },
    changeTemplate: { texts: { en: 'Changed' } },
    previewTemplate: {},
  };

  async function ask({ operationId, method, path, inPath }: Known, ids: Readonly<Record<string, string>>) {
    const filled = inPath.reduce((left, { name }) => {
      expect(ids, `say in two-accounts.ts what ${name} of ${operationId} could be`).toHaveProperty(name);
      return left.replace(`{${name}}`, ids[name]!);
    }, path);
    const body = bodies[operationId];
    return birch.call({ method, path: filled, ...(body === undefined ? {} : { body }) });
  }

  test.each(byId)('$method $path', async (operation) => {
    const unknownIds = Object.fromEntries(operation.inPath.map(({ name }) => [name, newId()]));
    const before = await viewOf(alder);
    const asked = operation.inPath.map(({ name }) => alder.ids[name]!);
    const answer = await ask(operation, alder.ids);
    const unknown = await ask(operation, unknownIds);
    expect(essence(answer, ...asked)).toEqual(essence(unknown, ...Object.values(unknownIds)));
    expectNothingOf(alder, answer, ...asked);
    // The same statements: no request takes longer because the id exists.
    const [id = '', none = ''] = [asked[0], Object.values(unknownIds)[0]];
    const made = statementsAbout(none);
    expect(made.length).toBeGreaterThan(0);
    expect(statementsAbout(id).slice(-made.length)).toEqual(made);
    expect(await viewOf(alder)).toEqual(before);
  });

  async function differsFromUnknown(operation: Known): Promise<void> {
    const unknown = await ask(operation, Object.fromEntries(operation.inPath.map(({ name }) => [name, newId()])));
    expect((await ask(operation, birch.ids)).status).not.toBe(unknown.status);
  }

  test.each(byId.filter((operation) => !isDeletion(operation)))('and one’s own is: $method $path', differsFromUnknown);
  // The other tests need the sender, the endpoint and the template.
  deletions = () => byId.filter(isDeletion).map(differsFromUnknown);
});

describe('lists contain only one’s own objects for every filter', () => {
  /** For each filter: a value of Alder, and one that no account has. */
  const times = { from: '2020-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' };
  const nothing: Record<string, string> = {
    sender: 'Absent',
    recipient: '+38640999999',
    destination: '+38640999999',
    number: '+38640999999',
    author: 'absent@nowhere.example',
    messageId: newId(),
    submissionId: newId(),
    reason: 'a reason of no message',
    text: 'The secret of Absent',
    reference: 'Order of Absent',
  };
  const own: Record<string, string[]> = {
    ...Object.fromEntries(Object.entries(times).map(([name, value]) => [name, [value]])),
    limit: ['1', '1000'],
    country: ['SI'],
    endpoint: [`${receiver.url}/`],
    cursor: [alder.values['cursor']!],
  };

  function triesOf({ operationId, inQuery }: Known): { name: string; value: string }[] {
    return inQuery.flatMap(({ name, schema }) => {
      const values = own[name] ?? schema.enum ?? (name in nothing ? [alder.values[name]!] : undefined);
      expect(values, `say what ${name} of ${operationId} could be abused with`).toBeDefined();
      return values!.map((value) => ({ name, value }));
    });
  }

  /** How far a search gets within its time limit differs between requests, and so does the length of its cursor in bytes. */
  const found = (answer: Answer): object => {
    const { 'content-length': _, ...headers } = answer.headers;
    return essence({ ...answer, headers, text: answer.text.replaceAll(/,"(nextCursor|searchedTo)":"[^"]*"/g, '') });
  };
  const list = ({ path }: Known, query: Record<string, string>) =>
    birch.call({ path: `${path}?${new URLSearchParams(query).toString()}` });

  test.each(lists)('$method $path', async (operation) => {
    const all = await list(operation, { limit: '1000' });
    expectNothingOf(alder, all);
    expect(birch.secrets.some((secret) => all.text.includes(secret))).toBe(true);
    for (const { name, value } of triesOf(operation)) {
      const answer = await list(operation, { [name]: value });
      expect(answer.status, `${name}=${value}`).toBe(200);
      expectNothingOf(alder, answer);
      if (name in nothing) expect(found(answer)).toEqual(found(await list(operation, { [name]: nothing[name]! })));
    }
  });
});

describe('aggregates cover only one’s own account', () => {
  test.each(sums)('$method $path', async ({ path, operationId }) => {
    const ask = (query: object) =>
      birch.call({ path: `${path}?${new URLSearchParams({ ...figures[operationId], ...query }).toString()}` });
    for (const query of [{}, { accountId: alder.id }, { account: alder.id }, { account_id: alder.id }]) {
      const answer = await ask(query);
      expect(answer.status).toBe(200);
      expectNothingOf(alder, answer);
    }
    const empty = await testAccount(service.db);
    const asked = `${path}?${new URLSearchParams({ ...figures[operationId], accountId: alder.id }).toString()}`;
    const { text } = await service.call({ path: asked, key: empty.key });
    // Alder has sent; an account that has not sees zeros, or no rows.
    expect(text).not.toMatch(/"accepted":[1-9]/);
    expect(text).not.toMatch(/^SI,/m);
  });
});

describe('endpoints without an id in the path', () => {
  const message = { destinations: ['+38640500001'], message: { content: 'Hi' } };
  const send = (who: Party, body: object, headers: Record<string, string> = {}) =>
    who.call({ path: '/v1/sms/messages', body: { ...message, ...body }, headers });
  const secretOf = async ({ call }: Party) =>
    ((await call({ method: 'POST', path: '/v1/webhooks/secret' })).body as { secret: string }).secret;

  /** Among one's own messages, one of Alder's is named as unknown, and nothing changes. */
  async function expectUnknown(path: string): Promise<void> {
    const before = [await viewOf(alder), await viewOf(birch)];
    const [theirs, none] = [alder.ids['cancelledId']!, newId()];
    const ask = (id: string) => birch.call({ path, body: { messageIds: [birch.ids['cancelledId'], id] } });
    const [answer, unknown] = [await ask(theirs), await ask(none)];
    expect(answer.status).toBe(404);
    expect(essence(answer, theirs)).toEqual(essence(unknown, none));
    expect([await viewOf(alder), await viewOf(birch)]).toEqual(before);
  }

  const cases: Record<string, () => Promise<void>> = {
    async sendMessages() {
      const stolen = await send(birch, { sender: 'Alder' });
      expect(essence(stolen, 'Alder')).toEqual(essence(await send(birch, { sender: 'Absent' }), 'Absent'));
      const number = await send(birch, { sender: '+38640300001' });
      expect(essence(number, '+38640300001')).toEqual(
        essence(await send(birch, { sender: '+38640300009' }), '+38640300009'),
      );
      // The same Idempotency-Key in another account is a different key.
      const headers = { 'idempotency-key': 'shared' };
      const [first, second] = [
        await send(alder, { sender: 'Alder' }, headers),
        await send(birch, { sender: 'Birch' }, headers),
      ];
      expect([first.status, second.status]).toEqual([202, 202]);
      expect(second.headers).not.toHaveProperty('idempotent-replayed');
      expect(second.body).not.toEqual(first.body);
      expect((await send(birch, { sender: 'Birch' }, headers)).text).toBe(second.text);
    },
    async previewMessages() {
      const preview = (sender: string) =>
        birch.call({ path: '/v1/sms/messages/preview', body: { ...message, sender } });
      expect(essence(await preview('Alder'), 'Alder')).toEqual(essence(await preview('Absent'), 'Absent'));
      expectNothingOf(alder, await preview('Birch'));
    },
    async cancelMessages() {
      await expectUnknown('/v1/sms/messages/cancel');
    },
    async resendMessages() {
      await expectUnknown('/v1/sms/messages/resend');
      // The same Idempotency-Key in another account is a different key.
      const resend = ({ call, ids }: Party) =>
        call({
          path: '/v1/sms/messages/resend',
          body: { messageIds: [ids['cancelledId']] },
          headers: { 'idempotency-key': 'resent' },
        });
      const [first, second] = [await resend(alder), await resend(birch)];
      expect([first.status, second.status]).toEqual([202, 202]);
      expect(second.headers).not.toHaveProperty('idempotent-replayed');
      expectNothingOf(alder, second);
    },
    async previewResend() {
      await expectUnknown('/v1/sms/messages/resend/preview');
    },
    async addOptOuts() {
      // A recipient who opted out of one account still gets messages of the other, which cannot see the opt-out.
      const added = await birch.call({ path: '/v1/opt-outs', body: { numbers: [alder.values['number']!] } });
      expect(added.body).toEqual({ added: 1, known: 0 });
    },
    async importOptOuts() {
      const body = { raw: `${alder.values['number']!}\n`, headers: { 'content-type': 'text/csv' } };
      const answer = await birch.call({ method: 'POST', path: '/v1/opt-outs/import', ...body });
      expectNothingOf(alder, answer);
    },
    async downloadOptOuts() {
      const answer = await birch.call({ path: '/v1/opt-outs.csv' });
      expect(answer.text).not.toContain(alder.ids['optOutId']);
    },
    async getOptOutSettings() {
      await alder.call({ method: 'PATCH', path: '/v1/opt-outs/settings', body: { languages: ['sl'] } });
      expect((await birch.call({ path: '/v1/opt-outs/settings' })).body).toMatchObject({ languages: ['en'] });
    },
    async changeOptOutSettings() {
      const before = await alder.call({ path: '/v1/opt-outs/settings' });
      await birch.call({ method: 'PATCH', path: '/v1/opt-outs/settings', body: { scope: 'sender' } });
      expect((await alder.call({ path: '/v1/opt-outs/settings' })).text).toBe(before.text);
    },
    async getAccount() {
      const answer = await birch.call({ path: '/v1/account' });
      expect(answer.body).toMatchObject({ accountId: birch.id, name: 'Birch Ltd' });
      expectNothingOf(alder, answer);
    },
    async getFirstSteps() {
      expectNothingOf(alder, await birch.call({ path: '/v1/first-steps' }));
      const unused = await testAccount(service.db);
      const { body } = await service.call({ path: '/v1/first-steps', key: unused.key });
      const open = { done: false };
      expect(body).toEqual({ isNew: true, sent: false, delivered: open, failed: open, webhook: open });
    },
    async streamEvents() {
      const stream = await openStream(service.base, '/v1/stream', { apikey: birch.key });
      await send(alder, { sender: 'Alder' });
      const [own] = idsOf(await send(birch, { sender: 'Birch' }));
      await stream.until(({ text }) => text.includes(own!));
      for (const secret of alder.secrets) expect(stream.text).not.toContain(secret);
      await stream.close();
    },
    async registerSender() {
      const register = (who: Party, value: string, type: number) =>
        who.call({ path: '/v1/senders', body: { value, type, channel: 'SMS' } });
      // Several accounts may register the same name or number, each with its own code.
      for (const [value, type] of [
        ['Alder', 0],
        ['+38640300001', 1],
      ] as const) {
        const answer = await register(birch, value, type);
        expect(answer).toMatchObject({ status: 202, body: { value, status: 'Pending' } });
        expectNothingOf(alder, answer, value);
        expect((await register(alder, value, type)).body).toMatchObject({ status: 'Confirmed' });
      }
    },
    async confirmSender() {
      const confirm = (id: string) =>
        birch.call({ path: '/v1/senders/confirm', body: { id, confirmationCode: '000000' } });
      const [theirs, none] = [alder.ids['senderId']!, newId()];
      const tries = async () =>
        (await service.db.query('SELECT tries FROM sender_codes WHERE sender_id = $1', [theirs])).rows;
      const before = await tries();
      expect(essence(await confirm(theirs), theirs)).toEqual(essence(await confirm(none), none));
      expect(statementsAbout(theirs).slice(-1)).toEqual(statementsAbout(none));
      expect(await tries()).toEqual(before);
    },
    async startVerification() {
      const begin = (who: Party, sender: string, headers = {}) =>
        who.call({ path: '/v1/verify', body: { to: '+38640500002', sender }, headers });
      expect(essence(await begin(birch, 'Alder'), 'Alder')).toEqual(essence(await begin(birch, 'Absent'), 'Absent'));
      // Messages of Alder to a number do not count for Birch, and the same Idempotency-Key is a different key.
      const headers = { 'idempotency-key': 'shared' };
      const [first, second] = [await begin(alder, 'Alder', headers), await begin(birch, 'Birch', headers)];
      expect([first.status, second.status]).toEqual([202, 202]);
      expect(second.headers).not.toHaveProperty('idempotent-replayed');
      expectNothingOf(alder, second);
    },
    async checkVerification() {
      const { body } = await alder.call({ path: '/v1/verify', body: { to: '+38640500003', sender: 'Alder' } });
      const [theirs, none] = [(body as { id: string }).id, newId()];
      const attempt = (asked: object) => birch.call({ path: '/v1/verify/check', body: { code: '000000', ...asked } });
      const [known, unknown] = [await attempt({ id: theirs }), await attempt({ id: none })];
      expect(essence(known, theirs)).toEqual(essence(unknown, none));
      expect(statementsAbout(theirs).slice(-1)).toEqual(statementsAbout(none));
      expect(essence(await attempt({ to: '+38640500003' }))).toEqual(essence(await attempt({ to: '+38640500009' })));
      const { rows } = await service.db.query('SELECT tries FROM verifications WHERE id = $1', [theirs]);
      expect(rows).toEqual([{ tries: 0 }]);
    },
    async listVerifyTemplates() {
      const path = '/v1/verify/templates/sl';
      await alder.call({ method: 'PUT', path, body: { template: '{code} The secret of Alder' } });
      const answer = await birch.call({ path: '/v1/verify/templates' });
      expect(answer.status).toBe(200);
      expectNothingOf(alder, answer);
    },
    async setVerifyTemplate() {
      const path = '/v1/verify/templates/de';
      await alder.call({ method: 'PUT', path, body: { template: '{code} von Alder' } });
      await birch.call({ method: 'PUT', path, body: { template: '{code} von Birch' } });
      expect((await alder.call({ path: '/v1/verify/templates' })).text).toContain('{code} von Alder');
    },
    async deleteVerifyTemplate() {
      const path = '/v1/verify/templates/it';
      await alder.call({ method: 'PUT', path, body: { template: '{code} da Alder' } });
      expect((await birch.call({ method: 'DELETE', path })).status).toBe(404);
      expect((await alder.call({ path: '/v1/verify/templates' })).text).toContain('{code} da Alder');
    },
    async createTemplate() {
      const create = (who: Party) => who.call({ path: '/v1/templates', body: { name: 'Same', texts: { en: 'Hi' } } });
      const [first, second] = [await create(alder), await create(birch)];
      expect([first.status, second.status]).toEqual([201, 201]);
      expectNothingOf(alder, second);
    },
    async replayDeliveries() {
      await service.db.query(`UPDATE outbox SET state = 'given up' WHERE account_id = $1 AND id = $2`, [
        alder.id,
        alder.ids['deliveryId'],
      ]);
      const replay = (endpoint: string) =>
        birch.call({ path: '/v1/webhooks/replay', body: { since: '2020-01-01T00:00:00Z', endpoint } });
      expect((await replay(receiver.url)).body).toEqual({ replayed: 0 });
      const { rows } = await service.db.query('SELECT state FROM outbox WHERE id = $1', [alder.ids['deliveryId']]);
      expect(rows).toEqual([{ state: 'given up' }]);
    },
    async listEndpoints() {
      // Both accounts have the same value.
      const answer = await birch.call({ path: '/v1/webhooks/endpoints' });
      expect(answer.body).toMatchObject({ endpoints: [{ origin: receiver.url, state: 'healthy' }] });
      const before = (await alder.call({ path: '/v1/webhooks/endpoints' })).body;
      await birch.call({ path: '/v1/webhooks/sample', body: { kind: 'sender status', url: 'http://127.0.0.1:9/' } });
      expect((await birch.call({ path: '/v1/webhooks/endpoints' })).text).toContain('http://127.0.0.1:9');
      expect((await alder.call({ path: '/v1/webhooks/endpoints' })).body).toEqual(before);
      expectNothingOf(alder, answer);
    },
    async listWebhookEndpoints() {
      const answer = await birch.call({ path: '/v1/webhook-endpoints' });
      expect(answer.text).toContain('Endpoint of Birch');
      expectNothingOf(alder, answer);
    },
    async createWebhookEndpoint() {
      const body = { url: `${receiver.url}/all`, kinds: ['delivery report', 'inbound message', 'sender status'] };
      // An endpoint of one account does not keep another from having the same.
      for (const party of [alder, birch]) {
        const answer = await party.call({ path: '/v1/webhook-endpoints', body });
        expect(answer.status).toBe(201);
        const { endpointId } = answer.body as { endpointId: string };
        const path = `/v1/webhook-endpoints/${endpointId}`;
        expect((await (party === alder ? birch : alder).call({ path })).status).toBe(404);
        await party.call({ method: 'DELETE', path });
      }
    },
    async tryEmail() {
      const text = (key: string) =>
        `#apikey#\n${key}\n#sender#\nAlder\n#startdestination#\n+38640500001\n#enddestination#\n#startcontent#\nHi\n#endcontent#`;
      const attempt = (key: string) => birch.call({ path: '/v1/emails/try', body: { text: text(key) } });
      const [theirs, none] = [await attempt(alder.key), await attempt(newId())];
      const outcome = {
        status: 200,
        body: { outcome: 'dropped', reason: 'its API key is not valid', allowedFrom: [] },
      };
      expect([theirs, none]).toMatchObject([outcome, outcome]);
      const without = await birch.call({ path: '/v1/emails/try', body: { text: text('').slice(9) } });
      expect(without.body).toMatchObject({ outcome: 'error', reason: expect.stringContaining('Invalid sender') });
      expectNothingOf(alder, without, 'Alder');
    },
    async rotateWebhookSecret() {
      const [before, theirs] = [await secretOf(alder), await secretOf(birch)];
      expect(theirs).not.toBe(before);
      const stored = await findSecrets(service.db, [alder.id]);
      expect(stored.get(alder.id)![0]).toBe(before);
    },
    async createConsoleLink() {
      const answer = await birch.call({ method: 'POST', path: '/v1/console/link' });
      expect(answer.status).toBe(201);
      expectNothingOf(alder, answer);
      const { rows } = await service.db.query('SELECT account_id FROM console_links');
      expect(rows).toEqual([{ account_id: birch.id }]);
    },
    async sendSampleEvent() {
      const body = { kind: 'delivery report', url: `${receiver.url}/sample` };
      const answer = await birch.call({ path: '/v1/webhooks/sample', body });
      expect(answer.status).toBe(202);
      const { deliveryId } = answer.body as { deliveryId: string };
      expect((await alder.call({ path: `/v1/webhooks/deliveries/${deliveryId}` })).status).toBe(404);
    },
  };

  test.each(others)('$method $path', async ({ operationId }) => {
    expect(cases, `say how ${operationId} could be abused`).toHaveProperty(operationId);
    await cases[operationId]!();
  });
});

test('an unknown key and an id of another account get the same answer', async () => {
  const answers = await Promise.all(
    [newId(), alder.keyId, alder.id].map((key) => service.call({ path: '/v1/account', key })),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
});

test('one’s own sender, endpoint and template are deleted, and unknown ones are not', async () => {
  const deleted = deletions();
  expect(deleted).toHaveLength(deletable.length);
  await Promise.all(deleted);
});
