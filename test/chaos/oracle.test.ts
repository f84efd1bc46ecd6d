/** The checks must detect violations: each promise is broken in the journals in turn, and the check has to report it. */
import { expect, test } from 'vitest';
import type { CarrierLine, ClientLine, ReportLine } from '../../chaos/journal.ts';
import { countLosses, splitLosses, vanishedRule } from '../../chaos/losses.ts';
import { type Evidence, judge, type Limits } from '../../chaos/oracle.ts';
import { outages } from '../../chaos/outages.ts';
import { sidesOf } from '../../chaos/sides.ts';
import { readText, textOf, tokenOf } from '../../chaos/texts.ts';

const limits: Limits = { poor: 'poor', inFlight: 2, leaseMs: 30_000, unanswered: 'resend' };
const [one, other] = [tokenOf('0abc', 1), tokenOf('0abc', 2)];
const number = '+38640123456';

const asked = (token: string, fields: Partial<Extract<ClientLine, { kind: 'asked' }>> = {}): ClientLine => ({
  ...{ kind: 'asked', at: 0, token, account: 'rich', fate: 'D', destinations: [number], parts: 1, key: true },
  ...{ scheduled: false, reports: true },
  ...fields,
});
const accepted = (token: string, messageId: string): ClientLine => ({
  ...{ kind: 'accepted', at: 1, token, scheduled: false },
  messages: [{ messageId, destination: number }],
});
const submit = (token: string, at: number): CarrierLine => ({
  ...{ at, token, destination: number, part: 1, status: 'ESME_ROK' },
});
const report = (messageId: string, status: string, fields: Partial<ReportLine> = {}): ReportLine => ({
  ...{ at: 3, webhookId: `${messageId} ${status}`, messageId, header: messageId, status, body: '', answered: 200 },
  ...fields,
});

/** A run without faults. */
const good: Evidence = {
  client: [asked(one), accepted(one, 'm1'), asked(other, { account: 'poor' }), refused(other)],
  carrier: [submit(one, 2)],
  reports: [report('m1', 'SENT'), report('m1', 'DELIVERED')],
  troubles: [{ at: 1_000_000, kind: 'worker', detail: '' }],
};

function refused(token: string): ClientLine {
  return { kind: 'refused', at: 1, token, status: 400, error: 'Error: 6' };
}

const rules = (evidence: Partial<Evidence>) => judge({ ...good, ...evidence }, limits).map(({ rule }) => rule);

test('a run without faults has no violation', () => {
  expect(rules({})).toEqual([]);
});

const cases: [rule: string, evidence: Partial<Evidence>][] = [
  ['what was accepted reaches the carrier', { carrier: [] }],
  ['what was refused does not reach the carrier', { carrier: [submit(one, 2), submit(other, 2)] }],
  ['the carrier gets only what was asked for', { carrier: [submit(one, 2), submit(tokenOf('0abc', 9), 2)] }],
  ['only what cannot be paid is refused', { client: [asked(one), accepted(one, 'm1'), asked(other), refused(other)] }],
  [
    'what was cancelled does not reach the carrier',
    { client: [...good.client, { kind: 'cancelled', at: 2, messageId: 'm1' }], reports: [report('m1', 'CANCELLED')] },
  ],
  ['what arrives twice was in flight when something was broken', { carrier: [submit(one, 2), submit(one, 40_000)] }],
  ['every report arrives', { reports: [report('m1', 'SENT')] }],
  ['every report arrives', { reports: [report('m1', 'SENT'), report('m1', 'DELIVERED', { answered: 500 })] }],
  [
    'reports arrive in the order of the states, and no others do',
    { reports: [report('m1', 'DELIVERED'), report('m1', 'SENT')] },
  ],
  [
    'reports arrive in the order of the states, and no others do',
    { reports: [...good.reports, report('m1', 'FAILED')] },
  ],
  [
    'the same report has the same webhook-id and body, every time',
    { reports: [...good.reports, report('m1', 'SENT', { webhookId: 'another' })] },
  ],
  ['X-Message-Id names the message', { reports: [report('m1', 'SENT', { header: 'm2' }), report('m1', 'DELIVERED')] }],
  [
    'who asked for no reports gets none',
    { client: [asked(one, { reports: false }), accepted(one, 'm1'), ...good.client.slice(2)] },
  ],
  ['every message has an id of its own', { client: [...good.client, accepted(one, 'm1')] }],
];
test.each(cases)('notices: %s', (rule, evidence) => {
  expect(rules(evidence)).toContain(rule);
});

