/** Secrets appear nowhere: not in logs at the most verbose level, metrics or responses, and not in the database. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { peer } from '../dispatch/carrier.ts';
import { addKey, request, testAccount } from '../harness/accounts.ts';
import { dataDir } from '../harness/command.ts';
import { testDatabase } from '../harness/database.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { untilReady, up } from '../harness/running.ts';

const { url, db } = await testDatabase();
const folder = dataDir();
const receiver = await webhookReceiver();
/** Refuses every bind, which is logged. */
const smsc = await peer({ systemId: 'another', password: 'else' });
const account = await testAccount(db);
const revoked = await addKey(db, account.id);
await db.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [revoked.keyId]);

const secrets = {
  'database password': 'the-password-of-the-database',
  'operator token': 'the-token-of-the-operator',
  'carrier password': 'carrPass',
  'relay password': 'the-password-of-the-relay',
  'mailbox password': 'the-password-of-the-mailbox',
  'API key': account.key,
  'revoked API key': revoked.key,
  'unknown API key': randomUUID(),
  'wrong operator token': 'guessed-operator-token',
  'password of an operator': 'the-password-of-anna',
  'wrong password': 'guessed-sign-in-password',
  'password in place of a name': 'password-typed-as-a-name',
};

async function ask(path: string, headers: Record<string, string>, body?: unknown, method = body ? 'POST' : 'GET') {
  const answer = await fetch(path, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

async function dump(): Promise<string> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const { rows: found } = await db.query<{ row: string }>(`SELECT row_to_json(t)::text AS row FROM "${name}" t`);
    texts.push(...found.map(({ row }) => row));
  }
  return texts.join('\n');
}

