import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Carrier, CarrierEvents } from '../../src/carriers/carrier.ts';
import { type SimulatorOptions, simulatorCarrier } from '../../src/carriers/simulator/carrier.ts';
import { MAGIC_NUMBERS } from '../../src/carriers/simulator/magic-numbers.ts';
import { countryOf } from '../../src/domain/phone/phone.ts';
import { conforms } from './conformance.ts';
import { joined, keysOf, magic, message, ordinary, referencesOf, until, Witness } from './witness.ts';

const quick = { answerDelayMs: 1, receiptDelayMs: 5, repeatDelayMs: 10 };

describe('the simulator', () => {
  conforms(async (events, { window = 50, answerDelayMs = 1, answerTimeoutMs = 1_000 }) => {
    const carrier = simulatorCarrier(events, { ...quick, window, answerDelayMs, answerTimeoutMs });
    return {
      carrier,
      inbound: (_, sender, text, encoding) =>
        carrier.submit(message({ destination: magic('echo'), sender, text, encoding })),
      phone: magic('echo'),
      release: () => carrier.stop(500),
    };
  });
});

function simulator(settings: SimulatorOptions = {}, witness: CarrierEvents = new Witness()): Carrier {
  const carrier = simulatorCarrier(witness, { ...quick, ...settings });
  onTestFinished(() => carrier.stop(500));
  return carrier;
}

describe('magic numbers', () => {
  it('are valid, distinct, and in a country with prices for the demo account', () => {
    for (const { number } of MAGIC_NUMBERS) expect(countryOf(number)).toBe('SI');
    expect(new Set(MAGIC_NUMBERS.map(({ number }) => number)).size).toBe(MAGIC_NUMBERS.length);
    expect(new Set(MAGIC_NUMBERS.map(({ name }) => name)).size).toBe(MAGIC_NUMBERS.length);
  });

  it('are listed in the guide as the code defines them', () => {
    const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/simulator.md'), 'utf8');
    const rows = [...guide.matchAll(/^\| `(\+\d+)` \| (.+?) \| (.+?) \|$/gm)].map((row) => row.slice(1));
    expect(rows).toEqual(MAGIC_NUMBERS.map(({ number, name, explanation }) => [number, name, explanation]));
  });

  it('deliver after a delay', async () => {
    const witness = new Witness();
    const carrier = simulator({ receiptDelayMs: 10 }, witness);
    const began = performance.now();
    await carrier.submit(message({ destination: magic('slow') }));
    await until(() => witness.receipts.length === 1);
    expect(performance.now() - began).toBeGreaterThan(190);
  });

  it('accept a message at the second attempt and leave the first unanswered', async () => {
    const carrier = simulator({ answerTimeoutMs: 10 });
    const same = message({ destination: magic('unanswered') });
    expect((await carrier.submit(same)).kind).toBe('unanswered');
    expect((await carrier.submit(same)).kind).toBe('accepted');
  });

  it('reply with the same text', async () => {
    const witness = new Witness();
    const text = 'Živijo, Hermod! '.repeat(10);
    const carrier = simulator({}, witness);
    await carrier.submit(message({ destination: magic('echo'), sender: '+38640111222', text, encoding: 'UCS-2' }));
    await until(() => witness.inbounds.length === 3);
    expect(joined(witness.inbounds)).toBe(text);
    expect(witness.inbounds[0]).toMatchObject({ sender: magic('echo'), recipient: '+38640111222' });
    expect(witness.receipts.map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  it('fail the last part', async () => {
    const witness = new Witness();
    const carrier = simulator({}, witness);
    const result = await carrier.submit(message({ destination: magic('part lost'), text: 'x'.repeat(400) }));
    const references = referencesOf(result);
    await until(() => witness.receipts.length === 3);
    const outcomes = new Map(witness.receipts.map((receipt) => [keysOf(receipt)[0], receipt.outcome]));
    expect(references.map((reference) => outcomes.get(reference))).toEqual(['delivered', 'delivered', 'failed']);
  });

  it('send two receipts in order', async () => {
    const witness = new Witness();
    const carrier = simulator({}, witness);
    await carrier.submit(message({ destination: magic('two receipts') }));
    await until(() => witness.receipts.length === 2);
    expect(witness.receipts.map(({ outcome }) => outcome)).toEqual(['no change', 'delivered']);
  });
});

describe('the echo', () => {
  const echoed = (text: string) => message({ destination: magic('echo'), text });

  it('is repeated if it was not stored', async () => {
    const witness = new Witness();
    const carrier = simulator({}, witness);
    witness.failures = 2;
    await carrier.submit(echoed('one'));
    await until(() => witness.receipts.length === 2 && witness.inbounds.length === 2);
  });

  it('keeps two long texts separate', async () => {
    const witness = new Witness();
    const carrier = simulator({}, witness);
    for (const letter of ['a', 'b']) await carrier.submit(echoed(letter.repeat(200)));
    await until(() => witness.inbounds.length === 4);
    const references = witness.inbounds.map(({ concatenation }) => concatenation?.reference);
    expect(new Set(references).size).toBe(2);
  });
});

describe('a stop', () => {
  it('sends the outstanding receipts, even slow ones', async () => {
    const witness = new Witness();
    const carrier = simulator({ receiptDelayMs: 60_000 }, witness);
    for (const destination of [ordinary, magic('slow'), magic('failed')])
      await carrier.submit(message({ destination }));
    await carrier.stop(500);
    expect(witness.receipts.map(({ outcome }) => outcome)).toEqual(['delivered', 'failed', 'delivered']);
  });

  it('does not wait without a limit for an event handler that does not settle', async () => {
    const witness = new Witness();
    witness.onReceipt = () => new Promise(() => undefined);
    const carrier = simulator({}, witness);
    await carrier.submit(message());
    await sleep(20);
    await carrier.stop(50);
  });
});

describe('under load', () => {
  it('has no more than a thousand unsettled receipts at a slow event handler', async () => {
    const witness = new Witness();
    let inHand = 0;
    let most = 0;
    let done = 0;
    witness.onReceipt = async () => {
      most = Math.max(most, ++inHand);
      await sleep(5);
      inHand--;
      done++;
    };
    const carrier = simulator({}, witness);
    await Promise.all(Array.from({ length: 5_000 }, () => carrier.submit(message())));
    await until(() => done === 5_000);
    expect(most).toBe(1_000);
  });

  it('accepts and delivers 40,000 messages', async () => {
    const witness = new Witness();
    const carrier = simulator({}, witness);
    for (let sent = 0; sent < 40_000; sent += 500) {
      await Promise.all(Array.from({ length: 500 }, () => carrier.submit(message())));
    }
    await until(() => witness.receipts.length === 40_000);
  });
});
