import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explainReason } from '../carrier/reasons/reason.ts';
import { states } from './message.ts';
import { type VerdictFacts, verdictForCustomer, verdictKinds, verdictOf } from './verdict.ts';
import { noteSentence, verdictSentence } from './verdict-sentence.ts';

const at = (time: string) => new Date(`2026-11-18T${time}Z`);
const smsc = { id: 'smsc', url: 'smpp://id@smsc.example', reasonTexts: {} };
const reason = (text: string) => explainReason(text, [smsc]);

const plain: VerdictFacts = {
  now: at('06:00:00'),
  state: 'QUEUED',
  stateAt: at('05:29:00'),
  acceptedAt: at('05:29:00'),
  isHeld: false,
  mayBeSent: false,
  attempts: 0,
  pauses: {},
  hasRoute: true,
  hasReceipt: false,
  receiptUntil: at('23:00:00'),
};
const carrier = { id: 'c1', name: 'Main' };
const waitsFor = { ...carrier, standing: 'up' as const };
const pause = { by: 'Ana', since: at('05:30:00') };
const all = { 'everything is paused': { all: pause, account: pause, carrier: pause } };

test.each<[string, Partial<VerdictFacts>, string, string[]]>([
  [
    'paused account',
    { pauses: { account: pause } },
    'Waiting: account paused by Ana at 2026-11-18T05:30:00Z.',
    ['resume', 'cancel'],
  ],
  [
    'paused carrier',
    { waitsFor, pauses: { carrier: pause } },
    'Waiting: carrier Main paused by Ana at 2026-11-18T05:30:00Z.',
    ['resume', 'cancel'],
  ],
  [
    'all paused',
    { pauses: all['everything is paused'] },
    'Waiting: everything paused by Ana at 2026-11-18T05:30:00Z.',
    ['resume', 'cancel'],
  ],
  [
    'paused, may be sent',
    { pauses: { account: pause }, mayBeSent: true },
    'Waiting: account paused by Ana at 2026-11-18T05:30:00Z.',
    ['resume'],
  ],
  [
    'down',
    { waitsFor: { ...waitsFor, standing: 'down', since: at('05:00:00') } },
    'Waiting: carrier Main is not connected since 2026-11-18T05:00:00Z.',
    ['open carrier', 'cancel'],
  ],
  [
    'refusing',
    { waitsFor: { ...waitsFor, standing: 'refusing', retryAt: at('06:00:30') } },
    'Waiting: carrier Main refuses every message; next attempt at 2026-11-18T06:00:30Z.',
    ['open carrier', 'cancel'],
  ],
  [
    'throttled',
    { waitsFor: { ...waitsFor, standing: 'throttled' } },
    'Waiting: carrier Main accepts messages more slowly than they arrive.',
    ['open carrier', 'cancel'],
  ],
  [
    'retrying',
    { waitsFor, attempts: 2, dueAt: at('06:01:00') },
    'Waiting: 2 attempts failed; next attempt at 2026-11-18T06:01:00Z.',
    ['open carrier', 'cancel'],
  ],
  [
    'queued',
    { waitsFor },
    'Waiting: in the queue of carrier Main since 2026-11-18T05:29:00Z; its position is unknown.',
    ['open carrier', 'cancel'],
  ],
  ['sending', { isHeld: true }, 'Sending: a process hands the message to a carrier now.', []],
  ['no route', { hasRoute: false }, 'Waiting: no route leads to this number.', ['open routes', 'cancel']],
  [
    'scheduled',
    { state: 'SCHEDULED', scheduledAt: at('08:00:00') },
    'Scheduled: it is sent at 2026-11-18T08:00:00Z.',
    ['cancel'],
  ],
  [
    'sent',
    { state: 'SENT', sentBy: carrier },
    'Sent at 2026-11-18T05:29:00Z: waiting for the delivery receipt, until 2026-11-18T23:00:00Z at most.',
    ['open carrier'],
  ],
  ['delivered', { state: 'DELIVERED', stateAt: at('05:29:04') }, 'Delivered after 4.0 s.', []],
  [
    'failed',
    { state: 'FAILED', hasReceipt: true, reason: reason('carrier error 001 (UNDELIV)') },
    'Failed: the handset did not accept the message (carrier code 001, UNDELIV).',
    ['resend'],
  ],
  ['expired', { state: 'FAILED' }, 'Failed: the message could not be sent before its validity ended.', ['resend']],
  [
    'rejected',
    { state: 'REJECTED', sentBy: carrier, reason: reason('ESME_RSUBMITFAIL') },
    'Rejected and refunded: the carrier rejected the message (carrier code ESME_RSUBMITFAIL).',
    ['resend', 'open carrier'],
  ],
  [
    'no route any more',
    { state: 'REJECTED', reason: reason('no carrier takes messages to SI') },
    'Rejected and refunded: no route leads to this number.',
    ['resend', 'open routes'],
  ],
  ['silent', { state: 'UNKNOWN' }, 'Unknown: no delivery receipt arrived in time.', ['resend']],
  [
    'unknown',
    { state: 'UNKNOWN', hasReceipt: true },
    'Unknown: the carrier does not know whether the message arrived.',
    ['resend'],
  ],
  [
    'cancelled',
    { state: 'CANCELLED', cancelledBy: { isOperator: true, name: 'Ana' } },
    'Cancelled by Ana at 2026-11-18T05:29:00Z, and refunded.',
    ['resend'],
  ],
])('%s', (_, facts, sentence, actions) => {
  const verdict = verdictOf({ ...plain, ...facts });
  expect(verdictSentence(verdict)).toBe(sentence);
  expect(verdict.actions).toEqual(actions);
});

