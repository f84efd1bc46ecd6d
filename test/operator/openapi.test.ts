/** The operator's reference: a separate document, committed, and complete. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testService } from '../harness/service.ts';

const { call } = await testService();
const committed = join(import.meta.dirname, '../../docs/openapi-operator.json');
const renew =
  'docs/openapi-operator.json is out of date; renew it with: UPDATE=1 npm test -- test/operator/openapi.test.ts';

type Operation = {
  operationId: string;
  responses: Record<string, { content?: Record<string, { examples?: object }> }>;
};
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: object } };
const { text, body } = await call({ path: '/admin/openapi.json', key: null });
const document = body as Document;

test('the committed document is the one that the service serves', () => {
  const pretty = `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
  if (process.env['UPDATE']) writeFileSync(committed, pretty);
  expect(readFileSync(committed, 'utf8'), renew).toBe(pretty);
});

test('the document is separate from that of customers', async () => {
  const theirs = (await call({ path: '/openapi.json', key: null })).body as Document;
  expect(Object.keys(theirs.paths).filter((path) => path.startsWith('/admin'))).toEqual([]);
  expect(Object.keys(document.paths).filter((path) => !path.startsWith('/admin/v1/'))).toEqual([]);
});

test('every operation has a unique name and documents its errors, each with an example', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const { operationId, responses } of operations) {
    expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['400', '401', '429', '500', '503']));
    for (const [status, response] of Object.entries(responses)) {
      if (Number(status) < 400) continue;
      const { examples = {} } = response.content!['application/json']!;
      expect(Object.keys(examples), `${operationId} ${status}`).not.toEqual([]);
    }
  }
});

test('every reference resolves', () => {
  const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
  expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(references));
});

test('its page loads nothing from other hosts', async () => {
  const page = await call({ path: '/admin/docs/', key: null });
  expect(page.status).toBe(200);
  expect(page.text).not.toMatch(/(src|href)="https?:/);
});
