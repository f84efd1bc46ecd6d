/** Every command with every flag, against a service that is nothing but its documents: it refuses what they do not describe. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, type Option } from 'commander';
import Fastify, { type HTTPMethods } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { registerOperations } from './register.ts';

type Schema = {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
};
type Content = Record<string, { schema: Schema }>;
type Operation = {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const docs = join(import.meta.dirname, '..', '..', 'docs');
const read = (name: string) => JSON.parse(readFileSync(join(docs, name), 'utf8')) as Document;
const operatorDocument = read('openapi-operator.json');
const id = '019a8f3e-5c1b-7d42-9e0f-3b6a1c2d4e5f';
const folder = mkdtempSync(join(tmpdir(), 'hermod-document-'));
const secretFile = join(folder, 'secret');
writeFileSync(secretFile, 'hush\n');
const textsFile = join(folder, 'texts.json');
writeFileSync(textsFile, '{"001": "Blocked"}');
const listFile = join(folder, 'list.json');
writeFileSync(listFile, '[]');
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * What no command asks for: a list by --prefix shows as much of a key, prices come from files, and a list of messages that is piped
 * on is as good as a file. Charts and live numbers are for the console; `hermod tail` and `hermod stats` show what a terminal can.
 */
const unreached = [
  'getKey',
  'getSmppCredential',
  'replacePrices',
  'downloadMessages',
  'downloadLedger',
  'downloadOptOuts',
  'downloadAudit',
  'getAuditEntry',
  'getOverview',
  'getStatisticsBy',
  'getStatisticsByAsCsv',
  'listAnnotations',
  'getAttention',
  'getFirstSteps',
  'streamEvents',
];
/** Parameters that no command gives: pages are followed by themselves, and there are few price lists. */
const ungiven = ['cursor', 'currency'];
const asked = new Map<string, Set<string>>();
const app = Fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false, strict: false } } });
app.addContentTypeParser(['text/csv', 'message/rfc822'], { parseAs: 'string' }, (_request, text, done) =>
  done(null, text),
);

beforeAll(async () => {
  for (const document of [operatorDocument, read('openapi.json')])
    for (const [path, operations] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(operations)) serve(document, path, method, operation);
  vi.stubEnv('HERMOD_URL', await app.listen({ port: 0, host: '127.0.0.1' }));
  vi.stubEnv('HERMOD_ADMIN_TOKEN', 'a-token-that-is-not-checked');
});
afterAll(() => app.close());

function serve(document: Document, path: string, method: string, operation: Operation): void {
  const given = (place: string) => (operation.parameters ?? []).filter((parameter) => parameter.in === place);
  const body = operation.requestBody && { content: inlined(document, operation.requestBody.content) };
  const [status, { content }] = Object.entries(operation.responses).find(([code]) => code.startsWith('2'))!;
  const answer = Object.values(content ?? {})[0]?.schema;
  app.route({
    method: method.toUpperCase() as HTTPMethods,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: {
      querystring: {
        type: 'object',
        properties: Object.fromEntries(given('query').map(({ name, schema }) => [name, schema])),
        additionalProperties: false,
      },
      ...(body === undefined ? {} : { body }),
    },
    handler: (request, reply) => {
      const names = asked.get(operation.operationId) ?? new Set();
      asked.set(operation.operationId, names);
      for (const name of Object.keys(request.query as object)) names.add(name);
      return reply.code(Number(status)).send(answer === undefined ? undefined : sample(document, answer));
    },
  });
}

function inlined(document: Document, content: Content): Content {
  const text = JSON.stringify(content, (_, value: Schema) => (value?.$ref ? meant(document, value) : value));
  return JSON.parse(text) as Content;
}

function meant({ components }: Document, { $ref }: Schema): Schema {
  return components.schemas[$ref!.split('/').at(-1)!]!;
}

/** An answer with all that it may hold, on one page. */
function sample(document: Document, schema: Schema): unknown {
  if (schema.$ref !== undefined) return sample(document, meant(document, schema));
  if (schema.anyOf !== undefined) return sample(document, schema.anyOf[0]!);
  if (schema.items !== undefined) return [sample(document, schema.items)];
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? { any: {} }).filter(([name]) => name !== 'nextCursor');
    return Object.fromEntries(fields.map(([name, field]) => [name, sample(document, field)]));
  }
  if (schema.format === 'uuid') return id;
  if (schema.format === 'date-time') return '2026-11-15T12:00:00.000Z';
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return 1;
  return schema.const ?? schema.enum?.[0] ?? schema.examples?.[0] ?? 'text';
}

const program = new Command('hermod');
registerOperations(program);

