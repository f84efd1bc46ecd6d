/** Faults between Hermod and each provider. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { joined, keysOf, magic, message, ordinary, referencesOf, until, Witness } from '../witness.ts';
import { type HttpCircumstances, httpRig } from './rig.ts';
import type { Fault } from './stand-in.ts';
import { tables } from './tables.ts';

describe.each(tables)('with $name', (table) => {
  async function start({ fault, ...wanted }: HttpCircumstances & { fault?: Fault } = {}) {
    const witness = new Witness();
    const refusals: string[] = [];
    const rests: number[] = [];
    const events = Object.assign(witness, {
      onRefusal: (status: string) => void refusals.push(status),
      onRest: (ms: number) => void rests.push(ms),
    });
    const rig = await httpRig(table, events, wanted);
    onTestFinished(rig.release);
    rig.standIn.fault = fault;
    return { ...rig, witness, refusals, rests };
  }

  it("every call matches the provider's documentation", async () => {
    const { carrier, standIn } = await start();
    const texts = ['Hello', 'Živjo & <svet> "x" {text} 😀'];
    for (const text of texts) await carrier.submit(message({ text, encoding: 'UCS-2', sender: '+38640111222' }));
    expect(standIn.wrong).toEqual([]);
    expect(standIn.sent.map(({ to }) => to)).toEqual([ordinary, ordinary]);
    expect(standIn.sent.map(({ text }) => text)).toEqual(texts);
  });

  it('a 500 is retried later and does not open the circuit breaker', async () => {
    const { carrier, standIn, refusals } = await start({ fault: '500' });
    expect(await carrier.submit(message())).toMatchObject({ kind: 'later', throttled: false });
    expect(refusals).toEqual([expect.stringMatching(/^HTTP 500/)]);
    standIn.fault = undefined;
    expect(await carrier.submit(message())).toMatchObject({ kind: 'accepted' });
  });

  it('a 429 lowers the rate, and Retry-After is passed on', async () => {
    const { carrier, rests } = await start({ fault: '429' });
    expect(await carrier.submit(message())).toMatchObject({ kind: 'later', throttled: true });
    expect(rests).toEqual([1_000]);
  });

  it.each<[Fault, RegExp]>([
    ['401', /credentials/],
    ['301', /redirect/],
  ])('a %s refuses every other call as well, from any process', async (fault, reason) => {
    const { carrier } = await start({ fault });
    expect(await carrier.submit(message())).toMatchObject({
      kind: 'later',
      scope: 'carrier',
      reason: expect.stringMatching(reason),
    });
  });

  it.each<Fault>(['silence', 'cut'])(
    'after "%s" the outcome is unknown, and the client does not repeat the call',
    async (fault) => {
      const { carrier, standIn } = await start(fault === 'silence' ? { answerTimeoutMs: 1_500 } : {});
      // On a connection that was used before, so the call may fail because the connection was just closed.
      for (let sent = 0; sent < 2; sent++) expect(await carrier.submit(message())).toMatchObject({ kind: 'accepted' });
      await sleep(10);
      standIn.fault = fault;
      expect(await carrier.submit(message())).toMatchObject({ kind: 'unanswered' });
      await sleep(10);
      expect(standIn.calls).toHaveLength(3);
    },
  );

  it('an unreadable response leaves the outcome open', async () => {
    const { carrier } = await start({ fault: 'wrong JSON' });
    expect(await carrier.submit(message())).toMatchObject({
      kind: 'unanswered',
      reason: expect.stringContaining('reference'),
    });
  });

  it('an unreachable provider has accepted nothing, and another process may reach it', async () => {
    const { carrier, standIn } = await start();
    await standIn.stop();
    const missed = { kind: 'later', scope: 'process', reason: 'connection refused', throttled: false };
    expect(await carrier.submit(message())).toEqual(missed);
  });

  it('a callback that overtakes the response refers to the same message', async () => {
    const { carrier, witness } = await start({ fault: 'early callback' });
    const [reference] = referencesOf(await carrier.submit(message()));
    await until(() => witness.receipts.length === 1);
    expect(keysOf(witness.receipts[0]!)).toContain(reference);
  });

  it('a repeated callback gives the same result twice', async () => {
    const { carrier, witness } = await start({ fault: 'callback twice' });
    await carrier.submit(message());
    await until(() => witness.receipts.length === 2);
    expect(witness.receipts[1]).toEqual(witness.receipts[0]);
  });

  it('a repeated inbound message has the same reference', async () => {
    const { standIn, witness } = await start();
    const written = { from: ordinary, to: '+38640111222', text: 'STOP' };
    for (const id of ['one', 'one', 'two']) expect(await standIn.inbound(written, id)).toBe(200);
    expect(witness.inbounds.map(({ id }) => id)).toEqual(['one', 'one', 'two']);
    expect(joined([witness.inbounds[0]!])).toBe('STOP');
  });

  const receipt = () => table.receipt('id', { to: ordinary, from: 'Hermod', text: 'x' }, table.states.DELIVRD!);

  // A provider without signatures is authenticated by the secret in the callback path alone.
  it.runIf(table.sign !== undefined || table.fetch !== undefined)('a forged callback is rejected', async () => {
    const { standIn, witness } = await start();
    const forged = { ...receipt(), body: receipt().body.replace(/id|DELIVERED/, 'x') };
    const right = table.sign?.(receipt().body, 'https://elsewhere.example/') ?? {};
    expect(await standIn.post(forged, wrong(right))).toBe(403);
    await sleep(10);
    expect([witness.receipts, witness.inbounds]).toEqual([[], []]);
  });

  it('a malformed callback changes nothing', async () => {
    const { standIn, witness } = await start();
    const malformed = { ...receipt(), body: '{"a":[[[', type: 'application/json' };
    expect(await standIn.post(malformed)).toBeLessThan(500);
    await sleep(10);
    expect(witness.receipts.filter(({ outcome }) => outcome !== 'no change')).toEqual([]);
    expect(witness.inbounds).toEqual([]);
  });
});

/** The same headers with an invalid signature. */
const wrong = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `${value.slice(0, -4)}AAAA`]));

describe.each(tables.filter(({ name }) => ['infobip', 'smsgate', 'sinch', 'plivo'].includes(name)))(
  'calls of $name for several messages',
  (table) => {
    async function start() {
      const witness = new Witness();
      const rig = await httpRig(table, witness, { query: '&connections=1' });
      onTestFinished(rig.release);
      return { ...rig, witness };
    }

    it('carry the messages submitted together, with a reference for each', async () => {
      const { carrier, standIn, witness } = await start();
      const numbers = Array.from({ length: 40 }, (_, place) => `+3864155${1_000 + place}`);
      const results = await Promise.all(numbers.map((destination) => carrier.submit(message({ destination }))));
      const references = results.map((result) => referencesOf(result)[0]!);
      expect(new Set(references).size).toBe(40);
      expect(standIn.calls).toHaveLength(1);
      await until(() => witness.receipts.length === 40);
      const destinationOf = new Map(witness.receipts.map((receipt) => [keysOf(receipt)[0], receipt.destination]));
      expect(references.map((reference) => destinationOf.get(reference))).toEqual(numbers);
    });

    it('are sent again one by one after a refusal, and only the invalid message is refused', async () => {
      const { carrier } = await start();
      const destinations = ['+38641551000', magic('refused'), '+38641551001'];
      const results = await Promise.all(destinations.map((destination) => carrier.submit(message({ destination }))));
      expect(results.map(({ kind }) => kind)).toEqual(['accepted', 'refused', 'accepted']);
      expect(carrier.room).toBe(50);
    });
  },
);
