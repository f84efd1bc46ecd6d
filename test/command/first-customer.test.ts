/** From an empty installation to the first delivered message, with the command alone. */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { ensureDefaultCarrier } from '../../src/flows/carriers/carriers.ts';
import { insertSenders } from '../../src/store/sender/senders.ts';
import { dataDir } from '../harness/command.ts';
import { operations } from '../harness/operations.ts';
import { demoKey, testService } from '../harness/service.ts';

const { base, db } = await testService();
await ensureDefaultCarrier(db, undefined);
const { run, json } = operations(base);
/** A number at which the simulator fails the message. */
const failing = '+38640000001';

type Issued = { key: string; keyId: string; prefix: string };

test('a customer is set up and sends, and every cent is accounted for', async () => {
  const { accountId } = await json<{ accountId: string }>([
    'accounts',
    'create',
    '--name',
    'Bakery',
    '--currency',
    'EUR',
  ]);
  await json(['prices', 'create', '--name', 'Europe', '--currency', 'EUR']);

  const file = join(dirname(dataDir()), 'prices.csv');
  writeFileSync(file, 'country,unit_price\nSI,0.035\nXX,cheap\n');
  const wrong = await run(['prices', 'import', 'Europe', file]);
  expect(wrong).toMatchObject({ code: 2, out: '', said: expect.stringMatching(/line 3/) as unknown });
  writeFileSync(file, Buffer.from('\ufeffcountry,unit_price\nSI,0.035\n', 'utf16le'));
  const foreign = await run(['prices', 'import', 'Europe', file]);
  expect(foreign).toMatchObject({ code: 2, out: '', said: expect.stringContaining('not UTF-8') as unknown });
  const imported = await run(['prices', 'import', 'Europe', '-'], 'country,unit_price\nSI,0.035\nHR,0.04\n');
  expect(imported).toMatchObject({ code: 0, out: 'hermod: 2 prices imported into Europe\n' });
  const again = await run(['prices', 'import', 'europe', '-'], 'country,unit_price\nSI,1\n');
  expect(again).toMatchObject({
    code: 2,
    said: expect.stringMatching(/Replace the 2 prices of europe\?.*--yes/) as unknown,
  });
  expect((await run(['prices', 'assign', 'Bakery', 'Europe'])).code).toBe(0);
  const list = await json<object>(['prices', 'show', 'Europe']);
  expect(list).toMatchObject({
    prices: [{ country: 'HR' }, { country: 'SI', unitPrice: '0.035' }],
    accounts: [{ name: 'Bakery' }],
  });

  const { key, prefix } = await json<Issued>(['keys', 'issue', 'Bakery', '--label', 'till', '--expires', '90d']);
  expect(key.slice(0, 8)).toBe(prefix);
  const topped = await run(['accounts', 'top-up', 'Bakery', '10', '--note', 'invoice 17']);
  expect(topped.out).toBe('hermod: Bakery was topped up by 10; the balance is 10\n');
  const corrected = await run(['accounts', 'correct', 'Bakery', '-2.5', '--note', 'typed wrong']);
  expect(corrected.out).toBe('hermod: Bakery was corrected by -2.5; the balance is 7.5\n');

  const sender = { value: 'Bakery', type: 0, channel: 'SMS', status: 'Confirmed' } as const;
  await insertSenders(db, [{ id: newId(), accountId, ...sender }]);
  const customer = operations(base, { HERMOD_API_KEY: key, HERMOD_ADMIN_TOKEN: '' });
  const message = ['send', '--from', 'Bakery', '--to', '+38640123456,+38640123457', 'Fresh bread'];
  expect(await customer.json([...message, '--preview'])).toMatchObject({
    total: 0.07,
    balanceAfter: 7.43,
    segmentCount: 1,
  });
  const sent = await customer.json<{ status: string; messageId: string }[]>([...message, '--wait']);
  expect(sent.map(({ status }) => status)).toEqual(['DELIVERED', 'DELIVERED']);
  const shown = await json<object>(['messages', 'show', sent[0]!.messageId]);
  expect(shown).toMatchObject({ accountId, status: 'DELIVERED', content: 'Fresh bread', price: '0.035' });
  expect(await customer.json([...message, '--at', '2h'])).toMatchObject({ status: 'scheduled' });

  const ledger = await json<{ kind: string; amount: string }[]>(['accounts', 'ledger', 'Bakery']);
  expect(ledger.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
    'charge -0.07',
    'charge -0.07',
    'correction -2.5',
    'top-up 10',
  ]);
});

test('keys are changed, rotated and revoked by their prefix', async () => {
  await json(['accounts', 'create', '--name', 'Keys', '--currency', 'EUR']);
  const first = await json<Issued>(['keys', 'issue', 'Keys']);
  const allowed = await json(['keys', 'allow', first.prefix, 'anna@example.com', 'orders@example.com']);
  expect(allowed).toMatchObject({ allowedEmails: ['anna@example.com', 'orders@example.com'] });
  expect(await run(['keys', 'allow', first.prefix])).toMatchObject({
    code: 2,
    said: expect.stringContaining('--any') as unknown,
  });
  expect(await json(['keys', 'expire', first.prefix, '--at', '30d'])).toMatchObject({
    expiresAt: expect.any(String) as unknown,
  });
  const second = await json<Issued>(['keys', 'rotate', first.keyId, '--overlap', '0', '--yes']);
  expect(second).toMatchObject({ allowedEmails: ['anna@example.com', 'orders@example.com'] });
  // The whole key instead of its prefix: it is never sent.
  expect(await run(['keys', 'revoke', second.key, '--yes'])).toMatchObject({
    out: `hermod: the key ${second.prefix} is revoked\n`,
  });
  const listed = await json<{ status: string }[]>(['keys', 'list', 'Keys']);
  expect(listed.map(({ status }) => status)).toEqual(['revoked', 'expired']);
});

test('send reports the error, and exits with 5 when a message was not delivered', async () => {
  const customer = operations(base, { HERMOD_API_KEY: demoKey });
  const unknown = await customer.run(['send', '--from', 'Absent', '--to', '+38640123456', 'Hello']);
  expect(unknown).toMatchObject({ code: 2, said: expect.stringContaining('Error: 2') as unknown });
  const failed = await customer.run(['send', '--from', 'Hermod', '--to', failing, '--wait', '-'], 'Hello\n');
  expect(failed).toMatchObject({ code: 5, out: expect.stringMatching(/\tFAILED\t/) as unknown });
});