/** By the name of the flag of one command, or of what it or an argument takes. */
const values: Record<string, string> = {
  account: id,
  'price-list': id,
  carrier: id,
  key: id,
  system_id: id,
  ranges: '192.0.2.0/24',
  uuid: id,
  operator: id,
  role: 'admin',
  what: 'text',
  id,
  'message-ids': id,
  file: join(docs, 'openapi.json'),
  count: '5',
  number: '+38640123456',
  numbers: '+38640123456',
  'phone-number': '+38640123456',
  amount: '12.5',
  time: '1d',
  seconds: '5',
  code: 'SI',
  prefix: '+38640',
  url: 'https://example.com/x',
  address: 'anna@example.com',
  addresses: 'anna@example.com',
  event: 'delivery-report',
  types: 'delivery report,inbound message',
  'endpoints test --kind': 'sender status',
  channel: 'SMS',
  which: 'names',
  hours: '48',
  policy: 'least cost',
  senders: '+38640111222,+38640111333',
  'carriers add --reason-texts': textsFile,
  'carriers change --reason-texts': textsFile,
  'carriers add --signing-secret': secretFile,
  'carriers change --signing-secret': secretFile,
  'routing costs --cost': '0.0042',
  'routing costs --currency': 'EUR',
  scope: 'sender',
  language: 'sl',
  json: '{"name": "Ana"}',
  'templates create --texts': textsFile,
  'templates change --texts': textsFile,
  'templates create --variables': listFile,
  'templates change --variables': listFile,
  'templates preview --version': '1',
  codes: 'en,sl',
  'carriers test --url': 'smpp://id:password@smsc.example.com',
  'audit --actor-kind': 'operator',
  'audit --subject-kind': 'account',
  'accounts list --status': 'suspended',
  'accounts create --currency': 'EUR',
  'accounts change --receipts': 'both',
  'accounts change --inbound': 'smpp',
  'accounts change --doors': 'kannel,twilio',
  'accounts ledger --kind': 'top-up',
  'prices create --currency': 'EUR',
  'senders list --status': 'Confirmation Pending',
  'smpp issue --system-id': 'corner-shop',
  'smpp issue --alphabet': 'packed',
  'smpp issue --long-inbound': 'payload',
  'smpp issue --receipt-binds': 'account',
  'smpp change --alphabet': 'latin1',
  'smpp change --long-inbound': 'parts',
  'smpp change --receipt-binds': 'own',
  'routes add --priority': '0',
  'routes change --priority': '0',
  'routes add --weight': '3',
  'routes change --weight': '3',
  'messages list --status': 'FAILED',
  'messages cancel --status': 'SCHEDULED',
  'messages resend --message': '019a8f3e-5c1b-7d42-9e0f-3b6a1c2d4e60',
  'send --validity': '60',
  'send --fallback': '60',
  'webhooks list --state': 'given up',
  'webhooks list --kind': 'sender status',
  'emails list --outcome': 'error',
  'carriers receipts --outcome': 'unread',
  'mails list --state': 'given up',
  'mails list --kind': 'email2sms error',
};
/** Flags that exclude others, and what never ends here. */
const left = ['--json', '--service', '--data-dir', '--never', '--any', '--preview', '--wait', '--key'];

function leaves(command: Command, path: string[] = []): { path: string; command: Command }[] {
  if (command.commands.length === 0) return [{ path: path.join(' '), command }];
  return command.commands.flatMap((sub) => leaves(sub, [...path, sub.name()]));
}

function typed(path: string, { long, flags }: Option): string[] {
  const taken = /<([\w-]+)(?:\.\.\.)?>/.exec(flags)?.[1];
  if (taken === undefined) return [long!];
  return [long!, values[`${path} ${long}`] ?? values[taken] ?? (taken.endsWith('-id') ? id : 'some text')];
}

const named = (name: string): string => values[name] ?? (name.endsWith('-id') ? id : 'some text');

async function written(args: string[]): Promise<string[]> {
  let text = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } finally {
    write.mockRestore();
    process.stdout.removeAllListeners('error');
  }
  return text.trimEnd().split('\n');
}

const everyCommand = leaves(program).filter(({ path }) => path !== 'tail');

test.each(everyCommand)('hermod $path', async ({ path, command }) => {
  const flags = command.options.filter(({ long }) => !left.includes(long!)).flatMap((option) => typed(path, option));
  const args = command.registeredArguments.map((argument) => named(argument.name()));
  vi.stubEnv('HERMOD_API_KEY', id);
  const lines = await written([...path.split(' '), ...args, ...flags]);
  expect(lines.join('\n')).not.toMatch(/undefined|^$/);
  if (!/(list|receipts|ledger|audit|stats)$/.test(path)) return;
  const [head, row] = lines.map((line) => line.split('\t'));
  for (const [at, field] of head!.entries()) expect(row![at], `${field} is not a field of what is listed`).toBeTruthy();
});

test('names instead of ids, lists over all accounts, replays of many', async () => {
  for (const things of ['accounts', 'prices', 'carriers']) await written([things, 'show', 'text']);
  await written(['prices', 'list']);
  await written(['prices', 'import', id, values['file']!, '--preview']);
  await written(['keys', 'list', '--prefix', '3f2a9c1e']);
  await written(['smpp', 'revoke', 'corner-shop', '--yes']);
  await written(['console']);
  await written(['opt-outs', 'settings', id]);
  await written(['routing', 'costs', id]);
  await written(['routing', 'policy']);
  await written(['webhooks', 'replay', '--account', id, '--since', '1d', '--endpoint', 'https://example.com']);
});

test('what an operator can do and ask for, the command can', () => {
  for (const operations of Object.values(operatorDocument.paths))
    for (const { operationId, parameters = [] } of Object.values(operations)) {
      if (unreached.includes(operationId)) continue;
      const filters = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      const given = asked.get(operationId);
      expect(given, `no command reaches ${operationId}`).toBeDefined();
      expect([...given!, ...ungiven], operationId).toEqual(expect.arrayContaining(filters));
    }
});
