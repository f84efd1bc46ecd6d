import fc from 'fast-check';
import { Pool } from 'undici';
import { afterAll, expect, test } from 'vitest';
import type { SendResponse } from '../../src/flows/sending/order.ts';
import { books, croatian, request, slovenian, testAccount, times } from '../harness/accounts.ts';
import { isNightly } from '../harness/nightly.ts';
import { testService } from '../harness/service.ts';

/** Thousands of request bodies, different in each run, almost valid or random: never a 500, and a refusal changes nothing. */

const bodies = Number(process.env['FUZZ_BODIES'] ?? (isNightly ? 20_000 : 2_000));
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
const concurrency = 50;
const round = 5_000;

const { db, base } = await testService({ HERMOD_RATE_LIMIT: '0' });
const account = await testAccount(db, { balance: '100000', senders: [{}, { value: 'Chat', channel: 'Viber' }] });
const pool = new Pool(base, { connections: concurrency });
afterAll(() => pool.close());

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: fc.constantFrom('€', 'a', '…', '\u0000', '\ud800', '\u200b', '😀', 'c\u030c'), maxLength: 700 }),
);
const anyNumber = fc.oneof(
  fc.constantFrom(slovenian, croatian, '+4915123456789', '+386', '', '+', '+38640123456 ', '\0', '__proto__'),
  fc.string({ unit: fc.constantFrom('+', ...times(10, String)), maxLength: 20 }),
  anyText,
);
const anyTime = fc.oneof(fc.integer(), fc.double(), fc.maxSafeInteger(), fc.constantFrom(-0, 1e308, 253_402_300_800));
const anyUrl = fc.oneof(
  fc.webUrl(),
  anyText,
  anyText.map((text) => `http://example.com/${text}`),
);

/** Of the requested shape, with values of all kinds. */
const shaped = fc.record(
  {
    sender: fc.oneof({ weight: 4, arbitrary: fc.constant('Shop') }, anyText, fc.constant('Chat')),
    destinations: fc.array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(slovenian, croatian) }, anyNumber), {
      maxLength: 6,
    }),
    message: fc.record({ content: anyText, isUnicode: fc.boolean() }, { requiredKeys: ['content'] }),
    deliveryReportUrl: anyUrl,
    scheduledTime: anyTime,
    priceReport: fc.boolean(),
  },
  { requiredKeys: ['sender', 'destinations', 'message'] },
);

const anyValue = fc.oneof(fc.jsonValue({ maxDepth: 2 }), anyText, anyTime, fc.constantFrom(null, true, [], {}));
const places = ['sender', 'destinations', 'message', 'deliveryReportUrl', 'scheduledTime', 'priceReport', '__proto__'];

/** Valid except for one field. */
const mutated = fc
  .tuple(fc.constantFrom(...places, 'content', 'isUnicode', 'destinations.0'), anyValue)
  .map(([place, value]) => {
    const message = place === 'content' || place === 'isUnicode' ? { content: 'a', [place]: value } : { content: 'a' };
    const destinations = place === 'destinations.0' ? [value] : [slovenian];
    return request({ message, destinations, ...(places.includes(place) ? { [place]: value } : {}) });
  });

const json = fc.oneof(shaped, mutated, fc.jsonValue({ maxDepth: 2 })).map((value) => JSON.stringify(value));
const noise = fc.oneof(
  fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
  fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
  // Almost JSON: some bytes of a valid body are changed, or the end is missing.
  fc.tuple(mutated, fc.nat(), fc.uint8Array({ maxLength: 3 }), fc.boolean()).map(([value, at, bytes, cut]) => {
    const good = Buffer.from(JSON.stringify(value));
    good.set(bytes.subarray(0, good.length), at % Math.max(1, good.length - bytes.length));
    return cut ? good.subarray(0, at % good.length) : good;
  }),
);
const anyBody = fc.oneof({ weight: 7, arbitrary: json }, { weight: 1, arbitrary: noise });

// Most answers are refusals, refusals are errors, and their stacks would take a quarter of the time.
const { stackTraceLimit } = Error;
Error.stackTraceLimit = 0;
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

let spent = 0;
let messages = 0;
let submissions = 0;
const statuses = new Map<number, number>();

/** The bare client: a stream for every answer would cost as much as the service. */
function post(body: string | Buffer): Promise<{ status: number; text: string }> {
  const headers = { apikey: account.key, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    let status = 0;
    let text = '';
    pool.dispatch(
      { path: '/v1/sms/messages', method: 'POST', headers, body },
      {
        onRequestStart: () => {},
        onResponseStart: (_, code) => {
          status = code;
        },
        onResponseData: (_, chunk) => {
          text += chunk.toString('latin1');
        },
        onResponseEnd: () => resolve({ status, text }),
        onResponseError: (_, error) => reject(error),
      },
    );
  });
}

async function sendOne(body: string | Buffer): Promise<void> {
  const { status, text } = await post(body);
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const got = JSON.parse(text) as SendResponse | { error: string };
  if (status === 202) return count(got as SendResponse);
  const { error = '', ...others } = got as { error?: string };
  const right = status === 400 && /^Error: [1-7] - \S/.test(error) && Object.keys(others).length === 0;
  if (!right) expect.fail(`${status} ${text} for ${JSON.stringify(String(body))}`);
}

function count({ messages: created, segmentCount }: SendResponse): void {
  submissions += 1;
  messages += created.length;
  for (const { destination } of created) spent += segmentCount * (destination === croatian ? 2 : 1);
}

test(`${bodies} bodies, seed ${seed}`, async () => {
  for (let done = 0; done < bodies; done += round) {
    const sample = fc.sample(anyBody, { numRuns: Math.min(round, bodies - done), seed: seed + done });
    const client = async () => {
      for (let body = sample.pop(); body !== undefined; body = sample.pop()) await sendOne(body);
    };
    await Promise.all(times(concurrency, client));
    const balance = (100_000 - spent / 100).toFixed(6);
    expect(await books(db, account)).toMatchObject({ balance, ledger: balance, messages, submissions });
  }
  console.log(`seed ${seed}:`, Object.fromEntries(statuses), `${messages} messages`);
  expect(submissions).toBeGreaterThan(bodies / 100);
  expect(statuses.get(400)).toBeGreaterThan(bodies / 10);
});