test('what happens besides', () => {
  const notesOf = (facts: Partial<VerdictFacts>) => verdictOf({ ...plain, ...facts }).notes.map(noteSentence);
  const sent = { state: 'SENT' as const };
  expect(notesOf({ ...sent, fallback: { dueAt: at('06:05:00') } })).toEqual([
    'Without a receipt it is also sent over another carrier at 2026-11-18T06:05:00Z.',
  ]);
  expect(notesOf({ state: 'DELIVERED', fallback: { takenAt: at('06:05:00') } })).toEqual([
    'Also sent over another carrier at 2026-11-18T06:05:00Z, because no receipt arrived in time.',
  ]);
  expect(notesOf({ state: 'DELIVERED', fallback: { dueAt: at('06:05:00') } })).toEqual([]);
  expect(notesOf({ ...sent, report: { deliveryId: 'd', attempts: 2, dueAt: at('06:10:00') } })).toEqual([
    'A report is not delivered to the webhook yet, after 2 attempts; next attempt at 2026-11-18T06:10:00Z.',
  ]);
  expect(notesOf({ ...sent, report: { deliveryId: 'd', attempts: 11 } })).toEqual([
    'A report was given up after 11 attempts. Resend it once the endpoint works.',
  ]);
});

const times = fc.date({ min: at('00:00:00'), max: at('23:59:59'), noInvalidDate: true });
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const secret = 'Secret Name';
const reasons = fc
  .constantFrom(
    'carrier error 001 (UNDELIV)',
    'ESME_RINVPASWD',
    'HTTP 400 1',
    `the link is down: ${secret}`,
    'queue full',
  )
  .map(reason);
const pauses = maybe(fc.record({ by: fc.constant(secret), since: times }));
const anyCarrier = { id: fc.constant(secret), name: fc.constant(secret) };
const anyFacts: fc.Arbitrary<VerdictFacts> = fc.record({
  ...{ now: times, state: fc.constantFrom(...states), stateAt: times, acceptedAt: times, receiptUntil: times },
  ...{ isHeld: fc.boolean(), mayBeSent: fc.boolean(), hasRoute: fc.boolean(), hasReceipt: fc.boolean() },
  ...{ attempts: fc.nat(20), scheduledAt: maybe(times), dueAt: maybe(times), reason: maybe(reasons) },
  pauses: fc.record({ all: pauses, account: pauses, carrier: pauses }) as fc.Arbitrary<VerdictFacts['pauses']>,
  sentBy: maybe(fc.record(anyCarrier)),
  waitsFor: maybe(
    fc.record({
      ...anyCarrier,
      standing: fc.constantFrom('up', 'down', 'refusing', 'throttled'),
      ...{ since: maybe(times), retryAt: maybe(times), error: maybe(reasons) },
    }),
  ),
  cancelledBy: maybe(fc.record({ isOperator: fc.boolean(), name: maybe(fc.constant(secret)) })),
  fallback: maybe(fc.record({ dueAt: maybe(times), takenAt: maybe(times) })),
  report: maybe(
    fc.record({ deliveryId: fc.uuid(), attempts: fc.nat(11), dueAt: maybe(times), error: maybe(fc.string()) }),
  ),
});

test('any message has one sentence and a known kind', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      for (const verdict of [verdictOf(facts), verdictForCustomer(verdictOf(facts))]) {
        expect(verdictKinds).toContain(verdict.kind);
        const sentence = verdictSentence(verdict);
        expect(sentence).toMatch(/^[A-Z][^\n]*\.$/);
        for (const text of [sentence, ...verdict.notes.map(noteSentence)])
          expect(text).not.toMatch(/undefined|NaN| {2}/);
      }
    }),
  );
});

test('only what waits and is certainly not sent can be cancelled, and only what is over can be sent again', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const { actions } = verdictOf(facts);
      const { state, isHeld, mayBeSent } = facts;
      const isFree = state === 'SCHEDULED' || (state === 'QUEUED' && !isHeld && !mayBeSent);
      expect(actions.includes('cancel')).toBe(isFree);
      expect(actions.includes('resend')).toBe(['FAILED', 'REJECTED', 'UNKNOWN', 'CANCELLED'].includes(state));
      expect(new Set(actions).size).toBe(actions.length);
    }),
  );
});

test('a pause that concerns a message in a queue comes before everything else', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const { kind, paused } = verdictOf(facts);
      const found = (['all', 'account', 'carrier'] as const).find((each) => facts.pauses[each] !== undefined);
      expect(kind === 'paused').toBe(facts.state === 'QUEUED' && !facts.isHeld && found !== undefined);
      if (kind === 'paused') expect(paused).toBe(found);
    }),
  );
});

test('customers read no names of operators and carriers', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const verdict = verdictForCustomer(verdictOf(facts));
      const text = JSON.stringify(verdict) + verdictSentence(verdict);
      expect(text).not.toContain(secret);
      expect(text).not.toContain('ESME_RINVPASWD');
      for (const action of verdict.actions) expect(['cancel', 'resend']).toContain(action);
    }),
  );
});
