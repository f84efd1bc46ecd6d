import { expect, test } from 'vitest';
import { testService } from '../harness/service.ts';

const { call, db } = await testService();

test('live responds without the database, ready only with it and its schema', async () => {
  expect((await call({ path: '/health/live' })).status).toBe(200);
  expect(await call({ path: '/health/ready' })).toMatchObject({ status: 200, body: { status: 'ready' } });
  await db.query(`DELETE FROM schema_migrations WHERE name = '0001_accounts'`);
  const answer = await call({ path: '/health/ready' });
  expect(answer.status).toBe(503);
  expect(answer.text).toContain('0001_accounts');
});

test('metrics are in the Prometheus format', async () => {
  const { text, headers } = await call({ path: '/metrics' });
  expect(headers['content-type']).toContain('text/plain');
  expect(text).toMatch(/hermod_http_requests_total\{route="\/health\/live",method="GET",status="200"\} 1/);
});

test('every response has a request id, and keeps a harmless one from the request', async () => {
  expect((await call({ path: '/health/live' })).headers['x-request-id']).toMatch(/^[0-9a-f]{12}-\w+$/);
  const headers = { 'x-request-id': 'order-7.1' };
  expect((await call({ path: '/nowhere', headers })).headers['x-request-id']).toBe('order-7.1');
  expect((await call({ path: '/nowhere', headers: { 'x-request-id': '"<>' } })).headers['x-request-id']).not.toContain(
    '<',
  );
});

test.each([
  { method: 'GET', path: '/nowhere', status: 404, error: 'error: 404 - Path not found: GET /nowhere' },
  {
    method: 'DELETE',
    path: '/health/live',
    status: 405,
    error: 'error: 405 - DELETE is not possible here, but GET, HEAD',
  },
  { method: 'GET', path: '/%ff', status: 400, error: 'error: 400 - The path is not a valid URL' },
])('$method $path gives $status in the one-field body', async ({ method, path, status, error }) => {
  const answer = await call({ method, path });
  expect(answer).toMatchObject({ status, body: { error } });
});
