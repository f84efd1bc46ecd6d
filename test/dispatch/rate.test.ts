/** The sending rate: up to the carrier's limit over all processes, counted in submits, and lower while the carrier throttles. */
import { expect, test } from 'vitest';
import { idsOf, numbers, sender, testAccount } from '../harness/accounts.ts';
import { serviceOn, type TestService, testService } from '../harness/service.ts';
import { bound, type Peer, peer, states, until, untilState } from './carrier.ts';

const alone = await testService();
const aloneSmsc = await peer();
await bound(alone.db, aloneSmsc, { query: '?rate=40' });

const together = await testService();
await serviceOn(together.url);
const togetherSmsc = await peer();
await bound(together.db, togetherSmsc, { query: '?rate=40&binds=2', binds: 2 });

const long = await testService();
const longSmsc = await peer();
await bound(long.db, longSmsc, { query: '?rate=10' });

const longer = await testService();
const longerSmsc = await peer();
await bound(longer.db, longerSmsc, { query: '?rate=2' });

const strict = await testService();
const strictSmsc = await peer({ rate: 30 });
await bound(strict.db, strictSmsc);

/** As counted by the SMSC. A slow machine makes it longer; a delay before the first submit may make it shorter. */
const heldUpSeconds = 0.8;

test.each<[string, TestService, Peer, { rate: number; messages: number; parts: number }]>([
  ['one process', alone, aloneSmsc, { rate: 40, messages: 120, parts: 1 }],
  ['two processes together', together, togetherSmsc, { rate: 40, messages: 120, parts: 1 }],
  ['messages of three parts', long, longSmsc, { rate: 10, messages: 10, parts: 3 }],
  ['more parts than the rate', longer, longerSmsc, { rate: 2, messages: 1, parts: 5 }],
])(
  'the rate of a carrier applies to submits, and all arrive: %s',
  async (_, service, smsc, { rate, messages, parts }) => {
    const content = parts === 1 ? 'Hello' : 'x'.repeat(153 * (parts - 1) + 1);
    const send = sender(service, await testAccount(service.db));
    await send({ destinations: numbers(messages), message: { content } });
    await until(async () => (await states(service.db))['DELIVERED'] === messages, 60_000);
    const { submits } = smsc;
    expect(submits).toHaveLength(messages * parts);
    const seconds = (submits.at(-1)!.at - submits[0]!.at) / 1_000;
    // A burst of a fifth of a second, plus one or two submits.
    expect(seconds).toBeGreaterThan((messages * parts - 2) / rate - 0.2 - heldUpSeconds);
  },
);

test('a carrier that throttles gets messages at a lower rate, loses none, and gets the full rate when it stops throttling', async () => {
  const total = 60;
  const send = sender(strict, await testAccount(strict.db));
  await send({ destinations: numbers(total) });
  await until(async () => (await states(strict.db))['DELIVERED'] === total, 60_000);
  expect(strictSmsc.counters.throttled).toBeGreaterThan(0);
  expect(strictSmsc.counters.accepted).toBe(total);
  expect(strictSmsc.submits.length).toBeLessThan(2 * total);
  const [id] = idsOf(await send());
  await untilState(strict.db, id!, 'DELIVERED');
});
