/** The contract of every carrier. One suite for all of them, on the real implementations without mocks. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Carrier, CarrierEvents, ReceiptOutcome } from '../../src/carriers/carrier.ts';
import type { Encoding } from '../../src/domain/text/text.ts';
import { joined, keysOf, magic, message, ordinary, referencesOf, until, Witness } from './witness.ts';

export type Circumstances = {
  readonly window?: number;
  readonly answerDelayMs?: number;
  /** The carrier's timeout for a response. */
  readonly answerTimeoutMs?: number;
};

export type Rig = {
  readonly carrier: Carrier;
  /** A phone sends a text to one of our numbers. */
  inbound(sender: string, recipient: string, text: string, encoding: Encoding): Promise<unknown>;
  /** The phone that inbound messages come from, if it differs from the given sender. */
  readonly phone?: string;
  release(): Promise<void>;
};

/** The peer responds to the simulator's magic numbers, whatever its protocol. */
export type Make = (events: CarrierEvents, circumstances: Circumstances) => Promise<Rig>;

/** How a carrier differs from SMPP. */
export type Traits = {
  /** Whether references, receipts and inbound messages are counted by parts on the wire or by whole messages. */
  readonly counts?: 'parts' | 'messages';
  /** Outcomes that the carrier's protocol cannot express. */
  readonly cannotSay?: readonly ReceiptOutcome[];
};

const longGsm = 'Ten letter '.repeat(30);
const longUcs2 = 'Dober dan, čšž 😀. '.repeat(12);

