/** A report is only in the memory of a process until its first result is known. The process is killed at that moment. */
import { expect, test } from 'vitest';
import { peer, states, until, urlOf } from '../dispatch/carrier.ts';
import { numbers } from '../harness/accounts.ts';
import { dataDir } from '../harness/command.ts';
import { testDatabase } from '../harness/database.ts';
import { untilGone } from '../harness/processes.ts';
import { untilReady, up } from '../harness/running.ts';
import { demoKey } from '../harness/service.ts';
import { expireWorkers } from '../harness/workers.ts';
import { endpoint, ok } from './endpoint.ts';

const total = 8;
type Report = { readonly id: string; readonly messageId: string; readonly status: string };

const { db, url } = await testDatabase();
const smsc = await peer();
const seen: Report[] = [];
let isAnswering = false;
const customer = await endpoint((socket, request) => {
  const { messageId, status } = JSON.parse(request.slice(request.indexOf('\r\n\r\n'))) as Report;
  seen.push({ id: /^webhook-id: (.*)$/im.exec(request)![1]!.trim(), messageId, status });
  if (isAnswering) socket.write(ok);
});

const statusesOf = (id: string) => seen.filter(({ messageId }) => messageId === id).map(({ status }) => status);
const kinds = ({ id, status }: Report) => `${status} ${id}`;

test('the successor sends unacknowledged reports again, under the same ids, and the later ones after them', async () => {
  const running = await up({
    DATABASE_URL: url,
    HERMOD_DATA_DIR: dataDir(),
    HERMOD_PROCESSES: '1',
    HERMOD_DEMO: 'true',
    HERMOD_DEMO_KEY: demoKey,
    HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8',
    HERMOD_CARRIER_URL: urlOf(smsc),
  });
  await untilReady(running.base);
  await until(() => smsc.receivers === 1);
  for (const destination of numbers(total)) {
    const { status } = await fetch(`${running.base}/v1/sms/messages`, {
      method: 'POST',
      headers: { apikey: demoKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        sender: 'Hermod',
        destinations: [destination],
        message: { content: 'Hello' },
        deliveryReportUrl: customer.url,
      }),
    });
    expect(status).toBe(202);
  }
  await until(async () => (await states(db))['DELIVERED'] === total && seen.length >= total);
  const before = seen.splice(0);
  expect(before.map(({ status }) => status)).toEqual(before.map(() => 'SENT'));

  const dead = await db.query<{ id: string }>('SELECT id FROM workers');
  for (const pid of running.workers()) {
    process.kill(pid, 'SIGKILL');
    await untilGone(pid);
  }
  isAnswering = true;
  await expireWorkers(
    db,
    dead.rows.map(({ id }) => id),
  );
  await until(() => seen.filter(({ status }) => status === 'DELIVERED').length >= total);
  expect(new Set(seen.map(kinds)).size).toBe(2 * total);
  for (const report of before) {
    expect(seen.map(kinds)).toContain(kinds(report));
    expect(statusesOf(report.messageId)).toEqual(['SENT', 'DELIVERED']);
  }
  expect(await running.stop()).toBe(0);
});
