/** Two releases on one database: the rolling upgrade, and the rollback. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { version } from '../../src/base/version.ts';
import { openDb } from '../../src/database/db.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { dataDir, hermod } from '../harness/command.ts';
import { emptyDatabase } from '../harness/database.ts';
import { patienceMs } from '../harness/patience.ts';
import { reasonToSkip } from '../harness/peers.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { get, readyFields, type Up, untilReady, up } from '../harness/running.ts';
import { demoKey } from '../harness/service.ts';
import { previousRelease, previousVersion } from './previous-release.ts';

const launcher = previousRelease();
const noHistory = reasonToSkip(
  launcher === undefined ? 'the commit of the previous release is not in the history' : undefined,
);
const { url, drop } = await emptyDatabase();
afterAll(drop);
const homes = { previous: dataDir(), other: dataDir(), next: dataDir() };
const settings = {
  DATABASE_URL: url,
  HERMOD_PROCESSES: '1',
  HERMOD_DEMO: 'true',
  HERMOD_DEMO_KEY: demoKey,
  HERMOD_CARRIER_URL: 'simulator:?receipt_delay=50',
  HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8',
};
const headers = { apikey: demoKey, 'content-type': 'application/json' };

/** Release 0.1.0 prints its banner even without a terminal. */
const bannerReady = {
  text: 'Ctrl-C stops everything',
  base: (output: string) => /API {8}(https?:\/\/\S+:\d+)/.exec(output)?.[1] ?? '',
};
const startPrevious = (home = homes.previous) =>
  up({ ...settings, HERMOD_DATA_DIR: home }, { launcher: launcher! }, [], bannerReady);
const startNext = () => up({ ...settings, HERMOD_DATA_DIR: homes.next });