export function conforms(make: Make, { counts = 'parts', cannotSay = [] }: Traits = {}): void {
  const many = (parts: number): number => (counts === 'parts' ? parts : 1);
  const rigs: Rig[] = [];
  afterEach(async () => {
    for (const rig of rigs.splice(0)) await rig.release();
  });

  async function start(circumstances: Circumstances = {}, witness = new Witness()) {
    const rig = await make(witness, circumstances);
    rigs.push(rig);
    await until(() => rig.carrier.state.up);
    return { ...rig, witness };
  }

  describe('a submit', () => {
    it('is accepted, with a reference for each part or message', async () => {
      const { carrier } = await start();
      const results = await Promise.all([
        carrier.submit(message()),
        carrier.submit(message({ text: longGsm })),
        carrier.submit(message({ text: longUcs2, encoding: 'UCS-2' })),
      ]);
      const references = results.map(referencesOf);
      expect(references.map(({ length }) => length)).toEqual([1, many(3), many(4)]);
      expect(new Set(references.flat()).size).toBe(1 + many(3) + many(4));
    });

    it.each([
      ['refused', { kind: 'refused' }],
      ['busy', { kind: 'later', throttled: false }],
      ['throttled', { kind: 'later', throttled: true }],
    ])('to the number "%s" ends as %j', async (name, expected) => {
      const { carrier } = await start();
      const result = await carrier.submit(message({ destination: magic(name) }));
      expect(result).toMatchObject(expected);
      expect(result).toHaveProperty('reason', expect.stringMatching(/\w/));
    });

    it('is taken once the throttling is over', async () => {
      const { carrier } = await start();
      const same = message({ destination: magic('throttled') });
      const kinds = [];
      for (let tries = 0; tries < 3; tries++) kinds.push((await carrier.submit(same)).kind);
      expect(kinds).toEqual(['later', 'later', 'accepted']);
    });

    it('without a response settles as unanswered', async () => {
      const { carrier } = await start({ answerDelayMs: 10_000, answerTimeoutMs: 1_000 });
      expect(await carrier.submit(message({ destination: magic('unanswered') }))).toMatchObject({ kind: 'unanswered' });
    });

    it('settles even if the message is invalid or the event handlers throw', async () => {
      const broken = new Witness();
      broken.onRoom = () => {
        throw new Error('a mistake of the owner');
      };
      broken.onState = () => {
        throw new Error('a mistake of the owner');
      };
      const { carrier } = await start({}, broken);
      const odd = [
        { text: '' },
        { text: 'č', encoding: 'GSM-7' as const },
        { destination: '' },
        { sender: 'x'.repeat(99) },
      ];
      for (const change of odd) expect(await carrier.submit(message(change))).toHaveProperty('kind');
      expect(await carrier.submit(message())).toMatchObject({ kind: 'accepted' });
      expect(await carrier.submit(message({ text: longGsm }))).toMatchObject({ kind: 'accepted' });
    });
  });

  describe('a receipt', () => {
    const outcomes: [string | undefined, ReceiptOutcome][] = [
      [undefined, 'delivered'],
      ['failed', 'failed'],
      ['expired', 'failed'],
      ['rejected', 'rejected'],
      ['unknown', 'unknown'],
      ['two receipts', 'no change'],
    ];
    it.each(outcomes.filter(([, outcome]) => !cannotSay.includes(outcome)))(
      'for the number "%s" has the outcome %s and the reference of the submit',
      async (name, outcome) => {
        const { carrier, witness } = await start();
        const destination = name === undefined ? ordinary : magic(name);
        const [reference] = referencesOf(await carrier.submit(message({ destination })));
        await until(() => witness.receipts.length > 0);
        expect(witness.receipts[0]).toMatchObject({ outcome, destination });
        expect(keysOf(witness.receipts[0]!)).toContain(reference);
        const isFailure = outcome === 'failed' || outcome === 'rejected';
        expect(witness.receipts[0]!.error === undefined || isFailure || witness.receipts[0]!.error === '000').toBe(
          true,
        );
      },
    );

    it('arrives for each part or message', async () => {
      const { carrier, witness } = await start();
      const references = referencesOf(await carrier.submit(message({ text: longUcs2, encoding: 'UCS-2' })));
      await until(() => witness.receipts.length === references.length);
      for (const reference of references) expect(witness.receipts.flatMap(keysOf)).toContain(reference);
    });

    it('arrives again if it could not be stored', async () => {
      const { carrier, witness } = await start();
      witness.failures = 2;
      const [reference] = referencesOf(await carrier.submit(message()));
      await until(() => witness.receipts.length === 3);
      for (const receipt of witness.receipts) expect(keysOf(receipt)).toContain(reference);
      await sleep(100);
      expect(witness.receipts).toHaveLength(3);
    });

    it('does not arrive if none is sent', async () => {
      const { carrier, witness } = await start();
      await carrier.submit(message({ destination: magic('silent') }));
      await carrier.submit(message());
      await until(() => witness.receipts.length > 0);
      await sleep(50);
      expect(witness.receipts).toHaveLength(1);
    });
  });

  describe('an inbound message', () => {
    it.each<[string, string, Encoding, number]>([
      ['short', 'Hello, 5 € [ok]', 'GSM-7', 1],
      ['long', longGsm, 'GSM-7', 3],
      ['short in UCS-2', 'čšž 😀', 'UCS-2', 1],
      ['long in UCS-2', longUcs2, 'UCS-2', 4],
    ])('arrives: %s', async (_, text, encoding, parts) => {
      const { witness, phone = ordinary, ...rig } = await start();
      await rig.inbound(ordinary, '+38640111222', text, encoding);
      await until(() => witness.inbounds.length === many(parts));
      expect(joined(witness.inbounds)).toBe(text);
      for (const part of witness.inbounds) {
        expect(part).toMatchObject({ sender: phone, recipient: '+38640111222' });
        expect(part.concatenation?.total).toBe(many(parts) === 1 ? undefined : parts);
        expect(part.concatenation?.reference).toBe(witness.inbounds[0]!.concatenation?.reference);
      }
    });
  });

  describe('the room', () => {
    it('shrinks with the messages in flight, grows again, and is announced', async () => {
      const { carrier, witness } = await start({ window: 5, answerDelayMs: 30 });
      expect(carrier.room).toBe(5);
      const rooms = [];
      const results = Array.from({ length: 5 }, () => {
        const result = carrier.submit(message());
        rooms.push(carrier.room);
        return result;
      });
      await sleep(0);
      rooms.push(carrier.room);
      expect(rooms).toEqual([4, 3, 2, 1, 0, 0]);
      const before = witness.rooms;
      await Promise.all(results);
      expect(carrier.room).toBe(5);
      expect(witness.rooms).toBeGreaterThan(before);
    });

    it('is reserved for the parts of long messages, and returns after any outcome', async () => {
      const { carrier } = await start({ window: 10, answerDelayMs: 20 });
      const destinations = [ordinary, magic('refused'), magic('busy')];
      const results = destinations.map((destination) => carrier.submit(message({ destination, text: longGsm })));
      expect(carrier.room).toBeLessThan(10);
      await Promise.all(results);
      expect(carrier.room).toBe(10);
    });

    it('does not limit submits: those beyond it settle too', async () => {
      const { carrier } = await start({ window: 5 });
      const results = await Promise.all(Array.from({ length: 100 }, () => carrier.submit(message())));
      expect(results.every(({ kind }) => kind === 'accepted')).toBe(true);
    });
  });

  describe('a stop', () => {
    it('settles every submit, and accepts none afterwards', async () => {
      const { carrier, witness } = await start({ window: 20, answerDelayMs: 60_000, answerTimeoutMs: 60_000 });
      const texts = ['Hello', longGsm];
      const results = Array.from({ length: 40 }, (_, place) => carrier.submit(message({ text: texts[place % 2]! })));
      await sleep(20);
      const began = performance.now();
      await Promise.all([carrier.stop(300), carrier.stop(300)]);
      expect(performance.now() - began).toBeLessThan(1_500);
      const settled = await Promise.race([Promise.all(results), sleep(10).then(() => 'some have not settled')]);
      expect(settled).toHaveLength(40);
      expect(carrier).toMatchObject({ room: 0, state: { up: false } });
      expect(witness.states.at(-1)).toEqual({ up: false, detail: 'stopped' });
      expect(await carrier.submit(message())).toMatchObject({ kind: 'later', throttled: false });
    });

    it('waits for responses that arrive in time', async () => {
      const { carrier } = await start({ answerDelayMs: 30 });
      const result = carrier.submit(message({ text: longGsm }));
      await sleep(10);
      await carrier.stop(2_000);
      expect(await result).toMatchObject({ kind: 'accepted' });
    });
  });

  it('reports when it is up', async () => {
    const { carrier, witness } = await start();
    await until(() => witness.states.length > 0 && witness.rooms > 0);
    expect(witness.states.at(-1)).toEqual(carrier.state);
    expect(carrier.state).toMatchObject({ up: true, detail: expect.stringMatching(/\w/) });
  });
}
