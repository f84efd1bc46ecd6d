/** The service in this process, on a free port and a database of its own: real HTTP, real PostgreSQL. */
import { Agent, request } from 'undici';
import { afterAll } from 'vitest';
import { type Config, type FixedValues, readConfig } from '../../src/config/config.ts';
import { ensureDemo } from '../../src/flows/accounts/demo.ts';
import { type Service, startService } from '../../src/service.ts';
import { secretKey, type TestDatabase, testDatabase } from './database.ts';

export const adminToken = 'the-operator-of-these-tests';
export const demoKey = '11111111-2222-4333-8444-555555555555';

export type Answer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  body: unknown;
};
export type Call = {
  method?: string;
  path: string;
  key?: string | null;
  body?: unknown;
  raw?: string | Buffer;
  headers?: Record<string, string>;
};
export type RunningService = { base: string; service: Service; call: (options: Call) => Promise<Answer> };
export type TestService = TestDatabase & RunningService;

export async function testService(
  environment: Record<string, string> = {},
  fixed: Partial<FixedValues> = {},
): Promise<TestService> {
  const database = await testDatabase();
  await ensureDemo(database.db, demoKey);
  return { ...database, ...(await serviceOn(database.url, environment, fixed)) };
}

/** One more service on the same database, or one that connects to it by another address. */
export async function serviceOn(
  databaseUrl: string,
  environment: Record<string, string> = {},
  fixed: Partial<FixedValues> = {},
): Promise<RunningService> {
  const service = await startService({ config: testConfig(environment, fixed), databaseUrl });
  const scheme = environment['HERMOD_TLS_CERT'] === undefined ? 'http' : 'https';
  const base = `${scheme}://127.0.0.1:${service.port}`;
  const dispatcher = new Agent();
  afterAll(async () => {
    await dispatcher.close();
    await service.stop('immediate');
  });
  return { service, base, call: (options) => call(base, dispatcher, options) };
}

export function testConfig(environment: Record<string, string> = {}, fixed: Partial<FixedValues> = {}): Config {
  const given = {
    HERMOD_PORT: '0',
    HERMOD_PROCESSES: '1',
    HERMOD_SMTP_PORT: '0',
    HERMOD_SMPP_PORT: '0',
    HERMOD_LOG_LEVEL: 'silent',
    HERMOD_DRAIN_SECONDS: '2',
    HERMOD_ADMIN_TOKEN: adminToken,
    // The webhook endpoints of tests are on this machine.
    HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8,::1/128',
    HERMOD_SECRET_KEY: secretKey,
    ...environment,
  };
  return readConfig(given, fixed);
}

/** Sends JSON, or raw bytes, with the key of the demo account unless `key` is another one, or null for none. */
async function call(
  base: string,
  dispatcher: Agent,
  { method, path, key = demoKey, body, raw, headers }: Call,
): Promise<Answer> {
  const payload = raw ?? (body === undefined ? null : JSON.stringify(body));
  const answer = await request(base + path, {
    dispatcher,
    method: method ?? (payload === null ? 'GET' : 'POST'),
    headers: {
      ...(key === null ? {} : { apikey: key }),
      ...(payload === null ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: payload,
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: answer.headers, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