/** Sends to all running nodes in turn, without a pause in the traffic. */
function traffic(reportUrl: string) {
  const [running, ids, refused] = [new Set<Up>(), new Map<string, Up>(), [] as string[]];
  let isOver = false;
  const send = async (to: Up) => {
    const body = {
      sender: 'Hermod',
      destinations: ['+38640123456'],
      message: { content: 'Beside each other' },
      deliveryReportUrl: reportUrl,
    };
    const answer = await fetch(`${to.base}/v1/sms/messages`, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (answer.status !== 202) refused.push(`${answer.status} ${text}`);
    else ids.set((JSON.parse(text) as { messages: { messageId: string }[] }).messages[0]!.messageId, to);
  };
  const done = (async () => {
    for (; !isOver; await sleep(20)) for (const to of [...running]) if (running.has(to)) await send(to);
  })();
  const stop = async () => {
    isOver = true;
    await done;
  };
  onTestFinished(stop);
  const countOf = (of: Up) => [...ids.values()].filter((to) => to === of).length;
  return {
    ids,
    refused,
    stop,
    join: (to: Up) => running.add(to),
    /** Resolves when no request to it is in flight. */
    async leave(from: Up) {
      running.delete(from);
      const before = ids.size;
      if (running.size > 0) await expect.poll(() => ids.size, { timeout: patienceMs }).toBeGreaterThan(before + 1);
    },
    /** Waits for this many further messages. */
    async untilMore(to: Up, more = 20) {
      const before = countOf(to);
      await expect.poll(() => countOf(to), { timeout: patienceMs }).toBeGreaterThanOrEqual(before + more);
    },
  };
}

test(`${version} joins ${previousVersion} on one database under traffic, and gives way to it again`, async ({
  skip,
}) => {
  skip(noHistory !== undefined, noHistory);
  const endpoint = await webhookReceiver();
  const { ids, refused, ...sending } = traffic(`${endpoint.url}/reports`);
  const previous = await startPrevious();
  sending.join(previous);
  await sending.untilMore(previous);

  const next = await startNext();
  expect(next.output()).toMatch(/applied \d+ migrations/);
  expect(readyFields(next.output())).toMatchObject({ version });
  sending.join(next);
  await Promise.all([sending.untilMore(previous), sending.untilMore(next)]);
  for (const { base } of [previous, next]) await untilReady(base);

  // The upgrade is rolled back: another node of the previous release joins, and the new one leaves.
  const back = await startPrevious(homes.other);
  sending.join(back);
  await sending.leave(previous);
  expect(await previous.stop()).toBe(0);
  await Promise.all([sending.untilMore(back), sending.untilMore(next)]);
  await sending.leave(next);
  expect(await next.stop()).toBe(0);
  await sending.untilMore(back);
  await untilReady(back.base);
  await sending.stop();
  expect(refused).toEqual([]);

  const reported = () => {
    const seen = endpoint.received.map(({ body }) => JSON.parse(body) as { messageId: string; status: string });
    return new Set(seen.filter(({ status }) => status === 'DELIVERED').map(({ messageId }) => messageId));
  };
  await expect.poll(() => [...ids.keys()].filter((id) => !reported().has(id)), { timeout: patienceMs }).toEqual([]);
  const status = async (id: string) =>
    (JSON.parse((await get(`${back.base}/v1/sms/messages/${id}`, { headers })).text) as { status: string }).status;
  expect(await Promise.all([...ids.keys()].slice(0, 5).map(status))).toEqual(Array(5).fill('DELIVERED'));

  const db = openDb(url, createLog('silent'), { connections: 1 });
  onTestFinished(() => db.close());
  const { rows: states } = await db.query('SELECT state, count(*)::integer AS count FROM messages GROUP BY state');
  expect(states).toEqual([{ state: 'DELIVERED', count: ids.size }]);
  const { rows: unequal } = await db.query(
    'SELECT id FROM accounts a WHERE balance <> (SELECT sum(amount) FROM ledger l WHERE l.account_id = a.id)',
  );
  expect(unequal).toEqual([]);
  const { rows: charged } = await db.query<{ same: boolean }>(
    `SELECT (SELECT sum(price) FROM messages) = (SELECT -sum(amount) FROM ledger WHERE kind = 'charge') AS same`,
  );
  expect(charged).toEqual([{ same: true }]);

  expect(back.output()).not.toMatch(/"level":(50|60)/);
  expect(next.output()).not.toMatch(/"level":(50|60)/);
  expect(await back.stop()).toBe(0);
});

test(`after the last process of ${previousVersion} secrets are encrypted, and decrypting them is the way back`, async ({
  skip,
}) => {
  skip(noHistory !== undefined, noHistory);
  const db = openDb(url, createLog('silent'), { connections: 1 });
  onTestFinished(() => db.close());
  const next = await startNext();
  const carrierUrls = async () => (await db.query<{ url: string }>('SELECT url FROM carriers')).rows;
  await expect
    .poll(carrierUrls, { timeout: patienceMs })
    .toEqual([{ url: expect.stringMatching(/^enc:1:/) as unknown }]);
  const refusal = await startPrevious().then(
    () => 'it has started',
    (error: Error) => error.message,
  );
  expect(refusal).toContain('the schema is newer than this Hermod');
  expect(await next.stop()).toBe(0);
  const decrypted = hermod(['secrets', 'decrypt'], { ...settings, HERMOD_DATA_DIR: homes.next });
  expect(await decrypted.exit()).toMatchObject({ code: 0 });
  const back = await startPrevious();
  await untilReady(back.base);
  expect(await carrierUrls()).toEqual([{ url: settings.HERMOD_CARRIER_URL }]);
  expect(await back.stop()).toBe(0);
});

test('a release that is too old for the schema reports it in one line', async ({ skip }) => {
  skip(noHistory !== undefined, noHistory);
  const db = openDb(url, createLog('silent'), { connections: 1 });
  onTestFinished(() => db.close());
  await db.query(
    `INSERT INTO schema_migrations (name, checksum, requires, release) VALUES ('9002_contract', 'x', '9001_expand', '9.1.0')`,
  );
  const complaints = async (start: () => Promise<Up>) => {
    const output = String(
      await start().then(
        () => 'it has started',
        (error: Error) => error.message,
      ),
    );
    return output.split('\n').filter((line) => /schema is newer|^ +at /.test(line));
  };
  expect(await complaints(startPrevious)).toEqual([
    'hermod: the schema is newer than this Hermod: 9002_contract needs a version that knows 9001_expand. Start the newer version',
  ]);
  expect(await complaints(startNext)).toEqual([
    `hermod: the schema is newer than this Hermod (${version}): 9002_contract needs a version that knows 9001_expand. Start release 9.1.0 or newer`,
  ]);
  await db.query(`UPDATE schema_migrations SET requires = NULL WHERE name = '9002_contract'`);
  const running = await startNext();
  expect(running.output()).toContain(`the schema is newer (9002_contract), and release ${version} may use it`);
  expect(await running.stop()).toBe(0);
});