test('one fault injection explains no more messages than were in flight', () => {
  const troubles = [{ at: 10, kind: 'worker', detail: '' }];
  const twice = (count: number) => [2, ...Array.from({ length: count }, (_, index) => 20 + index)];
  const carrier = (count: number) => twice(count).map((at) => submit(one, at));
  expect(rules({ troubles, carrier: carrier(2) })).toEqual([]);
  expect(rules({ troubles, carrier: carrier(3) })).toEqual(['one blow makes at most 2 messages arrive twice']);
  // A lasting fault, such as a bad network, may affect more; a failover may not.
  const lasting = [{ ...troubles[0]!, until: 30 }];
  expect(rules({ troubles: lasting, carrier: carrier(3) })).toEqual([]);
  expect(rules({ troubles: [{ ...lasting[0]!, bounded: true }], carrier: carrier(3) })).toHaveLength(1);
});

test('a submit recorded just after one blow may belong to the next, which explains no more than was in flight either', () => {
  const troubles = [10, 1_000].map((at) => ({ at, kind: 'worker', detail: '' }));
  const carrier = (count: number) =>
    [...Array.from({ length: count }, (_, index) => 20 + index), 9_000].map((at) => submit(one, at));
  expect(rules({ troubles, carrier: carrier(4) })).toEqual([]);
  expect(rules({ troubles, carrier: carrier(5) })).toEqual(['one blow makes at most 2 messages arrive twice']);
  const before = [2, 3, 4, 9_000].map((at) => submit(one, at));
  expect(rules({ troubles, carrier: before })).toEqual(['one blow makes at most 2 messages arrive twice']);
});

test('where nothing may be sent twice, no fault explains a duplicate, and UNKNOWN is allowed', () => {
  const never = (evidence: Partial<Evidence>) =>
    judge({ ...good, ...evidence }, { ...limits, unanswered: 'unknown' }).map(({ rule }) => rule);
  expect(never({})).toEqual([]);
  expect(never({ carrier: [], reports: [report('m1', 'UNKNOWN')] })).toEqual([]);
  expect(never({ carrier: [] })).toEqual(['what was accepted reaches the carrier']);
  const troubles = [{ at: 10, kind: 'worker', detail: '' }];
  expect(never({ troubles, carrier: [submit(one, 2), submit(one, 20)] })).toHaveLength(1);
  expect(rules({ reports: [report('m1', 'UNKNOWN')] })).toContain('every report arrives');
});

test('messages lost by a database are counted, and its remaining data still has to be consistent', () => {
  const money = { rule: 'the ledger sums up to the balance', ids: ['a'] };
  const { lost, broken } = splitLosses([...judge({ ...good, reports: [] }, limits), money]);
  expect(broken).toEqual([money]);
  expect(lost.map(({ rule }) => rule)).toEqual(['every report arrives']);
  const { expected } = sidesOf(good.client);
  const counted = (carrier: CarrierLine[]) =>
    Object.values(countLosses([{ rule: vanishedRule, ids: ['m1'] }], expected, carrier));
  expect(counted([submit(one, 2)])).toEqual([1, 1, 0]);
  expect(counted([])).toEqual([1, 0, 1]);
});

test('the outage lasts from the last accepted request to the next one', () => {
  const times = [900, 1_000, 1_100, 9_000, 9_100, 20_000, 20_050, 21_000].map((at) => ({ ...accepted(one, 'm1'), at }));
  const blow = (at: number) => ({ at, until: at + 1, kind: 'postgres', detail: '' });
  expect(outages(times, [blow(1_050), blow(20_010)])).toEqual([10_900, 950]);
  expect(outages(times, [blow(1_050), blow(9_050), blow(20_010)])).toEqual([7_900, 10_900, 950]);
});

test('a text contains its request and its outcome in each of its parts', () => {
  for (const parts of [1, 2]) {
    const text = textOf(one, 'F', parts);
    expect(text.length > 160).toBe(parts === 2);
    for (const part of [text.slice(0, 153), text.slice(153)].slice(0, parts))
      expect(readText(part)).toEqual({ token: one, fate: 'F' });
  }
});