/** Signs in by every method, right and wrong; whatever opens a session is secret, too. */
async function logIns(base: string): Promise<Record<string, string>> {
  const operator = { authorization: `Bearer ${secrets['operator token']}` };
  const anna = { name: 'Anna', role: 'admin', password: secrets['password of an operator'] };
  await ask(`${base}/admin/v1/operators`, operator, anna);
  const issued = await ask(`${base}/v1/console/link`, { apikey: account.key }, undefined, 'POST');
  const { url: opener } = JSON.parse(issued.text) as { url: string };
  const link = opener.split('#')[1]!;
  const tries: [given: object, status: number][] = [
    [{ link }, 200],
    [{ link }, 401],
    [{ token: secrets['operator token'] }, 200],
    [{ token: secrets['wrong operator token'] }, 401],
    [{ name: 'Anna', password: secrets['password of an operator'] }, 200],
    [{ name: 'Anna', password: secrets['wrong password'] }, 401],
    [{ name: secrets['password in place of a name'], password: 'anything' }, 401],
  ];
  const found: Record<string, string> = { link };
  for (const [given, status] of tries) {
    const answer = await fetch(`${base}/console/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(given),
    });
    expect(answer.status, JSON.stringify(given)).toBe(status);
    const [, cookie] = /hermod_session=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
    if (cookie === undefined) continue;
    found[`session ${Object.keys(found).length}`] = cookie;
    expect((await ask(`${base}/console/v1/sessions`, { cookie: `hermod_session=${cookie}` })).status).toBe(200);
  }
  expect(Object.keys(found)).toHaveLength(4);
  return found;
}

/** Gateways send their passwords in the query: right, wrong, and on a mistyped path. */
async function throughDoors(base: string) {
  await db.query(`UPDATE accounts SET doors = '{kannel,jasmin,twilio}' WHERE id = $1`, [account.id]);
  const query = `username=${account.id}&from=Shop&to=38640123456&text=Hi&password=`;
  const sid = `AC${account.id.replaceAll('-', '')}`;
  const answers = [
    await ask(`${base}/cgi-bin/sendsms?${query}${account.key}`, {}),
    await ask(`${base}/cgi-bin/sendsms?${query}${secrets['unknown API key']}`, {}),
    await ask(`${base}/cgi-bin/send-sms?${query}${account.key}`, {}),
    await ask(`${base}/cgi-bin/sendsms?${query}${account.key}`, {}, undefined, 'PUT'),
    await ask(`${base}/send?username=${account.id}&password=${account.key}&to=1&content=Hi`, {}),
  ];
  const form = { To: '+38640123456', From: 'Shop', Body: 'Hi', StatusCallback: receiver.url };
  const headers = { authorization: `Basic ${btoa(`${sid}:${account.key}`)}` };
  const body = new URLSearchParams(form);
  const sent = await fetch(`${base}/2010-04-01/Accounts/${sid}/Messages.json`, { method: 'POST', headers, body });
  answers.push({ status: sent.status, text: await sent.text() });
  expect(answers.map(({ status }) => status)).toEqual([202, 403, 404, 405, 400, 201]);
  return answers;
}

test('no secret is shown anywhere', async () => {
  const running = await up({
    HERMOD_DATA_DIR: folder,
    HERMOD_PROCESSES: '1',
    HERMOD_LOG_LEVEL: 'trace',
    HERMOD_ADMIN_TOKEN: secrets['operator token'],
    HERMOD_SMTP_PORT: '0',
    HERMOD_SMPP_PORT: '0',
    HERMOD_CARRIER_URL: `smpp://esme:${secrets['carrier password']}@127.0.0.1:${smsc.port}`,
    HERMOD_MAIL_RELAY_URL: `smtp://mail:${secrets['relay password']}@127.0.0.1:1`,
    HERMOD_IMAP_URL: `imap://mail:${secrets['mailbox password']}@127.0.0.1:1/INBOX`,
    HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8',
    DATABASE_URL: url.replace('//hermod@', `//hermod:${secrets['database password']}@`),
  });
  const { base } = running;
  await untilReady(base);
  const rotated = await ask(`${base}/v1/webhooks/secret`, { apikey: account.key }, undefined, 'POST');
  const signing = (JSON.parse(rotated.text) as { secret: string }).secret;
  const answers = [
    ...(await Promise.all(
      ['API key', 'revoked API key', 'unknown API key'].map((name) =>
        ask(
          `${base}/v1/sms/messages`,
          { apikey: secrets[name as 'API key'] },
          request({ deliveryReportUrl: receiver.url }),
        ),
      ),
    )),
    await ask(`${base}/v1/sms/messages?limit=10`, { apikey: account.key }),
    await ask(`${base}/v1/sms/messages`, { apikey: account.key }, { sender: account.key }),
    await ask(`${base}/v1/webhooks/sample`, { apikey: account.key }, { kind: 'delivery report', url: receiver.url }),
    await ask(`${base}/admin/v1/accounts`, { authorization: `Bearer ${secrets['operator token']}` }),
    await ask(`${base}/admin/v1/accounts`, { authorization: `Bearer ${secrets['wrong operator token']}` }),
    await ask(`${base}/nowhere`, { apikey: account.key, authorization: `Bearer ${secrets['operator token']}` }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([202, 401, 401, 200, 400, 202, 200, 401, 404]);
  answers.push(...(await throughDoors(base)));
  const opened = await logIns(base);
  await receiver.until(1);
  await running.until('bind');
  await db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'hermod %'`,
  );
  await running.until('an idle database connection was lost');
  await untilReady(base);
  const { text: metrics } = await ask(`${base}/metrics`, {});
  expect(await running.stop()).toBe(0);

  const stored = await dump();
  expect(stored).toContain(account.id);
  for (const [name, secret] of Object.entries({ ...secrets, ...opened, 'webhook secret': signing })) {
    expect(running.output(), `${name} in the log`).not.toContain(secret);
    expect(metrics, `${name} in the metrics`).not.toContain(secret);
    expect(answers.map(({ text }) => text).join('\n'), `${name} in an answer`).not.toContain(secret);
    expect(receiver.received.map((got) => JSON.stringify(got)).join('\n'), `${name} in a webhook`).not.toContain(
      secret,
    );
    expect(stored, `${name} in the database`).not.toContain(secret);
  }
});
