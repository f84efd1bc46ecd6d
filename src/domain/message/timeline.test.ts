import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { states } from './message.ts';
import { type Recorded, reportedIn, type TimelineEntry, timeline, withoutCarriers } from './timeline.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 16, 8) + seconds * 1_000);

const delivered: Recorded = {
  now: at(100),
  message: { state: 'DELIVERED', price: 10_000n, acceptedAt: at(0), stateAt: at(3), attempts: 0 },
  request: { via: 'http', requestId: 'r-1', keyId: 'k', keyPrefix: '3f2a9c1e', recipients: 1 },
  ledger: [{ kind: 'charge', amount: -10_000n, at: at(0) }],
  routes: [{ carrierId: 'c', carrier: 'main', reason: 'Only route', said: [] }],
  parts: [{ part: 1, total: 1, carrierId: 'c', carrier: 'main', reference: 'x1', takenAt: at(1) }],
  receipts: [{ at: at(3), carrierId: 'c', carrier: 'main', part: 1, outcome: 'delivered', text: 'id:x1 stat:DELIVRD' }],
  deliveries: [],
};

const short = (entries: readonly TimelineEntry[]) =>
  entries.map((entry) => (entry.kind === 'state' ? entry.status : entry.kind === 'ledger' ? entry.entry : entry.kind));

test('a delivered message, from its request to its end', () => {
  expect(short(timeline(delivered))).toEqual([
    'request',
    'charge',
    'ACCEPTED',
    'route',
    'part',
    'SENT',
    'receipt',
    'DELIVERED',
  ]);
});

test('what happened in one transaction keeps its order', () => {
  const parts = delivered.parts.map((part) => ({ ...part, takenAt: at(3) }));
  const entries = timeline({ ...delivered, parts });
  expect(short(entries.filter((entry) => entry.at.getTime() === at(3).getTime()))).toEqual([
    'route',
    'part',
    'SENT',
    'receipt',
    'DELIVERED',
  ]);
  const rejected = timeline({
    ...delivered,
    message: { ...delivered.message, state: 'REJECTED', reason: 'no' },
    ledger: [...delivered.ledger, { kind: 'refund', amount: 10_000n, at: at(3) }],
  });
  expect(short(rejected).slice(-3)).toEqual(['receipt', 'REJECTED', 'refund']);
});

test('of a request to several, the charge is the part of this message', () => {
  const entries = timeline({
    ...delivered,
    request: { ...delivered.request, recipients: 3 },
    ledger: [{ kind: 'charge', amount: -30_000n, at: at(0) }],
  });
  expect(entries[1]).toMatchObject({ amount: -10_000n, note: 'its part of the charge for 3 recipients' });
});

test('a state in between is known by its report', () => {
  const deliveries = [{ deliveryId: 'd', event: 'UNKNOWN' as const, url: 'u', createdAt: at(2), attempts: [] }];
  expect(short(timeline({ ...delivered, deliveries }))).toEqual(
    expect.arrayContaining(['ACCEPTED', 'SENT', 'UNKNOWN', 'DELIVERED']),
  );
});

test('parts that were sent before their time was kept stand where the report says, or at the end', () => {
  const parts = delivered.parts.map(({ takenAt: _takenAt, ...part }) => part);
  const sent = { deliveryId: 'd', event: 'SENT' as const, url: 'u', createdAt: at(2), attempts: [] };
  const timeOf = (entries: readonly TimelineEntry[]) => entries.find(({ kind }) => kind === 'part')!.at;
  expect(timeOf(timeline({ ...delivered, parts, deliveries: [sent] }))).toEqual(at(2));
  expect(timeOf(timeline({ ...delivered, parts }))).toEqual(at(3));
});

describe('what is to come', () => {
  const waiting = { ...delivered, parts: [], receipts: [] };
  const last = (message: Partial<Recorded['message']>) =>
    timeline({ ...waiting, message: { ...delivered.message, stateAt: at(0), ...message } }).at(-1);

  test('a schedule', () => {
    const message = { state: 'SCHEDULED', scheduledAt: at(500), dueAt: at(500) } as const;
    expect(last(message)).toEqual({ at: at(500), kind: 'retry', reason: 'it is scheduled' });
  });

  test('another try, with the reason of the last', () => {
    const message = { state: 'QUEUED', dueAt: at(110), attempts: 2, reason: 'queue full' } as const;
    expect(last(message)).toEqual({ at: at(110), kind: 'retry', reason: 'queue full' });
    expect(timeline({ ...waiting, message: { ...delivered.message, stateAt: at(0), ...message } })).toContainEqual({
      at: at(0),
      kind: 'state',
      status: 'ACCEPTED',
      reason: 'queue full',
      attempts: 2,
    });
  });

  test('nothing, while a process holds it', () => {
    expect(last({ state: 'QUEUED', attempts: 2 })).not.toMatchObject({ kind: 'retry' });
  });

  test('another attempt of a webhook', () => {
    const attempts = [{ at: at(4), durationMs: 12, status: 500, answer: 'sorry' }];
    const delivery = {
      deliveryId: 'd',
      event: 'DELIVERED' as const,
      url: 'u',
      createdAt: at(3),
      dueAt: at(104),
      attempts,
    };
    expect(timeline({ ...delivered, deliveries: [delivery] }).slice(-2)).toEqual([
      {
        at: at(4),
        kind: 'webhook',
        deliveryId: 'd',
        event: 'DELIVERED',
        url: 'u',
        attempt: 1,
        durationMs: 12,
        status: 500,
        answer: 'sorry',
      },
      { at: at(104), kind: 'retry', deliveryId: 'd', url: 'u' },
    ]);
  });
});

