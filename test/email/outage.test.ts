/** PostgreSQL fails in the middle of a burst: clients are deferred, and every mail is sent exactly once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { dataDir } from '../harness/command.ts';
import { patienceMs } from '../harness/patience.ts';
import { signal } from '../harness/processes.ts';
import { postmaster, readyFields, sql, up } from '../harness/running.ts';
import { SmtpClient } from './client.ts';
import { body, letter } from './rig.ts';

const key = '11111111-2222-4333-8444-555555555555';
const mails = 200;
const connections = 10;

test('21: PostgreSQL is killed and comes back', async () => {
  const folder = dataDir();
  const port = await freePort();
  await using running = await start(folder, port);
  const raws = Array.from({ length: mails }, (_, index) =>
    letter(body({ key, sender: 'Hermod', content: `Mail ${index}` }), { 'Message-ID': `<${index}@good.example>` }),
  );
  const replies: string[] = [];
  const burst = Promise.all(
    Array.from({ length: connections }, (_, index) =>
      sendAll(
        port,
        raws.filter((_raw, place) => place % connections === index),
        replies,
      ),
    ),
  );
  await vi.waitFor(() => expect(replies.filter((reply) => reply.startsWith('250')).length).toBeGreaterThan(10), {
    timeout: patienceMs,
    interval: 5,
  });
  signal(postmaster(folder).pid, 'SIGKILL');
  await burst;
  expect(replies.filter((reply) => reply.startsWith('250'))).toHaveLength(mails);
  const rows = await sql(folder, 'SELECT content FROM submissions ORDER BY length(content), content');
  expect(rows.map(({ content }) => content)).toEqual(raws.map((_, index) => `Mail ${index}`));
  const records = await sql(folder, `SELECT count(*)::integer FROM emails WHERE outcome = 'sent'`);
  expect(records).toEqual([{ count: mails }]);
  expect(readyFields(running.output())).toMatchObject({ smtp: `127.0.0.1:${port}` });
});

async function start(folder: string, port: number) {
  const running = await up({ HERMOD_DATA_DIR: folder, HERMOD_SMTP_PORT: `${port}`, HERMOD_DEMO_KEY: key });
  return { ...running, [Symbol.asyncDispose]: async () => void (await running.stop()) };
}

/** Behaves as a mail server: a deferred mail is tried again, on a new connection if necessary. */
async function sendAll(port: number, raws: string[], replies: string[]): Promise<void> {
  let client: SmtpClient | undefined;
  for (const raw of raws) {
    for (let done = false; !done; ) {
      try {
        client ??= await connected(port);
        const reply = await client.deliver({ raw });
        replies.push(reply);
        done = reply.startsWith('250');
        if (!done) await sleep(100);
      } catch {
        client?.close();
        client = undefined;
        await sleep(100);
      }
    }
  }
  client?.close();
}

async function connected(port: number): Promise<SmtpClient> {
  const { client, greeting } = await SmtpClient.connect(port);
  if (!greeting.startsWith('220')) throw new Error(greeting);
  await client.command('EHLO burst.example');
  return client;
}
