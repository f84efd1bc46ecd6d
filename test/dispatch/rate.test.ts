/** How fast messages leave: up to the carrier's rate over all processes, and slower while it complains. */
import { expect, test } from 'vitest';
import { idsOf, numbers, sender, testAccount } from '../harness/accounts.ts';
import { serviceOn, type TestService, testService } from '../harness/service.ts';
import { bound, type Peer, peer, states, until, untilState } from './carrier.ts';

const rate = 40;
const alone = await testService();
const aloneSmsc = await peer();
await bound(alone.db, aloneSmsc, { query: `?rate=${rate}` });

const together = await testService();
await serviceOn(together.url);
const togetherSmsc = await peer();
await bound(together.db, togetherSmsc, { query: `?rate=${rate}&binds=2`, binds: 2 });

const strict = await testService();
const strictSmsc = await peer({ rate: 30 });
await bound(strict.db, strictSmsc);

/** The most submits in any second. */
function peak({ submits }: Peer): number {
  return Math.max(...submits.map(({ at }) => submits.filter((each) => each.at >= at && each.at < at + 1_000).length));
}

async function sendMany(service: TestService, smsc: Peer, count: number): Promise<number> {
  const send = sender(service, await testAccount(service.db));
  await send({ destinations: numbers(count) });
  await until(() => smsc.submits.length === count, 15_000);
  return (smsc.submits.at(-1)!.at - smsc.submits[0]!.at) / 1_000;
}

test.each([
  ['one process', alone, aloneSmsc],
  ['two processes together', together, togetherSmsc],
])('the rate of a carrier holds and is used: %s', async (_, service, smsc) => {
  const seconds = await sendMany(service, smsc, 3 * rate);
  // A tenth of a second's worth and one for each connection may leave at once.
  expect(peak(smsc)).toBeLessThanOrEqual(rate * 1.1 + 2 + rate * 0.05);
  expect(seconds).toBeGreaterThan(2.5);
  // Half the rate would take six seconds.
  expect(seconds).toBeLessThan(6);
});

test('a carrier that complains is fed more slowly, loses nothing, and is fed at once when all is over', async () => {
  const total = 60;
  const send = sender(strict, await testAccount(strict.db));
  await send({ destinations: numbers(total) });
  await until(async () => (await states(strict.db))['DELIVERED'] === total, 20_000);
  expect(strictSmsc.counters.throttled).toBeGreaterThan(0);
  expect(strictSmsc.counters.accepted).toBe(total);
  expect(strictSmsc.submits.length).toBeLessThan(2 * total);
  const [id] = idsOf(await send());
  await untilState(strict.db, id!, 'DELIVERED', 1_500);
});
