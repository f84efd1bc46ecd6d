/** The command with truncated responses, and with servers that are not Hermod. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../harness/operations.ts';

const accountId = '01a1dd05-e828-7001-9785-625698a09e9d';
let reply: (response: ServerResponse) => void;
const server = createServer((_request, response) => reply(response));
let run: ReturnType<typeof operations>['run'];

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ({ run } = operations(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
});
afterAll(() => server.close());

test('a booking with a truncated response prints how to repeat it', async () => {
  reply = (response) => {
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': 100 });
    response.write('{"balance"', () => response.destroy());
  };
  const { code, out, said } = await run(['accounts', 'top-up', accountId, '5']);
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(said).toMatch(/^hermod: no answer came from .* It may have been done; repeat it with --id [0-9a-f-]{36}\n*$/);
});

test.each([
  [200, 'null', 'is not Hermod', 3],
  [200, '[]', 'is not Hermod', 3],
  [200, '<html>', 'is not Hermod', 3],
  [404, '{"error":{"message":"nothing here"}}', 'the service refused (status 404)', 2],
])('%i with %s is one line', async (status, body, expected, code) => {
  reply = (response) => response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  const ended = await run(['accounts', 'list']);
  expect(ended.code).toBe(code);
  expect(ended.said.trimEnd()).toMatch(/^hermod: [^\n]*$/);
  expect(ended.said).toContain(expected);
});
