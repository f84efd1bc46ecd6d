/** The service in this process, on a free port and a database of its own: real HTTP, real PostgreSQL. */
import { Agent, request } from 'undici';
import { afterAll } from 'vitest';
import { type Config, type FixedValues, readConfig } from '../../src/config/config.ts';
import { ensureDemo } from '../../src/flows/demo.ts';
import { type Service, type ServiceOptions, startService } from '../../src/service.ts';
import { secretKey, type TestDatabase, testDatabase } from './database.ts';
import { patienceMs } from './patience.ts';

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

/** One more process on the same database, or one that reaches it by another way. */
export async function serviceOn(
  databaseUrl: string,
  environment: Record<string, string> = {},
  fixed: Partial<FixedValues> = {},
): Promise<RunningService> {
  const service = await started({ config: testConfig(environment, fixed), databaseUrl });
  const scheme = environment['HERMOD_TLS_CERT'] === undefined ? 'http' : 'https';
  const base = `${scheme}://127.0.0.1:${service.port}`;
  const dispatcher = new Agent();
  afterAll(async () => {
    await dispatcher.close();
    await service.stop('immediate');
  });
  return { service, base, call: (options) => untilTaken(() => call(base, dispatcher, options)) };
}

const mostStarts = 3;

/** As a supervisor does it: where the database was too busy to greet a process in time, the next one asks again. */
async function started(options: ServiceOptions, starts = 1): Promise<Service> {
  try {
    return await startService(options);
  } catch (error) {
    const isBusy = error instanceof Error && error.message.includes('connection timeout');
    if (!isBusy || starts === mostStarts) throw error;
    return started(options, starts + 1);
  }
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
    // Endpoints of tests are on this machine, and most tests have several accounts.
    HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8,::1/128',
    HERMOD_SECRET_KEY: secretKey,
    ...environment,
  };
  return readConfig(given, fixed);
}

/** A client does as it is told: on a busy machine a change may be asked to come again, and then nothing has happened. */
async function untilTaken(attempt: () => Promise<Answer>): Promise<Answer> {
  const until = performance.now() + patienceMs;
  for (let answer = await attempt(); ; answer = await attempt()) {
    const isPutOff = answer.status === 503 && answer.text.includes('nothing was changed, try again');
    if (!isPutOff || performance.now() > until) return answer;
  }
}

/** Sends JSON (or raw bytes) with the demo account's key, unless another or none (null) is asked for. */
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
