/** `hermod listen` and `hermod trigger`, against a running service. */
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../chaos/free-port.ts';
import { ensureDefaultCarrier } from '../../src/flows/carriers/carriers.ts';
import { hermod } from '../harness/command.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { demoKey, testService } from '../harness/service.ts';

const { base, call, db } = await testService();
await ensureDefaultCarrier(db, undefined);
const closed = `http://127.0.0.1:${await freePort()}`;

test('a triggered event is shown by listen and forwarded with its headers', async () => {
  const target = await webhookReceiver();
  const listening = hermod(['listen', '--json', '--forward-to', `${target.url}/hooks`]);
  const first = await listening.until('"listening"');
  const { listening: url } = JSON.parse(first.trim()) as { listening: string };
  const trigger = hermod(['trigger', 'delivery-report', '--url', `${url}/x`, '--key', demoKey, '--service', base]);
  expect(await trigger.exit()).toMatchObject({ code: 0, output: expect.stringContaining('is on its way') as unknown });
  const [received] = await target.until(1);
  expect(received).toMatchObject({ method: 'POST', path: '/hooks' });
  expect(received!.headers['x-message-id']).toBeTypeOf('string');
  expect(received!.headers['webhook-signature']).toMatch(/^v1,/);
  const shown = JSON.parse((await listening.until('"kind"')).trim().split('\n').at(-1)!) as object;
  expect(shown).toMatchObject({ kind: 'delivery report', path: '/x', body: received!.body, forwarded: 200 });
  listening.child.kill('SIGINT');
  expect((await listening.exit()).code).toBe(0);
});

test('listen shows the line to paste, and whether each signature is valid', async () => {
  const answer = await call({ path: '/v1/webhooks/secret', method: 'POST' });
  const { secret } = answer.body as { secret: string };
  const listening = hermod(['listen', '--data-dir', '/nowhere'], { HERMOD_WEBHOOK_SECRET: secret });
  onTestFinished(() => void listening.child.kill('SIGINT'));
  const introduced = await listening.until('Hello from Hermod');
  const [, url = ''] = /listening on (\S+)\n/.exec(introduced) ?? [];
  expect(introduced).toContain('signatures are checked; Ctrl-C ends it');
  const [, line = ''] = /^ {2}(npx hermod send .*)$/m.exec(introduced) ?? [];
  expect(line).toContain(`--key YOUR-KEY --from YOUR-SENDER --to +38640123456 --delivery-report-url ${url} 'Hello`);
  const [flags = '', text = ''] = line.replace('YOUR-KEY', demoKey).replace('YOUR-SENDER', 'Hermod').split(" '");
  const words = [...flags.split(' ').slice(2), text.replace("'", '')];
  const sent = await hermod([...words, '--service', base]).exit();
  expect(sent).toMatchObject({ code: 0, output: expect.stringContaining('accepted') as unknown });
  expect(await listening.until('"status":"SENT"')).toMatch(/delivery report {2}✓ signed {2}\{"messageId"/);

  const forged = { 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': `v1,${'A'.repeat(43)}=` };
  await fetch(url, { method: 'POST', headers: forged, body: '{"senderId":"\u001b[2J"}' });
  expect(await listening.until('✗ signature is wrong')).not.toContain('\u001b');
  await fetch(url, { method: 'POST', body: '{}' });
  await listening.until('✗ not signed');
  listening.child.kill('SIGINT');
  expect((await listening.exit()).code).toBe(0);
});

test.each([
  {
    args: ['trigger', 'nonsense', '--url', 'http://127.0.0.1:1', '--key', demoKey],
    code: 2,
    says: 'unknown event "nonsense"',
  },
  {
    args: ['trigger', 'sender-status', '--url', 'http://127.0.0.1:1', '--data-dir', '/nowhere'],
    code: 2,
    says: 'the API key is missing',
  },
  { args: ['listen', '--secret', 'whsec_short'], code: 2, says: 'the secret is not of the form whsec_' },
  {
    args: ['trigger', 'sender-status', '--url', 'x', '--key', demoKey, '--service', base],
    code: 2,
    says: 'must be an http or https URL',
  },
  {
    args: ['trigger', 'sender-status', '--url', 'http://x', '--key', demoKey, '--service', closed],
    code: 3,
    says: 'nothing answers',
  },
  { args: ['listen', '--forward-to', 'nowhere'], code: 2, says: 'is not a URL' },
])('hermod $args.0 says what is wrong: $says', async ({ args, code, says }) => {
  const ended = await hermod(args).exit();
  expect(ended).toMatchObject({ code, output: expect.stringContaining(says) as unknown });
  expect(ended.output.trim().split('\n')).toHaveLength(1);
});