test('customers see nothing of carriers', () => {
  const seen = withoutCarriers(timeline(delivered));
  expect(short(seen)).toEqual(['request', 'charge', 'ACCEPTED', 'part', 'SENT', 'receipt', 'DELIVERED']);
  expect(JSON.stringify(seen, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toMatch(
    /main|x1|carrier/,
  );
});

test('the part number is shown only if there are several parts', () => {
  const parts = [1, 2].map((part) => ({ ...delivered.parts[0]!, part, total: 2 }));
  const receipt = ({ kind }: TimelineEntry) => kind === 'receipt';
  expect(timeline({ ...delivered, parts }).find(receipt)).toMatchObject({ part: 1 });
  expect(timeline(delivered).find(receipt)).toMatchObject({ part: undefined });
});

test('the status of a report is read from its body', () => {
  expect(reportedIn('{"messageId":"a","status":"SENT","segments":1}')).toBe('SENT');
  expect(reportedIn('{"Sender":"a"}')).toBeUndefined();
});

const seconds = fc.integer({ min: 0, max: 1_000 }).map(at);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const status = fc.constantFrom('SENT', 'DELIVERED', 'FAILED', 'UNKNOWN', 'SCHEDULED', 'CANCELLED', 'REJECTED' as const);
const attempt = fc.record({ at: seconds, durationMs: fc.nat(), status: maybe(fc.nat()) });
const anything: fc.Arbitrary<Recorded> = fc.record({
  now: seconds,
  message: fc
    .record({
      state: fc.constantFrom(...states),
      price: fc.bigInt({ min: 0n, max: 10n ** 9n }),
      acceptedAt: seconds,
      scheduledAt: maybe(seconds),
      stateAt: seconds,
      reason: maybe(fc.string()),
      attempts: fc.nat(5),
      dueAt: maybe(seconds),
    })
    .map((message) => (message.state === 'SCHEDULED' ? { ...message, scheduledAt: at(7) } : message)),
  request: fc.record({ recipients: fc.integer({ min: 1, max: 9 }) }),
  ledger: fc.array(fc.record({ kind: fc.constantFrom('charge', 'refund'), amount: fc.bigInt(), at: seconds }), {
    maxLength: 2,
  }),
  routes: fc.constant([]),
  parts: fc.array(
    fc.record({
      part: fc.integer({ min: 1, max: 3 }),
      total: fc.integer({ min: 1, max: 3 }),
      carrierId: fc.uuid(),
      carrier: fc.option(fc.string()),
      reference: fc.string(),
      takenAt: maybe(seconds),
    }),
    { maxLength: 4 },
  ),
  receipts: fc.array(
    fc.record({
      at: seconds,
      carrierId: fc.uuid(),
      carrier: fc.option(fc.string()),
      part: fc.nat(3),
      outcome: fc.constantFrom('delivered', 'failed'),
      text: fc.string(),
    }),
    { maxLength: 4 },
  ),
  deliveries: fc.array(
    fc.record({
      deliveryId: fc.uuid(),
      event: status as fc.Arbitrary<Recorded['deliveries'][number]['event']>,
      url: fc.webUrl(),
      createdAt: seconds,
      dueAt: maybe(seconds),
      attempts: fc.array(attempt, { maxLength: 3 }),
    }),
    { maxLength: 3 },
  ),
});

test('any stored history is in order, complete, and shows no state twice', () => {
  fc.assert(
    fc.property(anything, (recorded) => {
      const entries = timeline(recorded);
      const times = entries.map((entry) => entry.at.getTime());
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      const count = (kind: TimelineEntry['kind']) => entries.filter((entry) => entry.kind === kind).length;
      expect(count('request')).toBe(1);
      expect(count('part')).toBe(recorded.parts.length);
      expect(count('receipt')).toBe(recorded.receipts.length);
      expect(count('ledger')).toBe(recorded.ledger.length);
      expect(count('webhook')).toBe(recorded.deliveries.flatMap(({ attempts }) => attempts).length);
      const told = entries.flatMap((entry) => (entry.kind === 'state' ? [entry.status] : []));
      expect(new Set(told).size).toBe(told.length);
      expect(withoutCarriers(entries).every((entry) => !('carrierId' in entry) && !('text' in entry))).toBe(true);
    }),
  );
});
